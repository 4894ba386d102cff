package dev.weir.event;

import dev.weir.event.PhaseEvent.Call;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockStart;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Prints a stream for a person, as it comes: {@code new PhaseTracker(new
 * PhasePrinter(System.out::print))}.
 *
 * <p>What the model says cannot control the terminal: control characters other than line feed and
 * tab are replaced. Belongs to one stream and one thread at a time.
 */
public final class PhasePrinter implements PhaseCallbacks {
  private static final char REPLACEMENT = '\uFFFD';

  private final Consumer<String> out;
  private final Set<Integer> reasoning = new HashSet<>();
  private final ReasoningParts parts = new ReasoningParts();
  private boolean isNewPart;
  private String section = "";
  private boolean atLineStart = true;

  public PhasePrinter(Consumer<String> out) {
    this.out = out;
  }

  @Override
  public void chunk(StreamEvent event) {
    if (event instanceof BlockStart start && start.kind() == BlockKind.REASONING) {
      reasoning.add(start.block().block());
    } else if (event instanceof BlockDelta delta && reasoning.contains(delta.block().block())) {
      isNewPart = parts.begins(delta);
    }
  }

  @Override
  public void reasoningDelta(OutputStats stats, String text) {
    String name = section("thinking", stats.output());
    boolean follows = name.equals(section);
    print(name, isNewPart && follows ? ReasoningParts.SEPARATOR + text : text);
  }

  @Override
  public void contentDelta(OutputStats stats, String text) {
    print(section("answer", stats.output()), text);
  }

  @Override
  public void clientToolCall(Call call) {
    line("call", call.name() + "(" + call.arguments() + ")" + (call.complete() ? "" : " (cut)"));
  }

  @Override
  public void serverToolCall(Call call) {
    line("provider's tool", call.name() + "(" + call.arguments() + ")");
  }

  @Override
  public void error(Verdict verdict, @Nullable StreamFault fault) {
    String word = verdict.name().toLowerCase(Locale.ROOT);
    line("error", fault == null ? word : word + ": " + fault.message());
  }

  @Override
  public void end(Verdict verdict, @Nullable String word, @Nullable Usage usage) {
    if (!atLineStart) {
      write("\n");
    }
  }

  private static String section(String name, int output) {
    return output == 0 ? name : name + " " + output;
  }

  private void line(String name, String text) {
    print(name, text);
    section = "";
  }

  private void print(String name, String text) {
    if (!name.equals(section)) {
      section = name;
      write((atLineStart ? "[" : "\n[") + name + "]\n");
    }
    write(harmless(text));
  }

  private void write(String text) {
    if (!text.isEmpty()) {
      atLineStart = text.endsWith("\n");
      out.accept(text);
    }
  }

  private static String harmless(String text) {
    StringBuilder safe = null;
    for (int i = 0; i < text.length(); i++) {
      if (isControl(text.charAt(i))) {
        safe = safe == null ? new StringBuilder(text) : safe;
        safe.setCharAt(i, REPLACEMENT);
      }
    }
    return safe == null ? text : safe.toString();
  }

  /** A surrogate may wait for its other half in the next delta. */
  private static boolean isControl(char c) {
    return ActiveCharacters.has(c) && c != '\n' && c != '\t' && !Character.isSurrogate(c);
  }
}
