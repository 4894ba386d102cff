package dev.weir.codec.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.EncodeOptions;
import dev.weir.codec.registry.Dialects;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.Fault;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamFault;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import dev.weir.testkit.EventScript;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/** How each dialect says that a response ended, whatever dialect it came from. */
class TerminalsTest {
  static final List<Dialect> WRITTEN =
      List.of(
          Dialects.OPENAI_CHAT,
          Dialects.ANTHROPIC,
          Dialects.OPENAI_RESPONSES,
          Dialects.GEMINI,
          Dialects.OLLAMA);
  static final List<Dialect> COUNTING =
      List.of(Dialects.OPENAI_CHAT, Dialects.ANTHROPIC, Dialects.GEMINI);

  @ParameterizedTest
  @CsvSource({
    "COMPLETE,   finish_reason\":\"stop\",           COMPLETE",
    "LENGTH,     finish_reason\":\"length\",         LENGTH",
    "TOOL_CALLS, finish_reason\":\"tool_calls\",     TOOL_CALLS",
    "REFUSED,    finish_reason\":\"content_filter\", FILTERED",
    "FILTERED,   finish_reason\":\"content_filter\", FILTERED",
    "PAUSED,     finish_reason\":\"stop\",           COMPLETE",
    "FAILED,     {\"error\":{\"message\":\"no\",     FAILED",
    "TRUNCATED,  '',                                 TRUNCATED",
    "CANCELLED,  '',                                 TRUNCATED",
    "STALLED,    '',                                 TRUNCATED",
  })
  void inChat(Verdict verdict, String mark, Verdict read) {
    check(Dialects.OPENAI_CHAT, verdict, mark, read, "[DONE]");
  }

  @ParameterizedTest
  @CsvSource({
    "COMPLETE,   stop_reason\":\"end_turn\",   COMPLETE",
    "LENGTH,     stop_reason\":\"max_tokens\", LENGTH",
    "TOOL_CALLS, stop_reason\":\"tool_use\",   TOOL_CALLS",
    "REFUSED,    stop_reason\":\"refusal\",    REFUSED",
    "FILTERED,   stop_reason\":\"refusal\",    REFUSED",
    "PAUSED,     stop_reason\":\"pause_turn\", PAUSED",
    "FAILED,     event: error,                 FAILED",
    "TRUNCATED,  '',                           TRUNCATED",
    "CANCELLED,  '',                           TRUNCATED",
    "STALLED,    '',                           TRUNCATED",
  })
  void inMessages(Verdict verdict, String mark, Verdict read) {
    check(Dialects.ANTHROPIC, verdict, mark, read, "message_stop");
  }

  @ParameterizedTest
  @CsvSource({
    "COMPLETE,   event: response.completed,        COMPLETE",
    "LENGTH,     reason\":\"max_output_tokens\",   LENGTH",
    "TOOL_CALLS, event: response.completed,        COMPLETE",
    "REFUSED,    event: response.completed,        COMPLETE",
    "FILTERED,   reason\":\"content_filter\",      FILTERED",
    "PAUSED,     event: response.completed,        COMPLETE",
    "FAILED,     event: response.failed,           FAILED",
    "TRUNCATED,  '',                               TRUNCATED",
    "CANCELLED,  '',                               TRUNCATED",
    "STALLED,    '',                               TRUNCATED",
  })
  void inResponses(Verdict verdict, String mark, Verdict read) {
    // Without a call in it, a response cannot tell that it stopped for one.
    check(Dialects.OPENAI_RESPONSES, verdict, mark, read, "\"status\":\"completed\",\"error\"");
  }

  @ParameterizedTest
  @CsvSource({
    "COMPLETE,   finishReason\":\"STOP\",       COMPLETE",
    "LENGTH,     finishReason\":\"MAX_TOKENS\", LENGTH",
    "TOOL_CALLS, finishReason\":\"STOP\",       COMPLETE",
    "REFUSED,    finishReason\":\"SAFETY\",     FILTERED",
    "FILTERED,   finishReason\":\"SAFETY\",     FILTERED",
    "PAUSED,     finishReason\":\"OTHER\",      COMPLETE",
    "FAILED,     {\"error\":{\"code\":529, FAILED",
    "TRUNCATED,  '',                            TRUNCATED",
    "CANCELLED,  '',                            TRUNCATED",
    "STALLED,    '',                            TRUNCATED",
  })
  void inGemini(Verdict verdict, String mark, Verdict read) {
    check(Dialects.GEMINI, verdict, mark, read, "finishReason");
  }

