package dev.weir.codec.dialect.anthropic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.dialect.EncodeOptions;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.stream.Decoded;
import dev.weir.codec.stream.RoundTrip;
import dev.weir.event.BlockId;
import dev.weir.event.BlockKind;
import dev.weir.event.FinishReason;
import dev.weir.event.Reasoning;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamEvent.UsageUpdate;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import dev.weir.testkit.EventScript;
import dev.weir.testkit.EventScript.Block;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AnthropicEncoderTest {
  private static final Reasoning SEALED =
      new Reasoning(null, List.of(), null, "sig", /* redacted= */ false);

  @Test
  void aTurnIsStartBlocksDeltaAndStop() {
    List<StreamEvent> events =
        EventScript.response()
            .with(new UsageUpdate(new Usage(1L, 1L, null, null, null)))
            .reasoning(SEALED, "hm")
            .text("Hi")
            .block(
                Block.of(BlockKind.TOOL_CALL).named("c1", "f").origin("type", "tool_use"),
                "{\"a\":1}")
            .with(new UsageUpdate(new Usage(1L, 9L, null, null, null)))
            .finish(FinishReason.TOOL_CALLS, "tool_use")
            .end(Verdict.TOOL_CALLS, "tool_use", new Usage(1L, 9L, null, null, null));
    RoundTrip trip = own(events);
    assertThat(trip.text().replace("\"", "'"))
        .isEqualTo(
            """
            event: message_start
            data: {'type':'message_start','message':{'id':'resp_1','type':'message','role':'assistant','model':'big-model','content':[],'stop_reason':null,'stop_sequence':null,'usage':{'input_tokens':1,'output_tokens':1}}}

            event: content_block_start
            data: {'type':'content_block_start','index':0,'content_block':{'type':'thinking','thinking':'','signature':''}}

            event: content_block_delta
            data: {'type':'content_block_delta','index':0,'delta':{'type':'thinking_delta','thinking':'hm'}}

            event: content_block_delta
            data: {'type':'content_block_delta','index':0,'delta':{'type':'signature_delta','signature':'sig'}}

            event: content_block_stop
            data: {'type':'content_block_stop','index':0}

            event: content_block_start
            data: {'type':'content_block_start','index':1,'content_block':{'type':'text','text':''}}

            event: content_block_delta
            data: {'type':'content_block_delta','index':1,'delta':{'type':'text_delta','text':'Hi'}}

            event: content_block_stop
            data: {'type':'content_block_stop','index':1}

            event: content_block_start
            data: {'type':'content_block_start','index':2,'content_block':{'type':'tool_use','id':'c1','name':'f','input':{}}}

            event: content_block_delta
            data: {'type':'content_block_delta','index':2,'delta':{'type':'input_json_delta','partial_json':'{\\'a\\':1}'}}

            event: content_block_stop
            data: {'type':'content_block_stop','index':2}

            event: message_delta
            data: {'type':'message_delta','delta':{'stop_reason':'tool_use','stop_sequence':null},'usage':{'input_tokens':1,'output_tokens':9}}

            event: message_stop
            data: {'type':'message_stop'}

            """);
    assertThat(Decoded.counted(trip.after())).isEqualTo(events);
    assertThat(trip.losses()).isEmpty();
  }

  @Test
  void everyKindOfThisDialectComesBack() {
    var redacted = new Reasoning(null, List.of(), "data", null, /* redacted= */ true);
    List<StreamEvent> events =
        EventScript.response()
            .with(new UsageUpdate(new Usage(10L, 5L, 2L, 3L, 4L)))
            .block(Block.of(BlockKind.REASONING).synthetic().reasoning(redacted))
            .reasoning(SEALED)
            .block(
                Block.of(BlockKind.TEXT)
                    .annotation(
                        "char_location", "{\"type\":\"char_location\",\"cited_text\":\"x\"}"),
                "cited")
            .block(
                Block.of(BlockKind.SERVER_TOOL)
                    .named("s1", "web_search")
                    .origin("type", "server_tool_use")
                    .origin("caller", "{\"type\":\"direct\"}"),
                "{\"query\":\"q\"}")
            .block(
                Block.of(BlockKind.TOOL_OUTPUT)
                    .named("s1", "web_search_tool_result")
                    .source(
                        "{\"type\":\"web_search_tool_result\",\"tool_use_id\":\"s1\","
                            + "\"content\":\"found\"}"),
                "found")
            .block(
                Block.of(BlockKind.SERVER_TOOL)
                    .named("m1", "ask")
                    .origin("type", "mcp_tool_use")
                    .origin("server_name", "wiki"))
            .block(
                Block.of(BlockKind.TOOL_OUTPUT)
                    .named("cont_1", "container")
                    .synthetic()
                    .source("{\"id\":\"cont_1\",\"expires_at\":\"later\"}"))
            .finish(FinishReason.PAUSED, "pause_turn")
            .end(Verdict.PAUSED, "pause_turn", new Usage(10L, 5L, 2L, 3L, 4L));
    RoundTrip trip = own(events);
    assertThat(Decoded.counted(trip.after())).isEqualTo(events);
    assertThat(trip.losses()).isEmpty();
  }

  @Test
  void blocksThatAreOpenAtOnceAreToldApartByTheirIndex() {
    var r = new BlockId(0, 0);
    var t = new BlockId(0, 1);
    List<StreamEvent> events =
        EventScript.response()
            .with(new BlockStart(r, BlockKind.REASONING, null, null, false, Map.of()))
            .with(new BlockDelta(r, "hm"))
            .with(new BlockStart(t, BlockKind.TEXT, null, null, false, Map.of()))
            .with(new BlockDelta(t, "Hi"))
            .with(new BlockEnd(t, true, null, null, null, null))
            .with(new BlockEnd(r, true, SEALED, null, null, null))
            .finish(FinishReason.STOP, "stop")
            .end(Verdict.COMPLETE, "stop");
    RoundTrip trip = RoundTrip.of(Dialects.ANTHROPIC, Dialects.OPENAI_CHAT, events);
    assertThat(trip.after().stream().filter(e -> e instanceof BlockEnd))
        .containsExactly(events.get(5), events.get(6));
  }

  @Test
  void freeTextOfACustomToolBecomesAnObject() {
    List<StreamEvent> events =
        EventScript.response()
            .block(
                Block.of(BlockKind.TOOL_CALL).named("c1", "sh").origin("type", "custom_tool_call"),
                "echo \"a\"\n",
                "b")
            .end(Verdict.TOOL_CALLS, "completed");
    RoundTrip trip = RoundTrip.of(Dialects.ANTHROPIC, Dialects.OPENAI_RESPONSES, events);
    assertThat(trip.after().stream().filter(e -> e instanceof BlockEnd))
        .containsExactly(
            new BlockEnd(
                new BlockId(0, 0), true, null, "{\"input\":\"echo \\\"a\\\"\\nb\"}", null, null));
    assertThat(trip.losses().toString()).contains("free text");
  }

  @Test
  void onlyTheFirstOfAlternativesIsWritten() {
    List<StreamEvent> events =
        EventScript.alternatives()
            .text("one")
            .output(1)
            .text("two")
            .output(0)
            .finish(FinishReason.STOP, "stop")
            .end(Verdict.COMPLETE, "stop");
    RoundTrip trip = RoundTrip.of(Dialects.ANTHROPIC, Dialects.OPENAI_CHAT, events);
    assertThat(trip.text()).contains("one").doesNotContain("two");
    assertThat(trip.losses().toString()).contains("no alternatives");
  }

  @Test
  void clientsAreToldACountOfOutputEvenIfTheProviderReportsNone() {
    List<StreamEvent> events = EventScript.response().text("Hi").end(Verdict.COMPLETE, "stop");
    RoundTrip trip = RoundTrip.of(Dialects.ANTHROPIC, Dialects.OPENAI_CHAT, events);
    assertThat(trip.text()).contains("\"stop_sequence\":null},\"usage\":{\"output_tokens\":0}}");
  }

  private static RoundTrip own(List<StreamEvent> events) {
    return RoundTrip.of(Dialects.ANTHROPIC, Dialects.ANTHROPIC, events, EncodeOptions.DEFAULT);
  }
}
