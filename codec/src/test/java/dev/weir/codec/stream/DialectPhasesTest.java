package dev.weir.codec.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.registry.Dialects;
import dev.weir.event.CompletionPolicy;
import dev.weir.event.FinishReason;
import dev.weir.event.OutputStats;
import dev.weir.event.PhaseCallbacks;
import dev.weir.event.PhaseTracker;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.OutputEnd;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.Verdict;
import dev.weir.testkit.Cases;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * The phases that each dialect's decoder leads to. In the shorthand of {@link Phases} an output is
 * followed by {@code R} or {@code C} where its reasoning or content starts, by {@code R✓} or {@code
 * C✓} where it is complete, and by {@code f} where it finishes.
 */
class DialectPhasesTest {
  static final List<Dialect> ALL = Dialects.own();

  /** With one output and nothing to follow, the finish is said with the end of the input. */
  private static final Set<Dialect> FINISHED_BY_THE_END =
      Set.of(Dialects.OLLAMA, Dialects.COHERE, Dialects.GEMINI_INTERACTIONS);

  /** Of each a stream that thinks, answers and finishes, up to the chunk that says so. */
  static String finished(Dialect dialect) {
    return switch (dialect.word()) {
      case "openai-responses" ->
          """
          data: {"type":"response.created","response":{"id":"r","model":"m"}}

          data: {"type":"response.output_item.added","output_index":0,"item":{"id":"a","type":"reasoning"}}

          data: {"type":"response.reasoning_text.delta","output_index":0,"item_id":"a","content_index":0,"delta":"hm"}

          data: {"type":"response.output_item.done","output_index":0,"item":{"id":"a","type":"reasoning"}}

          data: {"type":"response.output_text.delta","output_index":1,"item_id":"b","content_index":0,"delta":"hi"}

          data: {"type":"response.output_item.done","output_index":1,"item":{"id":"b","type":"message","content":[{"type":"output_text","text":"hi"}]}}

          """;
      case "openai-chat" ->
          """
          data: {"id":"c","choices":[{"index":0,"delta":{"reasoning_content":"hm"}}]}

          data: {"id":"c","choices":[{"index":0,"delta":{"content":"hi"}}]}

          data: {"id":"c","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}

          """;
      case "anthropic" ->
          """
          data: {"type":"message_start","message":{"id":"m","model":"m","content":[]}}

          data: {"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":""}}

          data: {"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"hm"}}

          data: {"type":"content_block_stop","index":0}

          data: {"type":"content_block_start","index":1,"content_block":{"type":"text","text":""}}

          data: {"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"hi"}}

          data: {"type":"message_delta","delta":{"stop_reason":"end_turn"}}

          data: {"type":"message_stop"}

          """;
      case "bedrock" ->
          """
          {"contentBlockDelta":{"contentBlockIndex":0,"delta":{"reasoningContent":{"text":"hm"}}}}
          {"contentBlockDelta":{"contentBlockIndex":1,"delta":{"text":"hi"}}}
          {"messageStop":{"stopReason":"end_turn"}}
          {"metadata":{"usage":{"inputTokens":1,"outputTokens":2}}}
          """;
      case "gemini" ->
          """
          data: {"candidates":[{"content":{"parts":[{"text":"hm","thought":true}]}}]}

          data: {"candidates":[{"content":{"parts":[{"text":"hi"}]},"finishReason":"STOP"}]}

          """;
      case "gemini-interactions" ->
          """
          data: {"event_type":"interaction.created","interaction":{"id":"i","model":"m"}}

          data: {"event_type":"step.start","index":0,"step":{"type":"thought"}}

          data: {"event_type":"step.delta","index":0,"delta":{"type":"thought_summary","content":{"type":"text","text":"hm"}}}

          data: {"event_type":"step.start","index":1,"step":{"type":"model_output"}}

          data: {"event_type":"step.delta","index":1,"delta":{"type":"text","text":"hi"}}

          data: {"event_type":"interaction.completed","interaction":{"id":"i","status":"completed"}}

          """;
      case "ollama" ->
          """
          {"model":"m","message":{"role":"assistant","thinking":"hm"},"done":false}
          {"model":"m","message":{"role":"assistant","content":"hi"},"done":false}
          {"model":"m","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop"}
          """;
      case "cohere" ->
          """
          data: {"type":"message-start","id":"m"}

          data: {"type":"content-delta","index":0,"delta":{"message":{"content":{"thinking":"hm"}}}}

          data: {"type":"content-delta","index":1,"delta":{"message":{"content":{"text":"hi"}}}}

          data: {"type":"message-end","delta":{"finish_reason":"COMPLETE"}}

          """;
      default -> throw new IllegalArgumentException("no stream for " + dialect);
    };
  }