  @ParameterizedTest
  @CsvSource({
    "COMPLETE,   done_reason\":\"stop\",   COMPLETE",
    "LENGTH,     done_reason\":\"length\", LENGTH",
    "TOOL_CALLS, done_reason\":\"stop\",   COMPLETE",
    "REFUSED,    done_reason\":\"stop\",   COMPLETE",
    "FILTERED,   done_reason\":\"stop\",   COMPLETE",
    "PAUSED,     done_reason\":\"stop\",   COMPLETE",
    "FAILED,     {\"error\":\"no\"},      FAILED",
    "TRUNCATED,  '',                      TRUNCATED",
    "CANCELLED,  '',                      TRUNCATED",
    "STALLED,    '',                      TRUNCATED",
  })
  void inOllama(Verdict verdict, String mark, Verdict read) {
    check(Dialects.OLLAMA, verdict, mark, read, "done\":true");
  }

  private static void check(
      Dialect dialect, Verdict verdict, String mark, Verdict read, String wholeMark) {
    EventScript script = EventScript.response().text("Hi");
    if (verdict == Verdict.FAILED) {
      script.error("overloaded", "no");
    }
    Dialect other = dialect.equals(Dialects.OLLAMA) ? Dialects.COHERE : Dialects.OLLAMA;
    RoundTrip trip = RoundTrip.of(dialect, other, script.end(verdict, "their-word"));
    assertThat(trip.text()).contains(mark);
    if (!verdict.isNatural()) {
      assertThat(trip.text()).doesNotContain(wholeMark);
    }
    ResponseEnd end = (ResponseEnd) trip.after().getLast();
    assertThat(end.verdict()).isEqualTo(read);
    boolean isTold = trip.losses().stream().anyMatch(l -> l.what().equals("verdict"));
    assertThat(isTold).isEqualTo(read != verdict);
  }

  @ParameterizedTest
  @FieldSource("WRITTEN")
  void aFailureOfOursIsStillAFailure(Dialect dialect) {
    var fault = new StreamFault(StreamFault.Kind.LIMIT, "SSE frame exceeds 9 bytes");
    List<StreamEvent> events =
        EventScript.response().text("Hi").with(new Fault(fault)).end(Verdict.FAILED, "limit");
    RoundTrip trip = RoundTrip.of(dialect, dialect, events);
    assertThat(trip.text()).contains("SSE frame exceeds 9 bytes");
    assertThat(((ResponseEnd) trip.after().getLast()).verdict()).isEqualTo(Verdict.FAILED);
    assertThat(trip.losses().toString()).contains("an error of the provider");
  }

  @ParameterizedTest
  @FieldSource("COUNTING")
  void usageIsReportedEvenWhenTheStreamWasCut(Dialect dialect) {
    var usage = new Usage(1L, 2L, null, null, null);
    List<StreamEvent> events =
        EventScript.response()
            .text("Hi")
            .with(new StreamEvent.UsageUpdate(usage))
            .end(Verdict.TRUNCATED, null, usage);
    ResponseEnd end =
        (ResponseEnd) Decoded.counted(RoundTrip.of(dialect, dialect, events).after()).getLast();
    assertThat(end.usage()).isEqualTo(usage);
    assertThat(end.verdict()).isEqualTo(Verdict.TRUNCATED);
  }

  @ParameterizedTest
  @FieldSource("WRITTEN")
  void anErrorThatEndedNothingIsALoss(Dialect dialect) {
    List<StreamEvent> events =
        EventScript.response().error("x", "no").text("Hi").end(Verdict.COMPLETE, "stop");
    RoundTrip trip = RoundTrip.of(dialect, Dialects.COHERE, events);
    assertThat(((ResponseEnd) trip.after().getLast()).verdict()).isEqualTo(Verdict.COMPLETE);
    assertThat(trip.losses().stream().map(l -> l.event())).contains("fault");
  }

  @Test
  void aDialectThatIsOnlyReadSaysSo() {
    assertThatThrownBy(
            () -> new StreamEncoder(Dialects.COHERE, Dialects.COHERE, EncodeOptions.DEFAULT))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Weir reads cohere but does not write it");
  }
}
