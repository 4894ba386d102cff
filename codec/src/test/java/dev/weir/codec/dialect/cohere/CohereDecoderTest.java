package dev.weir.codec.dialect.cohere;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.Limits;
import dev.weir.codec.dialect.DecodeOptions;
import dev.weir.codec.dialect.ThinkTags;
import dev.weir.codec.json.EventJson;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.stream.Decoded;
import dev.weir.event.BlockKind;
import dev.weir.event.GrammarChecker;
import dev.weir.event.Response;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamFault;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CohereDecoderTest {
  private static final String START =
      "{'type':'message-start','id':'r','delta':{'message':{'role':'assistant','content':[],'tool_plan':''}}}";

  @Test
  void contentsAreBlocksByTheirIndex() {
    assertThat(
            lines(
                START,
                "{'type':'content-start','index':0,'delta':{'message':{'content':{'type':'thinking','thinking':''}}}}",
                thinking(0, "hm"),
                "{'type':'content-end','index':0}",
                "{'type':'content-start','index':1,'delta':{'message':{'content':{'type':'text','text':''}}}}",
                text(1, "Hel"),
                citation("{'start':0,'end':3,'content_index':1}"),
                "{'type':'citation-end','index':0}",
                text(1, "lo"),
                "{'type':'content-end','index':1}",
                end("COMPLETE"),
                "[DONE]"))
        .isEqualTo(
            """
            {'type':'response_start','responseId':'r'}
            {'type':'block_start','output':0,'block':0,'kind':'reasoning'}
            {'type':'block_delta','output':0,'block':0,'text':'hm'}
            {'type':'block_end','output':0,'block':0,'complete':true}
            {'type':'block_start','output':0,'block':1,'kind':'text'}
            {'type':'block_delta','output':0,'block':1,'text':'Hel'}
            {'type':'annotation','output':0,'block':1,'kind':'citation','json':'{\\'start\\':0,\\'end\\':3,\\'content_index\\':1}'}
            {'type':'block_delta','output':0,'block':1,'text':'lo'}
            {'type':'block_end','output':0,'block':1,'complete':true}
            {'type':'usage','usage':{'inputTokens':20,'outputTokens':7,'reasoningTokens':4,'cachedInputTokens':16}}
            {'type':'output_end','output':0,'reason':'stop','word':'COMPLETE'}
            {'type':'response_end','verdict':'COMPLETE','word':'COMPLETE','usage':{'inputTokens':20,'outputTokens':7,'reasoningTokens':4,'cachedInputTokens':16}}
            """);
  }

  @Test
  void callsComeInPieces() {
    Response response =
        response(
            START,
            callStart(0, "c1", "f"),
            arguments(0, "{`x`"),
            arguments(0, ": 1}"),
            "{'type':'tool-call-end','index':0}",
            callStart(1, "c2", "g"),
            "{'type':'tool-call-end','index':1}",
            end("TOOL_CALL"));

    assertThat(response.blocks())
        .extracting(b -> b.kind() + " " + b.id() + " " + b.name() + " " + b.text())
        .containsExactly("TOOL_CALL c1 f {\"x\": 1}", "TOOL_CALL c2 g ");
    assertThat(response.verdict()).isEqualTo(Verdict.TOOL_CALLS);
  }

  /** It is not an answer and no thinking, but has to go back with the calls. */
  @Test
  void theToolPlanIsKeptButIsNotText() {
    Response response =
        response(START, plan("I will"), plan(" search."), callStart(0, "c", "f"), end("TOOL_CALL"));

    Response.Block plan = response.blocks().getFirst();
    assertThat(plan.synthetic()).isTrue();
    assertThat(plan.complete()).isTrue();
    assertThat(plan.origin()).containsEntry("part", "tool_plan");
    assertThat(plan.reasoning())
        .extracting(r -> r == null ? List.of() : r.summary())
        .isEqualTo(List.of("I will search."));
    assertThat(response.text(BlockKind.TEXT)).isEmpty();
    assertThat(response.text(BlockKind.REASONING)).isEmpty();
  }

  @Test
  void aPlanThatIsCutIsKeptToo() {
    Response response = response(START, plan("I will"));

    assertThat(response.blocks())
        .extracting(b -> b.reasoning() + " " + b.complete())
        .containsExactly(
            "Reasoning[id=null, summary=[I will], encrypted=null, signature=null, redacted=false] false");
  }

  @Test
  void aPlanBeyondTheLimitFailsTheStream() {
    var limits = new Limits(1 << 20, 1024, /* maxBlockChars= */ 100, 200);
    var options = new DecodeOptions(limits, ThinkTags.KEEP);
    byte[] stream =
        Decoded.sse(json(plan("x".repeat(60))), json(plan("y".repeat(60)))).getBytes(UTF_8);
    Response response = Decoded.response(Decoded.events(Dialects.COHERE, options, List.of(stream)));

    assertThat(response.verdict()).isEqualTo(Verdict.FAILED);
    assertThat(response.faults().getFirst().message())
        .isEqualTo(
            "The tool plan exceeds 100 characters; raise max-block-chars or check the upstream");
  }

  @Test
  void deltasDoNotNeedAStart() {
    Response response = response(text(0, "a"), arguments(3, "{}"), end("COMPLETE"));

    assertThat(response.blocks())
        .extracting(b -> b.kind() + " " + b.text())
        .containsExactly("TEXT a", "TOOL_CALL {}");
    assertThat(response.verdict()).isEqualTo(Verdict.TOOL_CALLS);
  }

  @Test
  void aCitationWithoutItsTextIsCarried() {
    assertThat(events(START, citation("{'start':0}")))
        .contains(new StreamEvent.Unrecognized("citation without its text", "{\"start\":0}", 11));
  }

  @ParameterizedTest
  @CsvSource({
    "COMPLETE, COMPLETE",
    "STOP_SEQUENCE, COMPLETE",
    "MAX_TOKENS, LENGTH",
    "TOOL_CALL, TOOL_CALLS",
    "ERROR, FAILED",
    "TIMEOUT, FAILED",
    "ERROR_TOXIC, FILTERED",
    "USER_CANCEL, CANCELLED",
    "SOMETHING_NEW, COMPLETE",
  })
  void theFinishReasonIsTheWord(String word, Verdict verdict) {
    Response response = response(START, text(0, "a"), end(word), "[DONE]");

    assertThat(response.verdict()).isEqualTo(verdict);
    assertThat(response.word()).isEqualTo(word);
  }

  @Test
  void withoutItsEndTheResponseIsCut() {
    assertThat(response(START, text(0, "a")).verdict()).isEqualTo(Verdict.TRUNCATED);
    assertThat(response(START, text(0, "a"), "[DONE]").verdict()).isEqualTo(Verdict.TRUNCATED);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "{'message':'no','id':'e'}",
        "{'error':'no'}",
        "{'type':'error','message':'no'}",
        "{'type':'message-end','delta':{'error':'no','finish_reason':'ERROR'}}",
      })
  void anErrorOfAnyShapeFailsTheResponse(String error) {
    Response response = response(START, text(0, "a"), error);

    assertThat(response.verdict()).isEqualTo(Verdict.FAILED);
    assertThat(response.faults())
        .containsExactly(new StreamFault(StreamFault.Kind.PROVIDER_ERROR, null, "no"));
  }

  @Test
  void unknownEventsAreCarried() {
    assertThat(events(START, "{'type':'debug','prompt':'p'}"))
        .filteredOn(e -> e instanceof StreamEvent.Unrecognized)
        .extracting(e -> ((StreamEvent.Unrecognized) e).type())
        .containsExactly("debug");
  }

  /** Lines instead of events, and other names. */
  @Nested
  class VersionOne {

    @Test
    void textAndEnd() {
      Response response =
          lineResponse(
              "{'is_finished':false,'event_type':'stream-start','generation_id':'g'}",
              "{'is_finished':false,'event_type':'text-generation','text':'Hel'}",
              "{'is_finished':false,'event_type':'citation-generation','citations':[{'start':0}]}",
              "{'is_finished':true,'event_type':'stream-end','finish_reason':'COMPLETE','response':"
                  + "{'text':'Hello','generation_id':'g','meta':{'billed_units':{'input_tokens':1,'output_tokens':2},'tokens':{'input_tokens':10}}}}");

      assertThat(response.responseId()).isEqualTo("g");
      assertThat(response.text(BlockKind.TEXT)).isEqualTo("Hello");
      assertThat(response.blocks().getFirst().annotations()).containsExactly("{\"start\":0}");
      assertThat(response.usage()).isEqualTo(new Usage(10L, 2L, null, null, null));
      assertThat(response.verdict()).isEqualTo(Verdict.COMPLETE);
    }

    @Test
    void callsInPiecesAreNotCountedAgainWhenTheyComeWhole() {
      Response response =
          lineResponse(
              "{'event_type':'tool-calls-chunk','text':'I will'}",
              "{'event_type':'tool-calls-chunk','tool_call_delta':{'index':0,'name':'f'}}",
              "{'event_type':'tool-calls-chunk','tool_call_delta':{'index':0,'parameters':'{`x`:1}'}}",
              "{'event_type':'tool-calls-generation','tool_calls':[{'name':'f','parameters':{'x':1}},{'name':'g','parameters':{'b':2,'a':1}}]}",
              "{'event_type':'stream-end','finish_reason':'COMPLETE','response':{'text':'I will','tool_calls':[{'name':'f'},{'name':'g'}]}}");

      assertThat(response.blocks(BlockKind.TOOL_CALL))
          .extracting(b -> b.name() + b.text())
          .containsExactly("f{\"x\":1}", "g{\"a\":1,\"b\":2}");
      assertThat(response.text(BlockKind.TEXT)).isEmpty();
      assertThat(response.verdict()).isEqualTo(Verdict.TOOL_CALLS);
    }

    @Test
    void searchesAreServerTools() {
      Response response =
          lineResponse(
              "{'event_type':'search-queries-generation','search_queries':[{'text':'q'}]}",
              "{'event_type':'search-results','search_results':[{'n':1}],'documents':[{'d':1}]}",
              "{'event_type':'stream-end','finish_reason':'COMPLETE'}");

      assertThat(response.blocks())
          .extracting(b -> b.kind() + " " + b.text())
          .containsExactly(
              "SERVER_TOOL [{\"text\":\"q\"}]",
              "TOOL_OUTPUT [{\"n\":1}]",
              "TOOL_OUTPUT [{\"d\":1}]");
    }

    @Test
    void theOldestLinesHaveNoType() {
      Response response =
          lineResponse(
              "{'text':'a','is_finished':false}",
              "{'is_finished':true,'finish_reason':'MAX_TOKENS'}");

      assertThat(response.text(BlockKind.TEXT)).isEqualTo("a");
      assertThat(response.verdict()).isEqualTo(Verdict.LENGTH);
    }

    private static Response lineResponse(String... lines) {
      String stream =
          List.of(lines).stream().map(l -> json(l) + "\n").collect(Collectors.joining());
      List<StreamEvent> events = Decoded.events(Dialects.COHERE, stream);
      assertThat(GrammarChecker.check(events)).isEmpty();
      return Decoded.response(events);
    }
  }

  private static String text(int index, String text) {
    return content(index, "{'text':'" + text + "'}");
  }

  private static String thinking(int index, String text) {
    return content(index, "{'thinking':'" + text + "'}");
  }

  private static String content(int index, String content) {
    return "{'type':'content-delta','index':%d,'delta':{'message':{'content':%s}}}"
        .formatted(index, content);
  }

  private static String plan(String text) {
    return "{'type':'tool-plan-delta','delta':{'message':{'tool_plan':'" + text + "'}}}";
  }

  private static String callStart(int index, String id, String name) {
    return ("{'type':'tool-call-start','index':%d,'delta':{'message':{'tool_calls':"
            + "{'id':'%s','type':'function','function':{'name':'%s','arguments':''}}}}}")
        .formatted(index, id, name);
  }

  private static String arguments(int index, String text) {
    return ("{'type':'tool-call-delta','index':%d,'delta':{'message':{'tool_calls':"
            + "{'function':{'arguments':'%s'}}}}}")
        .formatted(index, text);
  }

  private static String citation(String citation) {
    return "{'type':'citation-start','index':0,'delta':{'message':{'citations':" + citation + "}}}";
  }

  private static String end(String word) {
    return "{'type':'message-end','delta':{'finish_reason':'"
        + word
        + "','usage':{'billed_units':{'input_tokens':2,'output_tokens':3},"
        + "'tokens':{'input_tokens':20,'output_tokens':7,'reasoning_tokens':4},'cached_tokens':16}}}";
  }

  private static String json(String quoted) {
    return quoted.replace('\'', '"').replace("`", "\\\"");
  }

  private static List<StreamEvent> events(String... chunks) {
    String[] texts = List.of(chunks).stream().map(CohereDecoderTest::json).toArray(String[]::new);
    List<StreamEvent> events = Decoded.events(Dialects.COHERE, Decoded.sse(texts));
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
