package dev.weir.sim.script;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.codec.dialect.ReasoningCarrier;
import dev.weir.codec.json.JsonText;
import dev.weir.codec.request.OutputFormat;
import dev.weir.codec.request.ToolChoice;
import dev.weir.codec.request.ToolSpec;
import dev.weir.event.BlockId;
import dev.weir.event.BlockKind;
import dev.weir.event.FinishReason;
import dev.weir.event.Reasoning;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamFault;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import dev.weir.sim.request.Asked;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Turns an answer of a script into events with their times. The same request gives the same events.
 */
public final class ScriptPlayer {
  private static final int MAX_QUOTED = 2000;
  private static final int CHARS_PER_TOKEN = 4;
  private static final int MAX_ANSWERS = 128;

  private final ScriptedAnswer answer;
  private final Asked asked;
  private final ReasoningCarrier carrier;
  private final List<TimedEvent> events = new ArrayList<>();
  private long pauseMicros;
  private int output;
  private int blocks;
  private boolean hasCalls;
  private boolean hasRefusal;
  private Part.@Nullable Failure failure;
  private int reasoningChars;
  private int outputChars;

  private @Nullable String nextSignature;

  private ScriptPlayer(ScriptedAnswer answer, Asked asked, ReasoningCarrier carrier) {
    this.answer = answer;
    this.asked = asked;
    this.carrier = carrier;
  }

  /** The events of an answer, with the pauses before them. */
  public static List<TimedEvent> play(
      ScriptedAnswer answer,
      Asked asked,
      String responseId,
      String model,
      ReasoningCarrier carrier) {
    var player = new ScriptPlayer(answer, asked, carrier);
    player.run(responseId, model);
    return List.copyOf(player.events);
  }

  private void run(String responseId, String model) {
    pause(answer.before());
    int answers = answers();
    add(new StreamEvent.ResponseStart(responseId, model, /* alternatives= */ answers > 1));
    for (output = 0; output < answers && failure == null; output++) {
      blocks = 0;
      for (Part part : answer.parts()) {
        if (failure == null) {
          part(part, part.equals(answer.parts().getLast()));
        }
      }
      if (failure == null) {
        add(new StreamEvent.OutputEnd(output, finish(), word(finish())));
      }
    }
    end();
  }

  /** How many answers are wanted: the same again, as a model without ideas would. */
  private int answers() {
    Integer wanted = asked.request().alternatives();
    return wanted == null ? 1 : Math.clamp(wanted, 1, MAX_ANSWERS);
  }

  private void part(Part part, boolean isLast) {
    boolean complete = !isLast || answer.finish() != FinishReason.LENGTH;
    switch (part) {
      case Part.Pause e -> pause(e.length());
      case Part.Failure e -> failure = e;
      case Part.Thinking e -> {
        if (asked.mayThink()) {
          block(BlockKind.REASONING, null, null, e.words(), e.every(), complete);
        }
      }
      case Part.Text e -> block(BlockKind.TEXT, null, null, e.words(), e.every(), complete);
      case Part.Refusal e -> {
        hasRefusal = true;
        block(BlockKind.REFUSAL, null, null, e.words(), e.every(), complete);
      }
      case Part.Call e -> {
        hasCalls = true;
        String place = output == 0 ? "" + blocks : output + "_" + blocks;
        String id = e.id() == null ? "call_%s_%s".formatted(asked.key(), place) : e.id();
        block(BlockKind.TOOL_CALL, id, tool(e.tool()), e.arguments(), e.every(), complete);
      }
    }
  }

  private void block(
      BlockKind kind,
      @Nullable String id,
      @Nullable String name,
      ScriptedText words,
      @Nullable Duration every,
      boolean complete) {
    boolean isCall = kind == BlockKind.TOOL_CALL;
    var block = new BlockId(output, blocks++);
    List<String> deltas = words.deltas(isCall ? this::fillJson : this::fill);
    String whole = String.join("", deltas);
    boolean isFirst = true;
    for (String delta : deltas) {
      pause(every == null ? answer.every() : every);
      if (isFirst) {
        add(new BlockStart(block, kind, id, name, /* synthetic= */ false, Map.of()));
        isFirst = false;
      }
      add(new BlockDelta(block, delta));
    }
    if (isFirst) {
      add(new BlockStart(block, kind, id, name, /* synthetic= */ false, Map.of()));
    }
    boolean isThought = kind == BlockKind.REASONING;
    outputChars += whole.length();
    reasoningChars += isThought ? whole.length() : 0;
    Reasoning reasoning = isThought ? sealed(whole) : null;
    String arguments = isCall ? whole : null;
    add(new BlockEnd(block, complete, reasoning, arguments, isThought ? null : taken(), null));
  }

