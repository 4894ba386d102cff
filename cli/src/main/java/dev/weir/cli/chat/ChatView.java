package dev.weir.cli.chat;

import dev.weir.codec.json.EventJson;
import dev.weir.codec.json.JsonText;
import dev.weir.event.BlockKind;
import dev.weir.event.ReasoningParts;
import dev.weir.event.StreamEvent;
import java.io.PrintStream;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Shows the events of an answer as they come. */
public interface ChatView {

  void event(StreamEvent event);

  /**
   * Every event as one line of JSON.
   *
   * @param provider who says it, if several do
   */
  static ChatView json(PrintStream out, @Nullable String provider) {
    return event -> {
      var json = new JsonText().beginObject();
      if (provider != null) {
        json.field("provider", provider);
      }
      EventJson.write(event, json);
      out.println(json.endObject());
      out.flush();
    };
  }

  /**
   * The text, and tool calls as lines of their own; thinking only where a person watches.
   *
   * @param safe removes from the model's text what would control a terminal
   */
  static ChatView plain(PrintStream out, boolean isTerminal, UnaryOperator<String> safe) {
    return new Plain(out, isTerminal, safe);
  }

  /** Text as it comes. */
  final class Plain implements ChatView {
    private static final String DIM = "\033[2m";
    private static final String NORMAL = "\033[0m";
    private static final String MISSING = " ⚠ something is missing here ⚠ ";

    private final PrintStream out;
    private final boolean isTerminal;
    private final UnaryOperator<String> safe;
    private final Map<Integer, Growing> open = new HashMap<>();
    private final ReasoningParts parts = new ReasoningParts();
    private boolean dim;
    private boolean lineOpen;

    private Plain(PrintStream out, boolean isTerminal, UnaryOperator<String> safe) {
      this.out = out;
      this.isTerminal = isTerminal;
      this.safe = safe;
    }

    @Override
    public void event(StreamEvent event) {
      switch (event) {
        case StreamEvent.BlockStart start -> open.put(start.block().block(), new Growing(start));
        case StreamEvent.BlockDelta delta -> delta(delta);
        case StreamEvent.BlockEnd end -> end(end);
        case StreamEvent.ResponseEnd end -> {
          shade(false);
          freshLine();
        }
        case StreamEvent.ResponseStart e -> {}
        case StreamEvent.ResponseProgress e -> {}
        case StreamEvent.PassStart e -> {}
        case StreamEvent.PassEnd e -> {}
        case StreamEvent.Annotation e -> {}
        case StreamEvent.ToolProgress progress -> progress(progress);
        case StreamEvent.UsageUpdate e -> {}
        case StreamEvent.SequenceGap e -> open.values().forEach(Growing::hold);
        case StreamEvent.BlockRepair repair -> repair(repair);
        case StreamEvent.UnrepairedGap gap -> missing(gap);
        case StreamEvent.FailedTry e -> {}
        case StreamEvent.Seam e -> {}
        case StreamEvent.OutputEnd e -> {}
        case StreamEvent.Unrecognized e -> {}
        case StreamEvent.Fault e -> {}
      }
      out.flush();
    }

    private void delta(StreamEvent.BlockDelta delta) {
      Growing block = open.get(delta.block().block());
      if (block == null) {
        return;
      }
      switch (block.start.kind()) {
        case TEXT, REFUSAL -> {
          if (block.held == null) {
            shade(false);
            print(delta.text());
            block.said.append(delta.text());
          } else {
            block.held.append(delta.text());
          }
        }
        case REASONING -> {
          if (isTerminal) {
            boolean follows = dim;
            shade(true);
            print(parts.begins(delta) && follows ? ReasoningParts.SEPARATOR : "");
            print(delta.text());
          }
        }
        case TOOL_CALL, SERVER_TOOL, TOOL_OUTPUT, MEDIA -> {
          // A call is shown whole; the rest is not for reading.
        }
      }
    }

    private void progress(StreamEvent.ToolProgress progress) {
      Growing block = open.get(progress.block().block());
      if (block != null && progress.status().startsWith("failed:")) {
        shade(false);
        freshLine();
        String name = String.valueOf(block.start.name());
        out.println("[%s %s]".formatted(safe.apply(name), safe.apply(progress.status())));
      }
    }

    private void repair(StreamEvent.BlockRepair repair) {
      Growing block = open.get(repair.block().block());
      if (block == null || block.held == null) {
        return;
      }
      block.held.setLength(0);
      String said = block.said.toString();
      if (repair.text().startsWith(said)) {
        block.held.append(repair.text(), said.length(), repair.text().length());
      } else {
        freshLine();
        block.held.append(repair.text());
      }
    }

    private void missing(StreamEvent.UnrepairedGap gap) {
      Growing block = gap.block() == null ? null : open.get(gap.block().block());
      if (block != null && block.held != null && isTerminal) {
        int at = gap.at() - block.said.length() + block.marks++ * MISSING.length();
        block.held.insert(Math.clamp(at, 0, block.held.length()), MISSING);
      }
    }

    private void end(StreamEvent.BlockEnd end) {
      Growing block = open.remove(end.block().block());
      if (block == null) {
        return;
      }
      if (block.held != null) {
        shade(false);
        print(block.held.toString());
      }
      StreamEvent.BlockStart start = block.start;
      boolean isCall = start.kind() == BlockKind.TOOL_CALL || start.kind() == BlockKind.SERVER_TOOL;
      if (isCall) {
        shade(false);
        freshLine();
        String arguments = end.arguments() == null ? "" : end.arguments();
        String name = String.valueOf(start.name());
        String damage = end.complete() ? "" : " did not arrive whole";
        out.println("[%s %s%s]".formatted(safe.apply(name), safe.apply(arguments), damage));
      }
    }

    /**
     * An open block. Text cannot be taken back here, so after a gap it waits for the end of its
     * block, when it is known whether it is right.
     */
    private static final class Growing {
      final StreamEvent.BlockStart start;
      final StringBuilder said = new StringBuilder();
      @Nullable StringBuilder held;
      int marks;

      Growing(StreamEvent.BlockStart start) {
        this.start = start;
      }

      void hold() {
        boolean isText = start.kind() == BlockKind.TEXT || start.kind() == BlockKind.REFUSAL;
        if (isText && held == null) {
          held = new StringBuilder();
        }
      }
    }

    private void print(String text) {
      String shown = safe.apply(text);
      out.print(shown);
      lineOpen = shown.isEmpty() ? lineOpen : !shown.endsWith("\n");
    }

    private void freshLine() {
      if (lineOpen) {
        out.println();
        lineOpen = false;
      }
    }

    private void shade(boolean wanted) {
      if (dim != wanted && isTerminal) {
        if (!wanted) {
          out.print(NORMAL);
          freshLine();
        } else {
          freshLine();
          out.print(DIM);
        }
        dim = wanted;
      }
    }
  }
}
