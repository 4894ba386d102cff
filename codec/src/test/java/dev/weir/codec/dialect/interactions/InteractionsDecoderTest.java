package dev.weir.codec.dialect.interactions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.json.EventJson;
import dev.weir.codec.lifecycle.LifecycleEncoder;
import dev.weir.codec.lifecycle.LifecycleOptions;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.stream.Decoded;
import dev.weir.event.BlockKind;
import dev.weir.event.GrammarChecker;
import dev.weir.event.Response;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamFault;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import dev.weir.testkit.Cases;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InteractionsDecoderTest {
  private static final String CREATED =
      "{'event_type':'interaction.created','interaction':{'id':'i','model':'m','status':'in_progress'}}";

  @Test
  void stepsAreBlocksOfOneOutput() {
    assertThat(
            lines(
                CREATED,
                "{'event_type':'interaction.status_update','interaction_id':'i','status':'in_progress'}",
                start(0, "{'type':'thought'}"),
                delta(0, "{'type':'thought_summary','content':{'type':'text','text':'hm'}}"),
                delta(0, "{'type':'thought_signature','signature':'s'}"),
                stop(0),
                start(1, "{'type':'model_output'}"),
                delta(1, "{'type':'text','text':'Hel'}"),
                delta(1, "{'type':'text','text':'lo'}"),
                delta(
                    1,
                    "{'type':'text_annotation_delta','annotations':[{'type':'url_citation','url':'u'}]}"),
                stop(1),
                completed("completed"),
                "[DONE]"))
        .isEqualTo(
            """
            {'type':'response_start','responseId':'i','modelName':'m'}
            {'type':'response_progress','status':'in_progress'}
            {'type':'block_start','output':0,'block':0,'kind':'reasoning','origin':{'part':'summary'}}
            {'type':'block_delta','output':0,'block':0,'text':'hm'}
            {'type':'block_end','output':0,'block':0,'complete':true,'reasoning':{'signature':'s'}}
            {'type':'block_start','output':0,'block':1,'kind':'text'}
            {'type':'block_delta','output':0,'block':1,'text':'Hel'}
            {'type':'block_delta','output':0,'block':1,'text':'lo'}
            {'type':'annotation','output':0,'block':1,'kind':'url_citation','json':'{\\'type\\':\\'url_citation\\',\\'url\\':\\'u\\'}'}
            {'type':'block_end','output':0,'block':1,'complete':true}
            {'type':'usage','usage':{'inputTokens':1,'outputTokens':5,'reasoningTokens':3,'cachedInputTokens':4}}
            {'type':'output_end','output':0,'reason':'stop','word':'completed'}
            {'type':'response_end','verdict':'COMPLETE','word':'completed','usage':{'inputTokens':1,'outputTokens':5,'reasoningTokens':3,'cachedInputTokens':4}}
            """);
  }

  @Test
  void aThoughtWithoutTextKeepsItsSignature() {
    Response response =
        response(
            start(0, "{'type':'thought'}"),
            delta(0, "{'type':'thought_signature','signature':'s'}"),
            stop(0),
            completed("completed"));

    Response.Block block = response.blocks().getFirst();
    assertThat(block.synthetic()).isTrue();
    assertThat(block.reasoning()).extracting(r -> r == null ? "" : r.signature()).isEqualTo("s");
    assertThat(response.text(BlockKind.REASONING)).isEmpty();
  }

  @Test
  void callsTakeTheirDeltasAndElseWhatTheirStartSaid() {
    Response response =
        response(
            start(0, "{'type':'function_call','id':'c1','name':'f','arguments':{},'signature':''}"),
            delta(0, "{'type':'arguments_delta','arguments':'{`x`:'}"),
            delta(0, "{'type':'arguments_delta','partial_arguments':'1}','signature':'s'}"),
            stop(0),
            start(1, "{'type':'function_call','id':'c2','name':'g','arguments':{'b':1,'a':2}}"),
            stop(1),
            start(2, "{'type':'function_call','id':'c3','name':'h','arguments':{}}"),
            stop(2),
            completed("requires_action"));

    assertThat(response.blocks())
        .extracting(b -> b.id() + b.name() + b.text() + b.signature())
        .containsExactly("c1f{\"x\":1}s", "c2g{\"a\":2,\"b\":1}null", "c3h{}null");
    assertThat(response.verdict()).isEqualTo(Verdict.TOOL_CALLS);
    assertThat(response.word()).isEqualTo("requires_action");
  }

  @Test
  void toolsOfGoogleAreServerTools() {
    Response response =
        response(
            start(0, "{'type':'google_search_call','id':'t','signature':''}"),
            delta(0, "{'type':'google_search_call','arguments':{'queries':['q']},'signature':'s'}"),
            stop(0),
            start(1, "{'type':'google_search_result','call_id':'t'}"),
            delta(1, "{'type':'google_search_result','result':[{'u':1}],'is_error':false}"),
            stop(1),
            start(
                2,
                "{'type':'mcp_server_tool_call','id':'m','name':'roll','server_name':'dice','arguments':{}}"),
            stop(2),
            completed("completed"));

    assertThat(response.blocks())
        .extracting(
            b -> b.kind() + " " + b.id() + " " + b.name() + " " + b.text() + " " + b.signature())
        .containsExactly(
            "SERVER_TOOL t google_search_call {\"queries\":[\"q\"]} s",
            "TOOL_OUTPUT t google_search_result [{\"u\":1}] null",
            "SERVER_TOOL m roll {} null");
    assertThat(response.blocks().get(2).origin()).containsEntry("server_name", "dice");
    assertThat(response.verdict()).isEqualTo(Verdict.COMPLETE);
  }

  @Test
  void anOutputMayMixTextsAndPictures() {
    Response response =
        response(
            start(0, "{'type':'model_output'}"),
            delta(0, "{'type':'text','text':'a'}"),
            delta(0, "{'type':'image','mime_type':'image/png','data':'iVBO'}"),
            delta(0, "{'type':'text','text':'b'}"),
            delta(0, "{'type':'audio','mime_type':'audio/l16','data':'AA'}"),
            delta(0, "{'type':'audio','mime_type':'audio/l16','data':'BB'}"),
            delta(0, "{'type':'document','uri':'gs://d'}"),
            stop(0),
            completed("completed"));

    assertThat(response.blocks())
        .extracting(b -> b.kind() + " " + b.name() + " " + b.text())
        .containsExactly(
            "TEXT null a",
            "MEDIA image/png iVBO",
            "TEXT null b",
            "MEDIA audio/l16 AABB",
            "MEDIA document gs://d");
  }

  /** Words of the provider that once were ours for the boundaries of passes. */
  @ParameterizedTest
  @CsvSource({"gi.sse, hi, TRUNCATED", "gi2.sse, ab, COMPLETE"})
  void aStatusOfTheProviderDividesNothing(String name, String text, Verdict verdict) {
    List<StreamEvent> events =
        Decoded.events(Dialects.GEMINI_INTERACTIONS, List.of(Cases.bytes(name)));
    List<String> frames = new ArrayList<>();
    var encoder = new LifecycleEncoder(LifecycleOptions.DEFAULT, frame -> frames.add(frame.data()));
    events.forEach(event -> encoder.accept(event, 0));
    encoder.end(0);

    assertThat(Decoded.response(events).text(BlockKind.TEXT)).isEqualTo(text);
    assertThat(Decoded.response(events).verdict()).isEqualTo(verdict);
    assertThat(frames).noneMatch(frame -> frame.contains("\"phase\":1"));
    assertThat(frames).filteredOn(frame -> frame.contains("text_start")).hasSize(1);
    assertThat(frames).filteredOn(frame -> frame.contains("text_end")).hasSize(1);
  }

  @Test
  void stepsMayBeOpenAtTheSameTime() {
    Response response =
        response(
            start(0, "{'type':'model_output'}"),
            delta(0, "{'type':'text','text':'a'}"),
            start(1, "{'type':'function_call','id':'c','name':'f'}"),
            delta(1, "{'type':'arguments_delta','arguments':'{}'}"),
            delta(0, "{'type':'text','text':'b'}"),
            completed("completed"));

    assertThat(response.text(BlockKind.TEXT)).isEqualTo("ab");
    assertThat(response.blocks()).allMatch(Response.Block::complete);
  }

  @Test
  void deltasDoNotNeedAStart() {
    Response response =
        response(
            delta(0, "{'type':'text','text':'a'}"),
            delta(1, "{'type':'thought_summary','content':{'text':'hm'}}"),
            delta(2, "{'type':'arguments_delta','arguments':'{}'}"),
            completed("completed"));

    assertThat(response.blocks())
        .extracting(b -> b.kind() + " " + b.text())
        .containsExactly("TEXT a", "REASONING hm", "TOOL_CALL {}");
  }

  @Test
  void theOlderEventsOfContentsAreReadTheSameWay() {
    Response response =
        response(
            "{'event_type':'interaction.start','interaction':{'id':'i','model':'m'}}",
            "{'event_type':'content.start','index':0,'content':{'type':'text'}}",
            "{'event_type':'content.delta','index':0,'delta':{'type':'text','text':'a'}}",
            "{'event_type':'content.stop','index':0}",
            "{'event_type':'content.delta','index':1,'delta':{'type':'function_call','id':'c','name':'f','arguments':{'x':1}}}",
            "{'event_type':'interaction.complete','interaction':{'status':'requires_action'}}");

    assertThat(response.blocks())
        .extracting(b -> b.kind() + " " + b.name() + " " + b.text())
        .containsExactly("TEXT null a", "TOOL_CALL f {\"x\":1}");
    assertThat(response.verdict()).isEqualTo(Verdict.TOOL_CALLS);
  }

  @Test
  void anInteractionToldAtItsEndIsRead() {
    Response response =
        response(
            "{'event_type':'interaction.completed','interaction':{'id':'i','status':'completed','steps':["
                + "{'type':'thought','signature':'s','summary':[{'type':'text','text':'hm'}]},"
                + "{'type':'model_output','content':[{'type':'text','text':'a'}]}]}}");

    assertThat(response.text(BlockKind.REASONING)).isEqualTo("hm");
    assertThat(response.text(BlockKind.TEXT)).isEqualTo("a");
  }

  @ParameterizedTest
  @CsvSource({
    "completed, COMPLETE",
    "requires_action, TOOL_CALLS",
    "incomplete, LENGTH",
    "budget_exceeded, LENGTH",
    "failed, FAILED",
    "cancelled, CANCELLED",
    "something_new, COMPLETE",
  })
  void theLastStatusIsTheWord(String status, Verdict verdict) {
    Response response = response(delta(0, "{'type':'text','text':'a'}"), completed(status));

    assertThat(response.verdict()).isEqualTo(verdict);
    assertThat(response.word()).isEqualTo(status);
  }

  @Test
  void withoutAFinalStatusTheResponseIsCut() {
    Response response = response(CREATED, delta(0, "{'type':'text','text':'a'}"));

    assertThat(response.verdict()).isEqualTo(Verdict.TRUNCATED);
    assertThat(response.word()).isNull();
    assertThat(response.blocks().getFirst().complete()).isFalse();
  }

  @Test
  void anErrorFailsTheResponse() {
    Response response =
        response(
            delta(0, "{'type':'text','text':'a'}"),
            "{'event_type':'error','error':{'code':'gateway_timeout','message':'late'}}");

    assertThat(response.verdict()).isEqualTo(Verdict.FAILED);
    assertThat(response.faults())
        .containsExactly(
            new StreamFault(StreamFault.Kind.PROVIDER_ERROR, "gateway_timeout", "late"));
  }

  @Test
  void moreOpenStepsThanTheLimitFailTheStream() {
    String[] starts =
        IntStream.range(0, 1100)
            .mapToObj(i -> start(i, "{'type':'model_output'}"))
            .toArray(String[]::new);

    assertThat(response(starts).faults().getFirst().message())
        .startsWith("More than 1,024 steps are open at once");
  }

  @Test
  void whatIsUnknownIsCarried() {
    assertThat(events(delta(0, "{'type':'smell','x':1}"), "{'event_type':'step.paused','index':0}"))
        .filteredOn(e -> e instanceof StreamEvent.Unrecognized)
        .extracting(e -> ((StreamEvent.Unrecognized) e).type())
        .containsExactly("step.delta.smell", "step.paused");
  }

  @Test
  void whatOneStepUsedDoesNotCount() {
    Response response =
        response(
            "{'event_type':'step.stop','index':0,'step_usage':{'total_input_tokens':9},'usage':{'total_input_tokens':5}}");

    assertThat(response.usage()).isEqualTo(new Usage(5L, null, null, null, null));
  }

  private static String start(int index, String step) {
    return "{'event_type':'step.start','index':" + index + ",'step':" + step + "}";
  }

  private static String delta(int index, String delta) {
    return "{'event_type':'step.delta','index':" + index + ",'delta':" + delta + "}";
  }

  private static String stop(int index) {
    return "{'event_type':'step.stop','index':" + index + "}";
  }

  private static String completed(String status) {
    return "{'event_type':'interaction.completed','interaction':{'id':'i','status':'"
        + status
        + "','usage':{'total_input_tokens':1,'total_output_tokens':2,'total_thought_tokens':3,'total_cached_tokens':4}}}";
  }

  private static List<StreamEvent> events(String... chunks) {
    String[] texts =
        List.of(chunks).stream()
            .map(c -> c.replace('\'', '"').replace("`", "\\\""))
            .toArray(String[]::new);
    List<StreamEvent> events = Decoded.events(Dialects.GEMINI_INTERACTIONS, Decoded.sse(texts));
    assertThat(GrammarChecker.check(events)).isEmpty();
    return events;
  }

  private static Response response(String... chunks) {
    return Decoded.response(events(chunks));
  }

  private static String lines(String... chunks) {
    return Decoded.counted(events(chunks)).stream()
        .map(e -> EventJson.write(e).replace('"', '\'') + "\n")
        .collect(Collectors.joining());
  }
}
