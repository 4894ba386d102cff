package dev.weir.codec.dialect.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.dialect.EncodeOptions;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.stream.RoundTrip;
import dev.weir.event.BlockId;
import dev.weir.event.BlockKind;
import dev.weir.event.FinishReason;
import dev.weir.event.Reasoning;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import dev.weir.testkit.EventScript;
import dev.weir.testkit.EventScript.Block;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ChatEncoderTest {
  private static final EncodeOptions OPTIONS = EncodeOptions.DEFAULT.withCreatedSeconds(7);

  @Test
  void aTurnIsRoleDeltasFinishUsageAndTheMark() {
    List<StreamEvent> events =
        EventScript.alternatives()
            .reasoning(null, "hm")
            .text("Hi", " you")
            .call("c1", "f", "{\"a\":", "1}")
            .finish(FinishReason.TOOL_CALLS, "tool_calls")
            .end(Verdict.TOOL_CALLS, "tool_calls", new Usage(1L, 2L, 3L, 4L, 5L));
    assertThat(own(events).text().replace("\"", "'"))
        .isEqualTo(
            sse(
                choice("{'role':'assistant','content':''}", "null"),
                choice("{'reasoning_content':'hm'}", "null"),
                choice("{'content':'Hi'}", "null"),
                choice("{'content':' you'}", "null"),
                choice(
                    "{'tool_calls':[{'index':0,'id':'c1','type':'function',"
                        + "'function':{'name':'f','arguments':''}}]}",
                    "null"),
                choice("{'tool_calls':[{'index':0,'function':{'arguments':'{\\'a\\':'}}]}", "null"),
                choice("{'tool_calls':[{'index':0,'function':{'arguments':'1}'}}]}", "null"),
                choice("{}", "'tool_calls'"),
                "{'id':'resp_1','object':'chat.completion.chunk','created':7,'model':'big-model',"
                    + "'choices':[],'usage':{'prompt_tokens':1,'completion_tokens':2,"
                    + "'total_tokens':3,'prompt_tokens_details':{'cached_tokens':4,"
                    + "'cache_write_tokens':5},'completion_tokens_details':{'reasoning_tokens':3}}}",
                "[DONE]"));
  }

  private static String choice(String delta, String finish) {
    return "{'id':'resp_1','object':'chat.completion.chunk','created':7,'model':'big-model',"
        + "'choices':[{'index':0,'delta':%s,'logprobs':null,'finish_reason':%s}]}"
            .formatted(delta, finish);
  }

  private static String sse(String... chunks) {
    StringBuilder stream = new StringBuilder();
    for (String chunk : chunks) {
      stream.append("data: ").append(chunk).append("\n\n");
    }
    return stream.toString();
  }

  @Test
  void everyKindOfThisDialectComesBack() {
    String head = "{\"type\":\"reasoning.text\",\"index\":0}";
    var sealed = new Reasoning(null, List.of(), null, "sig", /* redacted= */ false);
    List<StreamEvent> events =
        EventScript.alternatives()
            .block(
                Block.of(BlockKind.REASONING)
                    .origin("field", "reasoning")
                    .origin("reasoning_details", head)
                    .reasoning(sealed)
                    .source(
                        "[{\"type\":\"reasoning.text\",\"text\":\"let me see\",\"index\":0,"
                            + "\"signature\":\"sig\"}]"),
                "let me ",
                "see")
            .block(
                Block.of(BlockKind.TEXT)
                    .annotation("url_citation", "{\"type\":\"url_citation\",\"url\":\"u\"}"),
                "Hi")
            .block(
                Block.of(BlockKind.TOOL_CALL)
                    .named("c1", "f")
                    .signature("s1")
                    .source("{\"google\":{\"thought_signature\":\"s1\"}}"),
                "{}")
            .block(
                Block.of(BlockKind.TOOL_CALL).named("c2", "patch").origin("type", "custom"),
                "free text")
            .block(Block.of(BlockKind.MEDIA).named(null, "image"), "data:image/png;base64,AA==")
            .finish(FinishReason.TOOL_CALLS, "tool_calls")
            .end(Verdict.TOOL_CALLS, "tool_calls");
    RoundTrip trip = own(events);
    assertThat(trip.unexplained()).isEmpty();
    assertThat(trip.losses()).isEmpty();
  }

  @Test
  void sealedReasoningWithoutTextKeepsItsPlaceBeforeTheText() {
    String entry = "{\"type\":\"reasoning.encrypted\",\"data\":\"enc\",\"id\":\"r1\",\"index\":0}";
    List<StreamEvent> events =
        EventScript.alternatives()
            .block(
                Block.of(BlockKind.REASONING)
                    .synthetic()
                    .origin(
                        "reasoning_details",
                        "{\"type\":\"reasoning.encrypted\",\"id\":\"r1\",\"index\":0}")
                    .reasoning(new Reasoning("r1", List.of(), "enc", null, false))
                    .source("[" + entry + "]"))
            .text("Hi")
            .finish(FinishReason.STOP, "stop")
            .end(Verdict.COMPLETE, "stop");
    assertThat(own(events).unexplained()).isEmpty();
    assertThat(own(events).losses()).isEmpty();
  }

  @Test
  void reasoningThatGoesOnBesideTextStaysOneBlock() {
    var r = new BlockId(0, 0);
    var t = new BlockId(0, 1);
    Map<String, String> origin = Map.of("field", "reasoning");
    List<StreamEvent> events =
        EventScript.alternatives()
            .with(new BlockStart(r, BlockKind.REASONING, null, null, false, origin))
            .with(new BlockDelta(r, "a"))
            .with(new BlockStart(t, BlockKind.TEXT, null, null, false, Map.of()))
            .with(new BlockDelta(t, "A"))
            .with(new BlockDelta(r, "b"))
            .with(new BlockDelta(t, "B"))
            .with(new BlockEnd(t, true, null, null, null, null))
            .with(new BlockEnd(r, true, null, null, null, null))
            .finish(FinishReason.STOP, "stop")
            .end(Verdict.COMPLETE, "stop");
    assertThat(own(events).unexplained()).isEmpty();
    assertThat(own(events).losses()).isEmpty();
  }

  @Test
  void alternativesAreChoicesAndItemsAreOne() {
    assertThat(own(two(EventScript.alternatives())).text())
        .contains("{\"index\":1,\"delta\":{\"content\":\"two\"}");
    List<StreamEvent> items = two(EventScript.response());
    assertThat(RoundTrip.of(Dialects.OPENAI_CHAT, Dialects.OPENAI_RESPONSES, items).text())
        .contains("{\"index\":0,\"delta\":{\"content\":\"two\"}")
        .doesNotContain("\"index\":1");
  }

  private static List<StreamEvent> two(EventScript script) {
    return script
        .text("one")
        .output(1)
        .text("two")
        .finish(FinishReason.STOP, "stop")
        .output(0)
        .finish(FinishReason.STOP, "stop")
        .end(Verdict.COMPLETE, "stop");
  }

  @Test
  void namesThatComeLaterAreSaidLater() {
    List<StreamEvent> events =
        new EventScript()
            .with(new StreamEvent.ResponseStart(null, null, /* alternatives= */ true))
            .with(new StreamEvent.ResponseProgress("named", "resp_1", "big-model"))
            .text("Hi")
            .finish(FinishReason.STOP, "stop")
            .end(Verdict.COMPLETE, "stop");
    assertThat(own(events).after()).startsWith(events.get(0), events.get(1));
    assertThat(
            RoundTrip.of(
                    Dialects.OPENAI_CHAT,
                    Dialects.OPENAI_CHAT,
                    events,
                    OPTIONS.withNames("ours", "some-model"))
                .after())
        .startsWith(new StreamEvent.ResponseStart("ours", "some-model", /* alternatives= */ true));
  }

  @Test
  void callsOfOthersGetAnIdAndArguments() {
    List<StreamEvent> events =
        EventScript.alternatives()
            .block(Block.of(BlockKind.TOOL_CALL).named(null, "now"))
            .end(Verdict.TOOL_CALLS, "STOP");
    RoundTrip trip = RoundTrip.of(Dialects.OPENAI_CHAT, Dialects.GEMINI, events, OPTIONS);
    assertThat(trip.text()).contains("\"id\":\"call_resp_1_0\"").contains("\"arguments\":\"{}\"");
    assertThat(trip.losses().stream().map(l -> l.what())).contains("id", "arguments", "word");
  }

  private static RoundTrip own(List<StreamEvent> events) {
    return RoundTrip.of(Dialects.OPENAI_CHAT, Dialects.OPENAI_CHAT, events, OPTIONS);
  }
}
