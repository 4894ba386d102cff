package dev.weir.codec.dialect.gemini;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.registry.Dialects;
import dev.weir.codec.stream.Decoded;
import dev.weir.codec.stream.RoundTrip;
import dev.weir.event.BlockKind;
import dev.weir.event.FinishReason;
import dev.weir.event.Reasoning;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import dev.weir.testkit.EventScript;
import dev.weir.testkit.EventScript.Block;
import java.util.List;
import org.junit.jupiter.api.Test;

class GeminiEncoderTest {
  private static final Reasoning SEALED =
      new Reasoning(null, List.of(), null, "c2ln", /* redacted= */ false);

  @Test
  void aTurnIsPartsThenFinishAndUsage() {
    List<StreamEvent> events =
        EventScript.alternatives()
            .reasoning(null, "hm")
            .text("Hi")
            .block(Block.of(BlockKind.TOOL_CALL).named(null, "f").signature("c2ln"), "{\"a\":1}")
            .finish(FinishReason.TOOL_CALLS, "STOP")
            .end(Verdict.TOOL_CALLS, "STOP", new Usage(6L, 5L, 3L, 4L, null));
    RoundTrip trip = own(events);
    String names = "'modelVersion':'big-model','responseId':'resp_1'}\r\n\r\n";
    assertThat(trip.text().replace("\"", "'"))
        .isEqualTo(
            "data: {'candidates':[{'content':{'parts':[{'text':'hm','thought':true}],"
                + "'role':'model'},'index':0}],"
                + names
                + "data: {'candidates':[{'content':{'parts':[{'text':'Hi'}],"
                + "'role':'model'},'index':0}],"
                + names
                + "data: {'candidates':[{'content':{'parts':[{'functionCall':{'name':'f',"
                + "'args':{'a':1}},'thoughtSignature':'c2ln'}],'role':'model'},'index':0}],"
                + names
                + "data: {'candidates':[{'content':{'parts':[{'text':''}],'role':'model'},"
                + "'finishReason':'STOP','index':0}],'usageMetadata':{'promptTokenCount':6,"
                + "'candidatesTokenCount':2,'totalTokenCount':11,'thoughtsTokenCount':3,"
                + "'cachedContentTokenCount':4},"
                + names);
    assertThat(trip.losses()).isEmpty();
  }

  @Test
  void everyKindOfThisDialectComesBack() {
    List<StreamEvent> events =
        EventScript.alternatives()
            .reasoning(SEALED, "hm")
            .block(
                Block.of(BlockKind.TEXT)
                    .annotation("citationMetadata", "{\"citations\":[1]}")
                    .signature("dHh0"),
                "signed")
            .text("and more")
            .block(
                Block.of(BlockKind.SERVER_TOOL)
                    .named(null, "executableCode")
                    .origin("language", "PYTHON"),
                "print(1)")
            .block(
                Block.of(BlockKind.TOOL_OUTPUT)
                    .named(null, "codeExecutionResult")
                    .origin("outcome", "OUTCOME_OK"),
                "1")
            .block(
                Block.of(BlockKind.SERVER_TOOL)
                    .named("t1", "GOOGLE_SEARCH")
                    .source("{\"id\":\"t1\",\"toolType\":\"GOOGLE_SEARCH\",\"args\":{\"q\":1}}"),
                "{\"q\":1}")
            .block(Block.of(BlockKind.MEDIA).named(null, "image/png"), "iVBORw0=")
            .block(Block.of(BlockKind.MEDIA).named(null, "image/png"), "gs://bucket/a.png")
            .block(Block.of(BlockKind.TOOL_CALL).named("id1", "f"), "{}")
            .finish(FinishReason.TOOL_CALLS, "STOP")
            .end(Verdict.TOOL_CALLS, "STOP");
    RoundTrip trip = own(events);
    assertThat(trip.unexplained()).isEmpty();
    assertThat(trip.losses()).isEmpty();
  }

