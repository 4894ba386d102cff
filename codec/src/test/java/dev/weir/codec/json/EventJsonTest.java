package dev.weir.codec.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.event.BlockId;
import dev.weir.event.BlockKind;
import dev.weir.event.FinishReason;
import dev.weir.event.Reasoning;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamFault;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class EventJsonTest {
  private static final BlockId BLOCK = new BlockId(1, 2);

  static Stream<Arguments> forms() {
    Map<String, String> origin = new LinkedHashMap<>();
    origin.put("type", "custom_tool_call");
    origin.put("item", "ctc_1");
    return Stream.of(
        Arguments.of(new StreamEvent.ResponseStart(null, null), "{'type':'response_start'}"),
        Arguments.of(
            new StreamEvent.ResponseStart("r", "m"),
            "{'type':'response_start','responseId':'r','modelName':'m'}"),
        Arguments.of(
            new StreamEvent.ResponseStart("r", null, /* alternatives= */ true),
            "{'type':'response_start','responseId':'r','alternatives':true}"),
        Arguments.of(
            new StreamEvent.PassStart("r", null, /* alternatives= */ true),
            "{'type':'pass_start','responseId':'r','alternatives':true}"),
        Arguments.of(
            new StreamEvent.ResponseProgress("queued", null, null),
            "{'type':'response_progress','status':'queued'}"),
        Arguments.of(
            new StreamEvent.BlockStart(BLOCK, BlockKind.TOOL_CALL, "c", "f", true, origin),
            "{'type':'block_start','output':1,'block':2,'kind':'tool_call','id':'c','name':'f',"
                + "'synthetic':true,'origin':{'type':'custom_tool_call','item':'ctc_1'}}"),
        Arguments.of(
            new StreamEvent.BlockDelta(BLOCK, "né 😀"),
            "{'type':'block_delta','output':1,'block':2,'text':'né 😀'}"),
        Arguments.of(
            new StreamEvent.BlockDelta(BLOCK, 3, "x"),
            "{'type':'block_delta','output':1,'block':2,'part':3,'text':'x'}"),
        Arguments.of(
            new StreamEvent.BlockEnd(
                BLOCK,
                true,
                new Reasoning("rs", List.of("a", "b"), "e", "s", true),
                null,
                null,
                null),
            "{'type':'block_end','output':1,'block':2,'complete':true,'reasoning':{'id':'rs',"
                + "'summary':['a','b'],'encrypted':'e','signature':'s','redacted':true}}"),
        Arguments.of(
            new StreamEvent.BlockEnd(BLOCK, false, null, "{}", "sig", "[]"),
            "{'type':'block_end','output':1,'block':2,'complete':false,'arguments':'{}',"
                + "'signature':'sig','source':'[]'}"),
        Arguments.of(
            new StreamEvent.Annotation(BLOCK, "url_citation", "{}"),
            "{'type':'annotation','output':1,'block':2,'kind':'url_citation','json':'{}'}"),
        Arguments.of(
            new StreamEvent.ToolProgress(BLOCK, "searching"),
            "{'type':'tool_progress','output':1,'block':2,'status':'searching'}"),
        Arguments.of(
            new StreamEvent.UsageUpdate(new Usage(1L, 2L, 0L, null, null)),
            "{'type':'usage','usage':{'inputTokens':1,'outputTokens':2,'reasoningTokens':0}}"),
        Arguments.of(
            new StreamEvent.UsageUpdate(new Usage(3L, null, null, null, null), Usage.NONE),
            "{'type':'usage','usage':{'inputTokens':3},'passUsage':{}}"),
        Arguments.of(new StreamEvent.PassStart(null, null), "{'type':'pass_start'}"),
        Arguments.of(
            new StreamEvent.PassStart("r2", "m"),
            "{'type':'pass_start','responseId':'r2','modelName':'m'}"),
        Arguments.of(
            new StreamEvent.PassEnd(Verdict.PAUSED, null, null, null, Map.of()),
            "{'type':'pass_end','verdict':'PAUSED'}"),
        Arguments.of(
            new StreamEvent.PassEnd(
                Verdict.TOOL_CALLS,
                "tool_use",
                new Usage(5L, null, null, null, null),
                new Usage(2L, null, null, null, null),
                Map.of(1, new Reasoning(null, List.of(), "enc", null, false))),
            "{'type':'pass_end','verdict':'TOOL_CALLS','word':'tool_use','usage':{'inputTokens':5},"
                + "'passUsage':{'inputTokens':2},'reasoning':[{'block':1,'encrypted':'enc'}]}"),
        Arguments.of(
            new StreamEvent.ResponseEnd(
                Verdict.COMPLETE,
                null,
                new Usage(5L, null, null, null, null),
                new Usage(2L, null, null, null, null),
                Map.of()),
            "{'type':'response_end','verdict':'COMPLETE','usage':{'inputTokens':5},"
                + "'passUsage':{'inputTokens':2}}"),
        Arguments.of(
            new StreamEvent.SequenceGap(3, 4), "{'type':'sequence_gap','expected':3,'actual':4}"),
        Arguments.of(
            new StreamEvent.BlockRepair(BLOCK, 3, "a"),
            "{'type':'block_repair','output':1,'block':2,'part':3,'text':'a'}"),
        Arguments.of(
            new StreamEvent.UnrepairedGap(3, 4, BLOCK, 0, 7),
            "{'type':'unrepaired_gap','expected':3,'actual':4,'output':1,'block':2,'at':7}"),
        Arguments.of(
            new StreamEvent.UnrepairedGap(3, 4, null, 0, 0),
            "{'type':'unrepaired_gap','expected':3,'actual':4}"),
        Arguments.of(
            new StreamEvent.FailedTry("a", "m", "503", "down", "b", "n", 500),
            "{'type':'failed_try','provider':'a','modelName':'m','code':'503','why':'down','next':'b','nextModel':'n','waitMillis':500}"),
        Arguments.of(
            new StreamEvent.Seam(BLOCK, 9, "a", "m", "b", null, "prefill", 4, null),
            "{'type':'seam','output':1,'block':2,'at':9,'provider':'a','modelName':'m','nextProvider':'b','way':'prefill','overlap':4}"),
        Arguments.of(
            new StreamEvent.OutputEnd(0, FinishReason.TOOL_CALLS, "tool_calls"),
            "{'type':'output_end','output':0,'reason':'tool_calls','word':'tool_calls'}"),
        Arguments.of(
            new StreamEvent.Unrecognized("new.event", "{", 9),
            "{'type':'unrecognized','name':'new.event','preview':'{','length':9}"),
        Arguments.of(
            new StreamEvent.Fault(
                new StreamFault(StreamFault.Kind.PROVIDER_ERROR, "429", "no", "limited")),
            "{'type':'fault','fault':'provider_error','code':'429','message':'no','errorType':'limited'}"),
        Arguments.of(
            new StreamEvent.ResponseEnd(
                Verdict.LENGTH, "length", new Usage(1L, null, null, null, null)),
            "{'type':'response_end','verdict':'LENGTH','word':'length','usage':{'inputTokens':1}}"),
        Arguments.of(
            new StreamEvent.ResponseEnd(
                Verdict.COMPLETE,
                null,
                null,
                Map.of(
                    10,
                    new Reasoning("rs", List.of(), "enc", null, false),
                    2,
                    new Reasoning(null, List.of(), "old", "sig", false))),
            "{'type':'response_end','verdict':'COMPLETE','reasoning':["
                + "{'block':2,'encrypted':'old','signature':'sig'},"
                + "{'block':10,'id':'rs','encrypted':'enc'}]}"));
  }

  @ParameterizedTest
  @MethodSource("forms")
  void whatIsWrittenIsReadBack(StreamEvent event, String form) {
    String json = form.replace('\'', '"');

    assertThat(EventJson.write(event)).isEqualTo(json);
    assertThat(EventJson.read(json)).isEqualTo(event);
  }

  @Test
  void everyEventTypeHasAForm() {
    long written = forms().map(a -> EventJson.type(EventJson.read(json(a)))).distinct().count();

    assertThat(written).isEqualTo(StreamEvent.class.getPermittedSubclasses().length);
  }

  private static String json(Arguments arguments) {
    return String.valueOf(arguments.get()[1]).replace('\'', '"');
  }

  @Test
  void fieldsOfALaterVersionAreIgnored() {
    assertThat(
            EventJson.read("{\"type\":\"sequence_gap\",\"expected\":1,\"actual\":2,\"new\":[1]}"))
        .isEqualTo(new StreamEvent.SequenceGap(1, 2));
  }

  @Test
  void whatIsNotAnEventIsRefusedInWords() {
    assertThatThrownBy(() -> EventJson.read("{\"type\":\"tea\"}"))
        .isInstanceOf(JsonException.class)
        .hasMessage("expected an event, saw type \"tea\"");
    assertThatThrownBy(() -> EventJson.read("{\"type\":\"block_delta\",\"output\":0,\"block\":0}"))
        .isInstanceOf(JsonException.class)
        .hasMessageStartingWith("expected a text \"text\" in");
    assertThatThrownBy(() -> EventJson.read("{\"type\":\"response_end\",\"verdict\":\"FINE\"}"))
        .hasMessage("expected a Verdict, saw \"FINE\"");
  }
}
