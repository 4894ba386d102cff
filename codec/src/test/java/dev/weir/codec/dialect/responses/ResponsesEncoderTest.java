package dev.weir.codec.dialect.responses;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.codec.LimitExceededException;
import dev.weir.codec.dialect.EncodeOptions;
import dev.weir.codec.dialect.EventSource;
import dev.weir.codec.dialect.ProviderJson;
import dev.weir.codec.json.Json;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.stream.Decoded;
import dev.weir.codec.stream.RoundTrip;
import dev.weir.codec.stream.StreamEncoder;
import dev.weir.event.BlockId;
import dev.weir.event.BlockKind;
import dev.weir.event.FinishReason;
import dev.weir.event.Reasoning;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamEvent.ToolProgress;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import dev.weir.testkit.EventScript;
import dev.weir.testkit.EventScript.Block;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResponsesEncoderTest {
  private static final EventSource FOREIGN = EventSource.FOREIGN;

  @Test
  void aTurnHasTheWholeLifecycleOfEveryItem() {
    List<StreamEvent> events =
        EventScript.response()
            .reasoning(new Reasoning(null, List.of(), "enc", null, false), "hm")
            .text("Hi")
            .call("c1", "f", "{}")
            .end(Verdict.TOOL_CALLS, "tool_use", new Usage(1L, 2L, null, null, null));
    RoundTrip trip = foreign(events);
    assertThat(types(trip.text()))
        .containsExactly(
            "response.created",
            "response.in_progress",
            "response.output_item.added",
            "response.reasoning_summary_part.added",
            "response.reasoning_summary_text.delta",
            "response.reasoning_summary_text.done",
            "response.reasoning_summary_part.done",
            "response.output_item.done",
            "response.output_item.added",
            "response.content_part.added",
            "response.output_text.delta",
            "response.output_text.done",
            "response.content_part.done",
            "response.output_item.done",
            "response.output_item.added",
            "response.function_call_arguments.delta",
            "response.function_call_arguments.done",
            "response.output_item.done",
            "response.completed");
    List<Json> chunks = chunks(trip.text());
    for (int i = 0; i < chunks.size(); i++) {
      assertThat(chunks.get(i).get("sequence_number").number()).isEqualTo(i);
    }
    assertThat(chunks.getLast().get("response").get("output").toText().replace("\"", "'"))
        .isEqualTo(
            "[{'id':'rs_0','type':'reasoning','summary':[{'type':'summary_text',"
                + "'text':'hm'}],'encrypted_content':'enc'},"
                + "{'id':'msg_1','type':'message','status':'completed','role':'assistant',"
                + "'content':[{'type':'output_text','text':'Hi','annotations':[],'logprobs':[]}]},"
                + "{'id':'fc_2','type':'function_call','status':'completed','call_id':'c1',"
                + "'name':'f','arguments':'{}'}]");
  }

  @Test
  void everyKindOfThisDialectComesBack() {
    var summary = new BlockId(0, 0);
    var tool = new BlockId(2, 2);
    Map<String, String> code = Map.of("type", "code_interpreter_call");
    List<StreamEvent> events =
        EventScript.response()
            .with(new StreamEvent.ResponseProgress("in_progress", null, null))
            .with(
                new BlockStart(
                    summary, BlockKind.REASONING, "rs_1", null, false, Map.of("part", "summary")))
            .with(new BlockDelta(summary, 0, "first"))
            .with(new BlockDelta(summary, 1, "second"))
            .with(
                new BlockEnd(
                    summary,
                    true,
                    new Reasoning("rs_1", List.of("first", "second"), "enc", null, false),
                    null,
                    null,
                    null))
            .finish(FinishReason.STOP, null)
            .with(
                new BlockStart(
                    new BlockId(1, 1),
                    BlockKind.TEXT,
                    "msg_1",
                    null,
                    false,
                    Map.of("phase", "commentary")))
            .with(new BlockDelta(new BlockId(1, 1), "Hi"))
            .with(
                new StreamEvent.Annotation(
                    new BlockId(1, 1), "url_citation", "{\"type\":\"url_citation\",\"url\":\"u\"}"))
            .with(new BlockEnd(new BlockId(1, 1), true, null, null, null, null))
            .output(1)
            .finish(FinishReason.STOP, "completed")
            .with(
                new BlockStart(
                    tool, BlockKind.SERVER_TOOL, "ci_1", "code_interpreter_call", false, code))
            .with(new ToolProgress(tool, "interpreting"))
            .with(new BlockDelta(tool, "print(1)"))
            .with(
                new BlockEnd(
                    tool,
                    true,
                    null,
                    "print(1)",
                    null,
                    "{\"id\":\"ci_1\",\"type\":\"code_interpreter_call\",\"status\":\"completed\","
                        + "\"code\":\"print(1)\"}"))
            .output(2)
            .finish(FinishReason.STOP, "completed")
            .with(
                new ResponseEnd(
                    Verdict.COMPLETE,
                    "completed",
                    new Usage(1L, 2L, 3L, 4L, 5L),
                    Map.of(0, new Reasoning("rs_1", List.of(), "newer", null, false))))
            .events();
    RoundTrip trip = own(events);
    assertThat(trip.unexplained()).isEmpty();
    assertThat(trip.losses()).isEmpty();
    assertThat(Decoded.counted(trip.after()).getLast()).isEqualTo(events.getLast());
  }

  @Test
  void aCustomToolHasInputInsteadOfArguments() {
    List<StreamEvent> events =
        EventScript.response()
            .block(
                Block.of(BlockKind.TOOL_CALL)
                    .named("c1", "sh")
                    .origin("type", "custom_tool_call")
                    .origin("item", "ctc_1"),
                "ls")
            .finish(FinishReason.TOOL_CALLS, "completed")
            .end(Verdict.TOOL_CALLS, "completed");
    RoundTrip trip = own(events);
    assertThat(Decoded.counted(trip.after())).isEqualTo(events);
    assertThat(types(trip.text())).contains("response.custom_tool_call_input.delta");
  }

  @Test
  void whatATokenLimitCutIsDoneAsIncomplete() {
    List<StreamEvent> events =
        EventScript.response()
            .block(Block.of(BlockKind.TEXT).named("msg_1", null).cut(), "Hi")
            .finish(FinishReason.LENGTH, "incomplete")
            .end(Verdict.LENGTH, "incomplete");
    RoundTrip trip = own(events);
    assertThat(Decoded.counted(trip.after())).isEqualTo(events);
    assertThat(chunks(trip.text()).getLast().get("response").get("incomplete_details").toText())
        .isEqualTo("{\"reason\":\"max_output_tokens\"}");
  }

  @Test
  void whatIsKeptForTheEndIsBounded() {
    var options =
        new EncodeOptions(
            null, null, 0, /* maxHeldChars= */ 1000, /* usage= */ true, Json.Null.NULL);
    var encoder = new StreamEncoder(Dialects.OPENAI_RESPONSES, FOREIGN, options);
    List<StreamEvent> events =
        EventScript.response().text("x".repeat(900)).end(Verdict.COMPLETE, null);
    assertThatThrownBy(() -> events.forEach(e -> encoder.accept(e, bytes -> {})))
        .isInstanceOf(LimitExceededException.class)
        .hasMessageContaining("More than 1,000 characters")
        .hasMessageContaining("raise EncodeOptions.maxHeldChars");
  }

  @Test
  void aStatusThatIsNotANameIsLostNotWritten() {
    var tool = new BlockId(0, 0);
    List<StreamEvent> events =
        EventScript.response()
            .with(
                new BlockStart(
                    tool,
                    BlockKind.SERVER_TOOL,
                    "x",
                    "x",
                    false,
                    Map.of("type", "odd\nevent: injected")))
            .with(new ToolProgress(tool, "done"))
            .with(new BlockEnd(tool, true, null, "", null, null))
            .end(Verdict.COMPLETE, "completed");
    RoundTrip trip = own(events);
    assertThat(trip.text()).doesNotContain("event: injected\n");
    assertThat(trip.losses().toString()).contains("there is no event for it");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'id':'ci','type':'code_interpreter_call','status':'in_progress','code':'','container_id':'cntr_1','outputs':[]}",
        "{'id':'sh','type':'shell_call','call_id':'c','status':'in_progress','action':{'commands':[],'timeout_ms':null}}",
        "{'id':'ts','type':'tool_search_call','status':'in_progress','arguments':{},'call_id':null,'execution':'server'}",
        "{'id':'po','type':'program_output','call_id':'c','status':'completed','result':''}"
      })
  void whatTheItemOfAToolHasFromItsBeginningIsAnnouncedWithIt(String item) {
    List<StreamEvent> events =
        ResponsesStream.events(
            ResponsesStream.CREATED,
            ResponsesStream.added(0, item),
            ResponsesStream.done(0, item),
            ResponsesStream.COMPLETED);
    Json added =
        chunks(own(events).text()).stream()
            .filter(chunk -> chunk.get("type").textOrEmpty().endsWith("item.added"))
            .findFirst()
            .orElseThrow();
    assertThat(added.get("item")).isEqualTo(ProviderJson.object(ResponsesStream.json(item)));
  }

  @Test
  void everyCommandOfAShellIsAnnounced() {
    String call = "{'id':'sh','type':'shell_call','call_id':'c','action':{'commands':%s}}";
    List<StreamEvent> events =
        ResponsesStream.events(
            ResponsesStream.CREATED,
            ResponsesStream.added(0, call.formatted("[]")),
            ResponsesStream.event("shell_call_command.added", 0, "'command_index':0,'command':''"),
            ResponsesStream.event("shell_call_command.delta", 0, "'command_index':0,'delta':'ls'"),
            ResponsesStream.event("shell_call_command.done", 0, "'command_index':0,'command':'ls'"),
            ResponsesStream.event("shell_call_command.added", 0, "'command_index':1,'command':''"),
            ResponsesStream.event("shell_call_command.delta", 0, "'command_index':1,'delta':'id'"),
            ResponsesStream.event("shell_call_command.done", 0, "'command_index':1,'command':'id'"),
            ResponsesStream.done(0, call.formatted("['ls','id']")),
            ResponsesStream.COMPLETED);
    assertThat(own(events).text().lines().filter(line -> line.contains("command.added\",")))
        .map(line -> ProviderJson.object(line.substring("data: ".length())))
        .map(chunk -> chunk.get("command_index").number() + chunk.get("command").text())
        .containsExactly("0", "1");
  }

  @Test
  void aLongFieldOfAnItemWaitsForItsEnd() {
    String words = "'" + "x".repeat(2_001) + "'";
    String item = "{'id':'p','type':'program','call_id':'c','code':%s,'tools':[%s]}";
    List<StreamEvent> events =
        ResponsesStream.events(
            ResponsesStream.CREATED,
            ResponsesStream.added(0, item.formatted(words, words)),
            ResponsesStream.done(0, item.formatted(words, words)),
            ResponsesStream.COMPLETED);
    String written = own(events).text().replace('"', '\'');
    assertThat(written).contains("'status':'in_progress','code':'','tools':[]}").contains(words);
  }

  private static RoundTrip own(List<StreamEvent> events) {
    return RoundTrip.of(Dialects.OPENAI_RESPONSES, Dialects.OPENAI_RESPONSES, events);
  }

  private static RoundTrip foreign(List<StreamEvent> events) {
    return RoundTrip.of(Dialects.OPENAI_RESPONSES, Dialects.ANTHROPIC, events);
  }

  /** The names of the events, which must be the types in their data. */
  private static List<String> types(String stream) {
    List<String> types = new ArrayList<>();
    List<Json> chunks = chunks(stream);
    for (String line : stream.lines().filter(l -> l.startsWith("event: ")).toList()) {
      types.add(line.substring("event: ".length()));
    }
    assertThat(chunks.stream().map(c -> c.get("type").textOrEmpty())).isEqualTo(types);
    return types;
  }

  private static List<Json> chunks(String stream) {
    return stream
        .lines()
        .filter(l -> l.startsWith("data: "))
        .map(l -> Objects.requireNonNull(ProviderJson.parse(l.substring("data: ".length()))))
        .toList();
  }
}