  @ParameterizedTest
  @FieldSource("ALL")
  void aFinishCompletesThePhasesOfItsOutputWhenItComes(Dialect dialect) {
    var phases = new Phases(CompletionPolicy.ON_PHASE_END);
    StreamDecoder decoder = phases.feed(dialect, finished(dialect).getBytes(UTF_8));
    if (FINISHED_BY_THE_END.contains(dialect)) {
      decoder.end(phases.tracker::accept);
    }

    boolean isItemPerOutput = dialect.equals(Dialects.OPENAI_RESPONSES);
    assertThat(phases.said)
        .hasToString(isItemPerOutput ? "[0R, 0f, 0R✓, 1C, 1f, 1C✓]" : "[0R, 0R✓, 0C, 0f, 0C✓]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ON_PHASE_END  | [0C, 1C, 0f, 0C✓, 1f, 1C✓]
          ON_TRANSITION | [0C, 1C, 0f, 1f, 0C✓, 1C✓]
          """)
  void aChoiceFinishesWhileAnotherGoesOn(CompletionPolicy policy, String said) {
    var phases = new Phases(policy);
    phases.feed(Dialects.OPENAI_CHAT, Cases.bytes("n2.sse"));

    assertThat(phases.said).hasToString(said);
  }

  @ParameterizedTest
  @CsvSource({
    "openai-chat, n2-cut.sse",
    "gemini,      g2-cut.sse",
  })
  void aResponseIsWholeOnlyIfEveryOutputThatBeganHasEnded(String word, String name) {
    Dialect dialect = Dialects.named(word);
    List<StreamEvent> events = Decoded.events(dialect, List.of(Cases.bytes(name)));

    assertThat(events.getLast()).isEqualTo(new ResponseEnd(Verdict.TRUNCATED, null, null));
    assertThat(events)
        .contains(
            new OutputEnd(0, FinishReason.STOP, dialect.equals(Dialects.GEMINI) ? "STOP" : "stop"));
  }

  @Test
  void aCandidateFinishesWhileAnotherGoesOn() {
    var phases = new Phases(CompletionPolicy.ON_PHASE_END);
    phases.feed(
        Dialects.GEMINI,
        """
        data: {"candidates":[{"index":0,"content":{"parts":[{"text":"a"}]},"finishReason":"STOP"}]}

        data: {"candidates":[{"index":1,"content":{"parts":[{"text":"b"}]}}]}

        data: {"candidates":[{"index":1,"content":{"parts":[{"text":"b"}]}}]}

        """
            .getBytes(UTF_8));

    assertThat(phases.said).hasToString("[0C, 1C, 0f, 0C✓]");
  }

  @Test
  void aReasonOnEveryChunkIsMeantOnlyAtTheEnd() {
    var phases = new Phases(CompletionPolicy.ON_PHASE_END);
    phases.feed(
        Dialects.GEMINI,
        """
        data: {"candidates":[{"content":{"parts":[{"text":"a"}]},"finishReason":"STOP"}]}

        data: {"candidates":[{"content":{"parts":[{"text":"b"}]},"finishReason":"STOP"}]}

        """
            .getBytes(UTF_8));

    assertThat(phases.said).hasToString("[0C]");
  }

  /** What is said of the phases of a stream that has not ended. */
  private static final class Phases implements PhaseCallbacks {
    final List<String> said = new ArrayList<>();
    private final PhaseTracker tracker;

    Phases(CompletionPolicy policy) {
      tracker = new PhaseTracker(this, policy);
    }

    StreamDecoder feed(Dialect dialect, byte[] bytes) {
      var decoder = new StreamDecoder(dialect);
      decoder.feed(bytes, tracker::accept);
      return decoder;
    }

    @Override
    public void reasoningStart(OutputStats stats) {
      said.add(stats.output() + "R");
    }

    @Override
    public void reasoningComplete(OutputStats stats) {
      said.add(stats.output() + "R✓");
    }

    @Override
    public void contentStart(OutputStats stats) {
      said.add(stats.output() + "C");
    }

    @Override
    public void contentComplete(OutputStats stats) {
      said.add(stats.output() + "C✓");
    }

    @Override
    public void finish(OutputStats stats) {
      said.add(stats.output() + "f");
    }
  }
}
