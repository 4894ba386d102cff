package dev.weir.codec.dialect.chat;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChatDecoderTest {

  @Test
  void aPlainAnswerIsOneTextBlock() {
    assertThat(
            lines(
                chunk("{'role':'assistant','content':''}"),
                chunk("{'content':'Hel'}"),
                chunk("{'content':'lo'}"),
                finish("stop"),
                "{'id':'c','model':'m','choices':[],'usage':{'prompt_tokens':3,'completion_tokens':2}}",
                "[DONE]"))
        .isEqualTo(
            """
            {'type':'response_start','responseId':'c','modelName':'m','alternatives':true}
            {'type':'block_start','output':0,'block':0,'kind':'text'}
            {'type':'block_delta','output':0,'block':0,'text':'Hel'}
            {'type':'block_delta','output':0,'block':0,'text':'lo'}
            {'type':'block_end','output':0,'block':0,'complete':true}
            {'type':'output_end','output':0,'reason':'stop','word':'stop'}
            {'type':'usage','usage':{'inputTokens':3,'outputTokens':2}}
            {'type':'response_end','verdict':'COMPLETE','word':'stop','usage':{'inputTokens':3,'outputTokens':2}}
            """);
  }

  /** Where providers put reasoning. */
  @Nested
  class ReasoningText {

    @ParameterizedTest
    @ValueSource(
        strings = {"reasoning_content", "reasoning", "reasoning_text", "thinking", "thought"})
    void isFoundUnderEveryName(String field) {
      Response response =
          response(
              chunk("{'" + field + "':'hm','content':null}"), chunk("{'content':'ok'}"), "[DONE]");

      assertThat(response.text(BlockKind.REASONING)).isEqualTo("hm");
      assertThat(response.text(BlockKind.TEXT)).isEqualTo("ok");
    }

    @Test
    void thatComesTwiceInOneDeltaCountsOnce() {
      Response response =
          response(
              chunk(
                  "{'reasoning':'hm','reasoning_content':'hm',"
                      + "'reasoning_details':[{'type':'reasoning.text','text':'hm','index':0}]}"),
              "[DONE]");

      assertThat(response.text(BlockKind.REASONING)).isEqualTo("hm");
    }

    @Test
    void standsBeforeContentOfTheSameDelta() {
      assertThat(lines(chunk("{'reasoning':'a','content':'b'}"), finish("stop"), "[DONE]"))
          .isEqualTo(
              """
              {'type':'response_start','responseId':'c','modelName':'m','alternatives':true}
              {'type':'block_start','output':0,'block':0,'kind':'reasoning','origin':{'field':'reasoning'}}
              {'type':'block_delta','output':0,'block':0,'text':'a'}
              {'type':'block_start','output':0,'block':1,'kind':'text'}
              {'type':'block_delta','output':0,'block':1,'text':'b'}
              {'type':'block_end','output':0,'block':0,'complete':true}
              {'type':'block_end','output':0,'block':1,'complete':true}
              {'type':'output_end','output':0,'reason':'stop','word':'stop'}
              {'type':'response_end','verdict':'COMPLETE','word':'stop'}
              """);
    }

    @Test
    void thatResumesAfterTextIsABlockOfItsOwn() {
      Response response =
          response(
              chunk("{'reasoning':'one'}"),
              chunk("{'content':'A'}"),
              chunk("{'reasoning':'two'}"),
              chunk("{'content':'B'}"),
              finish("stop"),
              "[DONE]");

      assertThat(response.blocks())
          .extracting(b -> b.kind() + " " + b.text())
          .containsExactly("REASONING one", "TEXT A", "REASONING two", "TEXT B");
    }

    @Test
    void keepsSignatureAndEncryptedDataThatComeAfterTheText() {
      Response response =
          response(
              chunk(
                  "{'reasoning':'hm','reasoning_details':[{'type':'reasoning.text','text':'hm','index':0}]}"),
              chunk("{'content':'ok'}"),
              chunk(
                  "{'reasoning_details':[{'type':'reasoning.text','signature':'sig','index':0},"
                      + "{'type':'reasoning.encrypted','data':'enc','id':'r1','index':1}]}"),
              finish("stop"),
              "[DONE]");

      Response.Block block = response.blocks(BlockKind.REASONING).getFirst();
      assertThat(block.reasoning())
          .isEqualTo(new dev.weir.event.Reasoning("r1", List.of(), "enc", "sig", false));
      assertThat(block.source())
          .isEqualTo(
              json(
                  "[{'type':'reasoning.text','text':'hm','index':0,'signature':'sig'},"
                      + "{'type':'reasoning.encrypted','data':'enc','id':'r1','index':1}]"));
    }

    @Test
    void thatIsOnlyEncryptedGivesASyntheticBlock() {
      Response response =
          response(
              chunk("{'reasoning_details':[{'type':'reasoning.encrypted','data':'enc'}]}"),
              chunk("{'content':'ok'}"),
              "[DONE]");

      assertThat(response.blocks().getFirst().synthetic()).isTrue();
      assertThat(response.text(BlockKind.REASONING)).isEmpty();
    }

    @Test
    void maySitInAContentListAsMistralSendsIt() {
      Response response =
          response(
              chunk("{'content':[{'type':'thinking','thinking':[{'type':'text','text':'hm'}]}]}"),
              chunk("{'content':[{'type':'text','text':'o'}]}"),
              chunk("{'content':'k'}"),
              finish("stop"),
              "[DONE]");

      assertThat(response.text(BlockKind.REASONING)).isEqualTo("hm");
      assertThat(response.text(BlockKind.TEXT)).isEqualTo("ok");
    }
  }

  /** Finding the call that an entry belongs to. */
  @Nested
  class ToolCalls {

    @Test
    void growByTheirIndex() {
      assertThat(
              calls(
                  call("'index':0,'id':'a','function':{'name':'f','arguments':''}"),
                  call("'index':1,'id':'b','function':{'name':'g','arguments':''}"),
                  call("'index':0,'function':{'arguments':'{1'}"),
                  call("'index':1,'function':{'arguments':'{2}'}"),
                  call("'index':0,'function':{'arguments':'}'}")))
          .containsExactly("a f {1}", "b g {2}");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
        delimiter = '|',
        quoteCharacter = '`',
        textBlock =
            """
            a missing index     | 'id':'a','function':{'name':'f','arguments':'{1}'}              | 'id':'b','function':{'name':'g','arguments':'{2}'}
            a negative index    | 'index':-1,'id':'a','function':{'name':'f','arguments':'{1}'}   | 'index':-1,'id':'b','function':{'name':'g','arguments':'{2}'}
            a shared index      | 'index':0,'id':'a','function':{'name':'f','arguments':'{1}'}    | 'index':0,'id':'b','function':{'name':'g','arguments':'{2}'}
            indexes from one    | 'index':1,'id':'a','function':{'name':'f','arguments':'{1}'}    | 'index':2,'id':'b','function':{'name':'g','arguments':'{2}'}
            """)
    void areToldApart(String name, String first, String second) {
      assertThat(calls(call(first), call(second))).containsExactly("a f {1}", "b g {2}");
    }

    @Test
    void severalInOneDeltaAreAllTaken() {
      assertThat(
              calls(
                  chunk(
                      "{'tool_calls':[{'index':0,'id':'a','function':{'name':'f','arguments':'{1}'}},"
                          + "{'index':1,'id':'b','function':{'name':'g','arguments':'{2}'}}]}")))
          .containsExactly("a f {1}", "b g {2}");
    }

    @Test
    void withoutIndexAndIdContinueTheLast() {
      assertThat(
              calls(
                  call("'id':'a','function':{'name':'f','arguments':'{'}"),
                  call("'function':{'arguments':'1}'}")))
          .containsExactly("a f {1}");
    }

    @Test
    void underSeveralIndexesWithOneIdAreOne() {
      assertThat(
              calls(
                  call("'index':0,'id':'a','function':{'name':'f','arguments':'{1}'}"),
                  call("'index':1,'id':'a','function':{'name':'f','arguments':'{1}'}")))
          .containsExactly("a f {1}");
    }

    @Test
    void whoseWholeArgumentsAreRepeatedAfterTheDeltasHaveThemOnce() {
      assertThat(
              calls(
                  call("'index':0,'id':'a','function':{'name':'f','arguments':'{\\\"x\\\":'}"),
                  call("'index':0,'function':{'arguments':'1}'}"),
                  call("'index':0,'function':{'arguments':'{\\\"x\\\":1}'}")))
          .containsExactly("a f {\"x\":1}");
    }

    @Test
    void mayHaveAnObjectOrNothingForArguments() {
      assertThat(
              calls(
                  call("'index':0,'id':'a','function':{'name':'f','arguments':{'b':1,'a':2}}"),
                  call("'index':1,'id':'b','function':{'name':'g','arguments':null}"),
                  call("'index':2,'id':'c','function':{'name':'h'}")))
          .containsExactly("a f {\"a\":2,\"b\":1}", "b g ", "c h ");
    }

    @Test
    void ofTheOldKindHaveNoId() {
      assertThat(
              calls(
                  chunk("{'function_call':{'name':'f','arguments':''}}"),
                  chunk("{'function_call':{'arguments':'{1}'}}")))
          .containsExactly("null f {1}");
    }

    @Test
    void cutByTheTokenLimitSaySo() {
      Response response =
          response(
              call("'index':0,'id':'a','function':{'name':'f','arguments':'{\\\"x'}"),
              finish("length"),
              "[DONE]");

      assertThat(response.verdict()).isEqualTo(Verdict.LENGTH);
      assertThat(response.blocks().getFirst().complete()).isFalse();
    }

    @Test
    void keepTheSignatureThatGeminiPutsBesideThem() {
      Response response =
          response(
              call(
                  "'index':0,'id':'a','function':{'name':'f','arguments':'{}'},"
                      + "'extra_content':{'google':{'thought_signature':'sig'}}"),
              finish("tool_calls"),
              "[DONE]");

      assertThat(response.blocks().getFirst().signature()).isEqualTo("sig");
    }

    private List<String> calls(String... chunks) {
      List<String> all = new ArrayList<>(List.of(chunks));
      all.add(finish("tool_calls"));
      all.add("[DONE]");
      Response response = response(all.toArray(String[]::new));
      assertThat(response.verdict()).isEqualTo(Verdict.TOOL_CALLS);
      return response.blocks(BlockKind.TOOL_CALL).stream()
          .map(b -> b.id() + " " + b.name() + " " + b.text())
          .toList();
    }
  }

  /** How streams end, and what the verdict says. */
  @Nested
  class Ends {

    @ParameterizedTest
    @CsvSource({
      "stop, COMPLETE",
      "length, LENGTH",
      "tool_calls, TOOL_CALLS",
      "function_call, TOOL_CALLS",
      "content_filter, FILTERED",
      "model_length, LENGTH",
      "insufficient_system_resource, FAILED",
      "error, FAILED",
      "something_new, COMPLETE",
    })
    void theProvidersWordGivesTheVerdict(String word, Verdict verdict) {
      Response response = response(chunk("{'content':'x'}"), finish(word), "[DONE]");

      assertThat(response.verdict()).isEqualTo(verdict);
      assertThat(response.word()).isEqualTo(word);
    }

    @Test
    void aFinishReasonWithoutTheMarkIsAnEnd() {
      assertThat(response(chunk("{'content':'x'}"), finish("stop")).verdict())
          .isEqualTo(Verdict.COMPLETE);
    }

    @Test
    void theMarkWithoutAFinishReasonIsAnEnd() {
      Response response = response(chunk("{'content':'x'}"), "[DONE]");

      assertThat(response.verdict()).isEqualTo(Verdict.COMPLETE);
      assertThat(response.word()).isNull();
    }

    @Test
    void neitherIsTruncation() {
      Response response = response(chunk("{'content':'x'}"));

      assertThat(response.verdict()).isEqualTo(Verdict.TRUNCATED);
      assertThat(response.text(BlockKind.TEXT)).isEqualTo("x");
      assertThat(response.blocks().getFirst().complete()).isFalse();
    }

    @Test
    void aChoiceThatNeverFinishedMakesTheStreamTruncated() {
      Response response =
          response(
              "{'choices':[{'index':0,'delta':{'content':'a'}},{'index':1,'delta':{'content':'b'}}]}",
              "{'choices':[{'index':1,'delta':{},'finish_reason':'stop'}]}");

      assertThat(response.verdict()).isEqualTo(Verdict.TRUNCATED);
    }

    @Test
    void textAfterAFinishReasonIsKept() {
      Response response =
          response(
              chunk("{'content':'a'}"), finish("stop"), chunk("{'content':'b'}"), finish("stop"));

      assertThat(response.text(BlockKind.TEXT)).isEqualTo("ab");
      assertThat(response.verdict()).isEqualTo(Verdict.COMPLETE);
    }

    @Test
    void aRefusalIsAVerdictOfItsOwn() {
      Response response =
          response(chunk("{'refusal':'I '}"), chunk("{'refusal':'will not'}"), finish("stop"));

      assertThat(response.verdict()).isEqualTo(Verdict.REFUSED);
      assertThat(response.text(BlockKind.REFUSAL)).isEqualTo("I will not");
    }

    @Test
    void nothingIsEmittedAfterTheMark() {
      assertThat(response(chunk("{'content':'a'}"), "[DONE]", chunk("{'content':'b'}")))
          .extracting(r -> r.text(BlockKind.TEXT))
          .isEqualTo("a");
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
        strings = {
          "{'error':{'message':'no','code':'E'}}",
          "{'choices':[],'error':{'message':'no','code':'E'}}",
          "{'choices':[{'index':0,'delta':{},'finish_reason':'error'}],'error':{'message':'no','code':'E'}}",
          "{'object':'error','message':'no','code':'E'}",
          "{'code':'E','error':'no'}",
          "{'detail':'no','code':'E'}",
        })
    void anErrorOfAnyShapeFailsTheResponseAndKeepsThePartial(String error) {
      Response response = response(chunk("{'content':'x'}"), error, "[DONE]");

      assertThat(response.verdict()).isEqualTo(Verdict.FAILED);
      assertThat(response.text(BlockKind.TEXT)).isEqualTo("x");
      assertThat(response.faults())
          .containsExactly(new StreamFault(StreamFault.Kind.PROVIDER_ERROR, "E", "no"));
    }

    @Test
    void anErrorFieldLineFailsTheResponse() {
      String stream =
          Decoded.sse(json(chunk("{'content':'x'}"))) + "error: {\"detail\":\"no\"}\n\n";

      assertThat(Decoded.response(Dialects.OPENAI_CHAT, stream).verdict())
          .isEqualTo(Verdict.FAILED);
    }

    @Test
    void anErrorEventThatIsNotJsonIsStillAnError() {
      String stream =
          Decoded.sse(json(chunk("{'content':'x'}"))) + "event: error\ndata: overloaded\n\n";

      Response response = Decoded.response(Dialects.OPENAI_CHAT, stream);
      assertThat(response.verdict()).isEqualTo(Verdict.FAILED);
      assertThat(response.faults().getFirst().message()).isEqualTo("overloaded");
    }
  }

  /** Numbers wherever they ride. */
  @Nested
  class UsageNumbers {

    @ParameterizedTest(name = "{0}")
    @ValueSource(
        strings = {
          "{'choices':[],'usage':{'prompt_tokens':10,'completion_tokens':7,'prompt_tokens_details':"
              + "{'cached_tokens':3,'cache_write_tokens':4},'completion_tokens_details':{'reasoning_tokens':5}}}",
          "{'choices':[{'index':0,'delta':{}}],'usage':{'prompt_tokens':10,'completion_tokens':7,"
              + "'prompt_cache_hit_tokens':3,'cache_creation_input_tokens':4,'reasoning_tokens':5}}",
          "{'choices':[],'x_groq':{'usage':{'prompt_tokens':10,'completion_tokens':7,'cached_tokens':3,"
              + "'cache_creation_input_tokens':4,'reasoning_tokens':5}}}",
          "{'choices':[{'index':0,'delta':{},'usage':{'prompt_tokens':10,'completion_tokens':7,"
              + "'cached_tokens':3,'cache_creation_input_tokens':4,'reasoning_tokens':5}}]}",
        })
    void areFound(String chunk) {
      assertThat(response(chunk("{'content':'x'}"), chunk, "[DONE]").usage())
          .isEqualTo(new Usage(10L, 7L, 5L, 3L, 4L));
    }

    @Test
    void areNeverSummed() {
      assertThat(
              response(
                      "{'choices':[],'usage':{'prompt_tokens':1,'completion_tokens':2}}",
                      "{'choices':[],'usage':{'prompt_tokens':1,'completion_tokens':7}}",
                      "[DONE]")
                  .usage())
          .isEqualTo(new Usage(1L, 7L, null, null, null));
    }

    @Test
    void areReportedWhenTheStreamFails() {
      Response response =
          response(
              "{'choices':[],'usage':{'prompt_tokens':1}}", "{'error':{'message':'no'}}", "[DONE]");

      assertThat(response.usage()).isEqualTo(new Usage(1L, null, null, null, null));
    }
  }

  /** Shapes that only some servers send. */
  @Nested
  class Oddities {

    @Test
    void azureOpensWithAChunkWithoutNames() {
      assertThat(
              lines(
                  "{'id':'','model':'','choices':[],'prompt_filter_results':[]}",
                  chunk("{'content':'x'}"),
                  "[DONE]"))
          .startsWith(
              """
              {'type':'response_start','alternatives':true}
              {'type':'response_progress','status':'named','responseId':'c','modelName':'m'}
              """);
    }

    @Test
    void severalChoicesAreSeveralOutputs() {
      Response response =
          response(
              "{'choices':[{'index':1,'delta':{'content':'b'}}]}",
              "{'choices':[{'index':0,'delta':{'content':'a'}}]}",
              "[DONE]");

      assertThat(response.text(BlockKind.TEXT, 0)).isEqualTo("b");
      assertThat(response.text(BlockKind.TEXT, 1)).isEqualTo("a");
    }

    @Test
    void aCumulativeMessageBesideTheDeltaIsNotAppended() {
      Response response =
          response(
              "{'choices':[{'index':0,'delta':{'content':'a'},'message':{'content':'a'}}]}",
              "{'choices':[{'index':0,'delta':{'content':'b'},'message':{'content':'ab'}}]}",
              "{'choices':[{'index':0,'message':{'content':'abc'},'finish_reason':'stop'}]}");

      assertThat(response.text(BlockKind.TEXT)).isEqualTo("abc");
    }

    @Test
    void aWholeCompletionInsteadOfChunksIsRead() {
      Response response =
          response(
              "{'id':'c','object':'chat.completion','model':'m','choices':[{'index':0,'message':"
                  + "{'role':'assistant','content':'hi','reasoning_content':'hm'},'finish_reason':'stop'}],"
                  + "'usage':{'prompt_tokens':1}}");

      assertThat(response.text(BlockKind.TEXT)).isEqualTo("hi");
      assertThat(response.text(BlockKind.REASONING)).isEqualTo("hm");
      assertThat(response.verdict()).isEqualTo(Verdict.COMPLETE);
    }

    @Test
    void aCharacterSplitBetweenDeltasIsWhole() {
      assertThat(events(chunk("{'content':'a\\ud83d'}"), chunk("{'content':'\\ude00b'}"), "[DONE]"))
          .filteredOn(e -> e instanceof StreamEvent.BlockDelta)
          .extracting(e -> ((StreamEvent.BlockDelta) e).text())
          .containsExactly("a", "😀b");
    }

    @Test
    void halfACharacterThatNeverComesWholeIsReplaced() {
      assertThat(response(chunk("{'content':'a\\ud83d'}"), "[DONE]").text(BlockKind.TEXT))
          .isEqualTo("a\uFFFD");
    }

    @Test
    void citationsThatRepeatOnEveryChunkAreSaidOnce() {
      List<StreamEvent> events =
          events(
              "{'choices':[{'index':0,'delta':{'content':'a'}}],'citations':['u1']}",
              "{'choices':[{'index':0,'delta':{'content':'b'}}],'citations':['u1','u2']}",
              "[DONE]");

      assertThat(events)
          .filteredOn(e -> e instanceof StreamEvent.Annotation)
          .extracting(e -> ((StreamEvent.Annotation) e).json())
          .containsExactly("\"u1\"", "\"u2\"");
    }

    @Test
    void fieldsNobodyKnowsAreCarriedWhenTheyChange() {
      assertThat(
              events(
                  "{'choices':[],'timings':{'n':1}}",
                  "{'choices':[],'timings':{'n':1}}",
                  "{'choices':[],'timings':{'n':2}}",
                  "[DONE]"))
          .filteredOn(e -> e instanceof StreamEvent.Unrecognized)
          .containsExactly(
              new StreamEvent.Unrecognized("field timings", "{\"n\":1}", 7),
              new StreamEvent.Unrecognized("field timings", "{\"n\":2}", 7));
    }

    @Test
    void toolsThatTheProviderRanAreNotForTheClient() {
      Response response =
          response(
              chunk("{'executed_tools':[{'index':0,'type':'python','arguments':'1+1'}]}"),
              chunk(
                  "{'executed_tools':[{'index':0,'type':'python','arguments':'1+1','output':'2'}]}"),
              chunk("{'content':'2'}"),
              finish("stop"));

      assertThat(response.blocks())
          .extracting(b -> b.kind() + " " + b.text())
          .containsExactly("SERVER_TOOL 1+1", "TOOL_OUTPUT 2", "TEXT 2");
      assertThat(response.verdict()).isEqualTo(Verdict.COMPLETE);
    }
  }

  private static String chunk(String delta) {
    return "{'id':'c','model':'m','choices':[{'index':0,'delta':" + delta + "}]}";
  }

  private static String call(String entry) {
    return chunk("{'tool_calls':[{" + entry + "}]}");
  }

  private static String finish(String word) {
    return "{'id':'c','model':'m','choices':[{'index':0,'delta':{},'finish_reason':'"
        + word
        + "'}]}";
  }

  private static String json(String quoted) {
    return quoted.replace('\'', '"');
  }

  private static List<StreamEvent> events(String... chunks) {
    String[] texts = List.of(chunks).stream().map(ChatDecoderTest::json).toArray(String[]::new);
    List<StreamEvent> events = Decoded.events(Dialects.OPENAI_CHAT, Decoded.sse(texts));
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