  /** The signature of the thought before; each is given once. */
  private @Nullable String taken() {
    String signature = nextSignature;
    nextSignature = null;
    return signature;
  }

  private @Nullable Reasoning sealed(String thought) {
    // Not a secret: it only has to look like one and to depend on the text.
    String mark = "sim-%08x-%d".formatted(thought.hashCode(), thought.length());
    String base64 = Base64.getEncoder().encodeToString(mark.getBytes(UTF_8));
    return switch (carrier) {
      case NONE, DETAILS -> null;
      case NEXT_PART -> {
        nextSignature = base64;
        yield null;
      }
      case SIGNATURE -> new Reasoning(null, List.of(), null, base64, /* redacted= */ false);
      case ENCRYPTED -> new Reasoning(null, List.of(), base64, null, /* redacted= */ false);
    };
  }

  private void end() {
    Usage usage = answer.usage() == null ? counted() : answer.usage();
    Part.Failure error = failure;
    if (error != null) {
      add(
          new StreamEvent.Fault(
              new StreamFault(
                  StreamFault.Kind.PROVIDER_ERROR, error.code(), fill(error.message()))));
      add(new StreamEvent.ResponseEnd(Verdict.FAILED, error.code(), usage));
      return;
    }
    add(new StreamEvent.ResponseEnd(finish().verdict(), word(finish()), usage));
  }

  private static String word(FinishReason finish) {
    return finish.name().toLowerCase(Locale.ROOT);
  }

  private FinishReason finish() {
    if (answer.finish() != null) {
      return answer.finish();
    }
    if (hasCalls) {
      return FinishReason.TOOL_CALLS;
    }
    return hasRefusal ? FinishReason.REFUSED : FinishReason.STOP;
  }

  private Usage counted() {
    return new Usage(
        tokens(asked.inputChars()),
        tokens(outputChars),
        reasoningChars == 0 ? null : tokens(reasoningChars),
        null,
        null);
  }

  private static Long tokens(int chars) {
    return (long) Math.ceilDiv(chars, CHARS_PER_TOKEN);
  }

  private String fill(String text) {
    return fill(text, UnaryOperator.identity());
  }

  private String fillJson(String text) {
    return fill(
        text,
        value -> {
          String quoted = new JsonText().value(value).toString();
          return quoted.substring(1, quoted.length() - 1);
        });
  }

  private String fill(String text, UnaryOperator<String> escape) {
    String result = asked.results().isEmpty() ? "" : asked.results().getLast().text();
    return text.replace("${prompt}", escape.apply(quoted(asked.prompt())))
        .replace("${result}", escape.apply(quoted(result)))
        .replace("${instance}", escape.apply(instance()))
        // Arguments are JSON already.
        .replace("${arguments}", arguments());
  }

  /** What the schema allows that the answer must keep; an empty object where there is none. */
  private String instance() {
    return asked.request().format() instanceof OutputFormat.JsonSchema schema
        ? SchemaExample.of(schema.schema())
        : "{}";
  }

  private String tool(String name) {
    return offered().map(tool -> name.replace("${tool}", tool.name())).orElse(name);
  }

  private String arguments() {
    return offered().map(tool -> SchemaExample.of(tool.parameters())).orElse("{}");
  }

  /** The tool that must be called, else the first that is offered. */
  private Optional<ToolSpec> offered() {
    ToolChoice choice = asked.request().toolChoice();
    List<String> named = choice == null ? List.of() : choice.names();
    return asked.request().tools().stream()
        .filter(tool -> named.isEmpty() || named.contains(tool.name()))
        .findFirst();
  }

  private static String quoted(String text) {
    int end = Math.min(text.length(), MAX_QUOTED);
    if (end < text.length() && Character.isLowSurrogate(text.charAt(end))) {
      end--;
    }
    return text.substring(0, end);
  }

  private void pause(Duration length) {
    pauseMicros += length.toNanos() / 1000;
  }

  private void add(StreamEvent event) {
    events.add(new TimedEvent(pauseMicros, event));
    pauseMicros = 0;
  }
}