  @Test
  void candidatesAreNumberedAsTheyWere() {
    List<StreamEvent> events =
        EventScript.alternatives()
            .output(1)
            .text("two")
            .output(0)
            .text("one")
            .finish(FinishReason.STOP, "STOP")
            .output(1)
            .finish(FinishReason.LENGTH, "MAX_TOKENS")
            .end(Verdict.COMPLETE, "STOP");
    assertThat(own(events).after().stream().filter(e -> e instanceof BlockDelta))
        .containsExactlyElementsOf(events.stream().filter(e -> e instanceof BlockDelta).toList());
  }

  @Test
  void aBlockedPromptHasNoCandidate() {
    List<StreamEvent> events =
        EventScript.alternatives()
            .finish(FinishReason.FILTERED, "SAFETY")
            .end(Verdict.FILTERED, null);
    assertThat(own(events).text()).contains("\"promptFeedback\":{\"blockReason\":\"SAFETY\"}");
    assertThat(Decoded.counted(own(events).after())).isEqualTo(events);
  }

  @Test
  void aCallThatTheProviderGaveUpSaysWhy() {
    List<StreamEvent> events =
        EventScript.alternatives()
            .error("MALFORMED_FUNCTION_CALL", "print(1")
            .finish(FinishReason.FAILED, "MALFORMED_FUNCTION_CALL")
            .end(Verdict.FAILED, "MALFORMED_FUNCTION_CALL");
    assertThat(own(events).text()).contains("\"finishMessage\":\"print(1\"");
    assertThat(Decoded.counted(own(events).after())).isEqualTo(events);
  }

  @Test
  void anErrorOfAnotherDialectHasANumberWithoutWhichClientsTakeItForAnEmptyChunk() {
    List<StreamEvent> overloaded =
        EventScript.alternatives().error("overloaded_error", "Busy").end(Verdict.FAILED, null);
    List<StreamEvent> unknown =
        EventScript.alternatives().error("connection_broken", "Gone").end(Verdict.FAILED, null);
    assertThat(RoundTrip.of(Dialects.GEMINI, Dialects.ANTHROPIC, overloaded).text())
        .contains(
            "{\"error\":{\"code\":529,\"message\":\"Busy\",\"status\":\"overloaded_error\"}}");
    RoundTrip trip = RoundTrip.of(Dialects.GEMINI, Dialects.ANTHROPIC, unknown);
    assertThat(trip.text()).contains("{\"error\":{\"code\":500,\"message\":\"Gone\"");
    assertThat(trip.losses())
        .hasToString("[fault: code: an error has a number; the code is its status]");
  }

  @Test
  void argumentsThatWereCutAreNotGivenToBeRun() {
    List<StreamEvent> events =
        EventScript.alternatives()
            .block(Block.of(BlockKind.TOOL_CALL).named("c1", "f").cut(), "{\"a\":\"b")
            .finish(FinishReason.LENGTH, "length")
            .end(Verdict.LENGTH, "length");
    RoundTrip trip = RoundTrip.of(Dialects.GEMINI, Dialects.OPENAI_CHAT, events);
    assertThat(trip.text()).contains("{\"id\":\"c1\",\"name\":\"f\",\"willContinue\":true}");
    assertThat(trip.losses().toString()).contains("arguments that were cut");
  }

  @Test
  void aSignatureThatIsNotBase64IsLostBecauseClientsThrowOnIt() {
    List<StreamEvent> events =
        EventScript.alternatives()
            .reasoning(new Reasoning(null, List.of(), null, "no_base64!", false), "hm")
            .end(Verdict.COMPLETE, "end_turn");
    RoundTrip trip = RoundTrip.of(Dialects.GEMINI, Dialects.ANTHROPIC, events);
    assertThat(trip.text()).doesNotContain("thoughtSignature");
    assertThat(trip.losses().toString()).contains("must be base64");
  }

  private static RoundTrip own(List<StreamEvent> events) {
    return RoundTrip.of(Dialects.GEMINI, Dialects.GEMINI, events);
  }
}
