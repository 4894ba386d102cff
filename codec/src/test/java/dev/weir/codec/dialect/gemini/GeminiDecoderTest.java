package dev.weir.codec.dialect.gemini;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.json.EventJson;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.stream.Decoded;
import dev.weir.event.BlockKind;
import dev.weir.event.FinishReason;
import dev.weir.event.GrammarChecker;
import dev.weir.event.Response;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamFault;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import dev.weir.testkit.Splits;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GeminiDecoderTest {

  @Test
  void thoughtsAndAnswerAreRunsThatTheFlagDivides() {
    assertThat(
            lines(
                "{'candidates':[{'content':{'parts':[{'text':'hm','thought':true}],'role':'model'},'index':0}],"
                    + "'usageMetadata':{'promptTokenCount':3,'thoughtsTokenCount':5},'modelVersion':'m','responseId':'r'}",
                parts("{'text':', yes','thought':true},{'text':'Hel'}"),
                parts("{'text':'lo'}"),
                "{'candidates':[{'content':{'parts':[{'text':''}]},'finishReason':'STOP'}],"
                    + "'usageMetadata':{'promptTokenCount':3,'candidatesTokenCount':2,'thoughtsTokenCount':5,'cachedContentTokenCount':1}}"))
        .isEqualTo(
            """
            {'type':'response_start','responseId':'r','modelName':'m','alternatives':true}
            {'type':'block_start','output':0,'block':0,'kind':'reasoning'}
            {'type':'block_delta','output':0,'block':0,'text':'hm'}
            {'type':'usage','usage':{'inputTokens':3,'outputTokens':5,'reasoningTokens':5}}
            {'type':'block_delta','output':0,'block':0,'text':', yes'}
            {'type':'block_end','output':0,'block':0,'complete':true}
            {'type':'block_start','output':0,'block':1,'kind':'text'}
            {'type':'block_delta','output':0,'block':1,'text':'Hel'}
            {'type':'block_delta','output':0,'block':1,'text':'lo'}
            {'type':'output_end','output':0,'reason':'stop','word':'STOP'}
            {'type':'usage','usage':{'inputTokens':3,'outputTokens':7,'reasoningTokens':5,'cachedInputTokens':1}}
            {'type':'block_end','output':0,'block':1,'complete':true}
            {'type':'response_end','verdict':'COMPLETE','word':'STOP','usage':{'inputTokens':3,'outputTokens':7,'reasoningTokens':5,'cachedInputTokens':1}}
            """);
  }

  @Test
  void candidatesAreOutputs() {
    Response response =
        response(
            "{'candidates':[{'index':1,'content':{'parts':[{'text':'b'}]}},{'index':0,'content':{'parts':[{'text':'a'}]}}]}",
            "{'candidates':[{'index':0,'content':{'parts':[{'text':'A'}]},'finishReason':'MAX_TOKENS'}]}",
            "{'candidates':[{'index':1,'content':{'parts':[{'text':'B'}]},'finishReason':'STOP'}]}");

    assertThat(response.text(BlockKind.TEXT, 0)).isEqualTo("bB");
    assertThat(response.text(BlockKind.TEXT, 1)).isEqualTo("aA");
    assertThat(response.finishes()).isEqualTo(Map.of(0, FinishReason.STOP, 1, FinishReason.LENGTH));
  }

  /** F4: how the same chunks may be framed. */
  @Nested
  class Framing {
    private static final String ONE =
        "{\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"é\"}]}}]}";
    private static final String TWO =
        "{\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"!\"}]},\"finishReason\":\"STOP\"}]}";

    @ParameterizedTest
    @ValueSource(
        strings = {
          "data: %s\n\ndata: %s\n\n",
          "data: %s\r\n\r\ndata: %s\r\n\r\n",
          "data: %s\ndata: %s",
          "[%s\n,\n%s\n]\n",
          "[%s,\r\n%s]",
          "\n data: [%s,%s]\n\n",
        })
    void givesTheSameEventsHoweverItIsCut(String form) {
      byte[] bytes = form.formatted(ONE, TWO).getBytes(UTF_8);
      List<StreamEvent> expected = Decoded.events(Dialects.GEMINI, Decoded.sse(ONE, TWO));

      assertThat(Decoded.response(expected).text(BlockKind.TEXT)).isEqualTo("é!");
      assertThat(Splits.of(bytes))
          .allSatisfy(s -> assertThat(Decoded.events(Dialects.GEMINI, s)).isEqualTo(expected));
    }

    @Test
    void anArrayCutInTheMiddleKeepsWhatCame() {
      Response response =
          Decoded.response(Dialects.GEMINI, "[" + ONE + ",\n{\"candidates\":[{\"con");

      assertThat(response.text(BlockKind.TEXT)).isEqualTo("é");
      assertThat(response.verdict()).isEqualTo(Verdict.TRUNCATED);
      assertThat(response.faults())
          .extracting(StreamFault::kind)
          .containsExactly(StreamFault.Kind.MALFORMED);
    }

    @Test
    void chunksMayBeWrapped() {
      Response response =
          response(
              "{'response':{'candidates':[{'content':{'parts':[{'text':'x'}]},'finishReason':'STOP'}],'responseId':'r'},'traceId':'t'}");

      assertThat(response.responseId()).isEqualTo("r");
      assertThat(response.text(BlockKind.TEXT)).isEqualTo("x");
    }

    @Test
    void aFrameThatIsNotJsonIsAFaultAndTheStreamGoesOn() {
      Response response = Decoded.response(Dialects.GEMINI, Decoded.sse(ONE, "{oops", TWO));

      assertThat(response.text(BlockKind.TEXT)).isEqualTo("é!");
      assertThat(response.faults().getFirst().message())
          .startsWith("Frame 2 (5 bytes) is not a chunk");
    }

    @Test
    void theMarkOfOtherDialectsEndsTheResponseButDoesNotCompleteIt() {
      assertThat(Decoded.response(Dialects.GEMINI, Decoded.sse(ONE, "[DONE]")).verdict())
          .isEqualTo(Verdict.TRUNCATED);
      assertThat(Decoded.response(Dialects.GEMINI, Decoded.sse(ONE, TWO, "[DONE]")).verdict())
          .isEqualTo(Verdict.COMPLETE);
    }
  }

  /** R5: signatures stay where they belong. */
  @Nested
  class Signatures {

    @Test
    void signTheCallTheyComeWith() {
      Response response =
          response(
              parts(
                  "{'functionCall':{'name':'f','args':{}},'thoughtSignature':'s1'},"
                      + "{'functionCall':{'name':'g','args':{}}}"));

      assertThat(response.blocks())
          .extracting(Response.Block::signature)
          .containsExactly("s1", null);
    }

    @Test
    void signTheTextTheyComeWith() {
      Response response =
          response(parts("{'text':'a'}"), parts("{'text':'b','thoughtSignature':'s'}"));

      assertThat(blocks(response)).containsExactly("TEXT ab s");
    }

    @Test
    void signAThoughtAsReasoning() {
      Response response = response(parts("{'text':'hm','thought':true,'thoughtSignature':'s'}"));

      assertThat(blocks(response)).containsExactly("REASONING hm s");
      assertThat(response.blocks().getFirst().signature()).isNull();
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = ';',
        quoteCharacter = '`',
        value = {
          "{'text':'a'}                             ; TEXT a s",
          "{'text':'a','thought':true}              ; REASONING a s",
          "{'functionCall':{'name':'f','args':{}}}  ; TOOL_CALL {} s",
          "{'executableCode':{'code':'1'}}          ; SERVER_TOOL 1 s",
          "{'codeExecutionResult':{'output':'1'}}   ; TOOL_OUTPUT 1 s",
          "{'inlineData':{'data':'aa'}}             ; MEDIA aa s",
        })
    void onALaterEmptyPartSignTheBlockBefore(String part, String block) {
      assertThat(blocks(response(parts(part), parts("{'text':'','thoughtSignature':'s'}"))))
          .containsExactly(block);
      assertThat(blocks(response(parts(part), parts("{'thoughtSignature':'s'}"))))
          .containsExactly(block);
    }

    @Test
    void withNothingBeforeThemAreKeptInABlockOfTheirOwn() {
      Response response =
          response(parts("{'text':'','thoughtSignature':'s'}"), parts("{'text':'a'}"));

      assertThat(blocks(response)).containsExactly("REASONING  s", "TEXT a null");
      assertThat(response.blocks().getFirst().synthetic()).isTrue();
    }

    @Test
    void neverReplaceOneThatIsThere() {
      Response response =
          response(
              parts("{'functionCall':{'name':'f','args':{}},'thoughtSignature':'s1'}"),
              parts("{'text':'','thoughtSignature':'s1'}"),
              parts("{'text':'','thoughtSignature':'s2'}"));

      assertThat(blocks(response)).containsExactly("TOOL_CALL {} s1", "REASONING  s2");
    }

    @Test
    void endTheirTextSoThatFurtherTextIsNotSignedToo() {
      Response response =
          response(parts("{'text':'a','thoughtSignature':'s'}"), parts("{'text':'b'}"));

      assertThat(blocks(response)).containsExactly("TEXT a s", "TEXT b null");
    }
  }

  /** What a part may be. */
  @Nested
  class Parts {

    @Test
    void aWholeCallIsOneDeltaOfSortedJson() {
      assertThat(
              lines(
                  "{'candidates':[{'content':{'parts':[{'functionCall':{'id':'c1','name':'f','args':{'b':[1,2.50],'a':'x'}}}]},'finishReason':'STOP'}]}"))
          .isEqualTo(
              """
              {'type':'response_start','alternatives':true}
              {'type':'block_start','output':0,'block':0,'kind':'tool_call','id':'c1','name':'f'}
              {'type':'block_delta','output':0,'block':0,'text':'{\\'a\\':\\'x\\',\\'b\\':[1,2.50]}'}
              {'type':'block_end','output':0,'block':0,'complete':true,'arguments':'{\\'a\\':\\'x\\',\\'b\\':[1,2.50]}'}
              {'type':'output_end','output':0,'reason':'tool_calls','word':'STOP'}
              {'type':'response_end','verdict':'TOOL_CALLS','word':'STOP'}
              """);
    }

    /** Said by servers that imitate Gemini, which itself stops. */
    @Test
    void aFinishForACallIsWhatTheCallSays() {
      Response response =
          response(
              parts("{'functionCall':{'name':'f'}}"),
              "{'candidates':[{'finishReason':'FUNCTION_CALL'}]}");

      assertThat(response.verdict()).isEqualTo(Verdict.TOOL_CALLS);
      assertThat(response.word()).isEqualTo("FUNCTION_CALL");
    }

    @Test
    void aCallWithoutArgumentsHasAnEmptyObject() {
      assertThat(
              blocks(
                  response(parts("{'functionCall':{'name':'f'}},{'functionCall':{'name':'g'}}"))))
          .containsExactly("TOOL_CALL {} null", "TOOL_CALL {} null");
    }

    @Test
    void toolsOfGoogleAreServerTools() {
      Response response =
          response(
              parts("{'executableCode':{'language':'PYTHON','code':'print(1)'}}"),
              parts("{'codeExecutionResult':{'outcome':'OUTCOME_OK','output':'1'}}"),
              parts(
                  "{'toolCall':{'id':'t','toolType':'FILE_SEARCH','args':{'q':'x'}}},"
                      + "{'toolResponse':{'id':'t','toolType':'FILE_SEARCH','response':{'n':1}}}"),
              finish("STOP"));

      assertThat(response.blocks())
          .extracting(
              b -> b.kind() + " " + b.id() + " " + b.name() + " " + b.origin() + " " + b.text())
          .containsExactly(
              "SERVER_TOOL null executableCode {language=PYTHON} print(1)",
              "TOOL_OUTPUT null codeExecutionResult {outcome=OUTCOME_OK} 1",
              "SERVER_TOOL t FILE_SEARCH {} {\"q\":\"x\"}",
              "TOOL_OUTPUT t FILE_SEARCH {} {\"n\":1}");
      assertThat(response.blocks().get(2).source())
          .isEqualTo("{\"id\":\"t\",\"toolType\":\"FILE_SEARCH\",\"args\":{\"q\":\"x\"}}");
      assertThat(response.verdict()).isEqualTo(Verdict.COMPLETE);
    }

    @Test
    void picturesAndFilesAreMedia() {
      Response response =
          response(
              parts(
                  "{'inlineData':{'mimeType':'image/png','data':'iVBO'}},"
                      + "{'fileData':{'mimeType':'video/mp4','fileUri':'gs://b/v'}}"));

      assertThat(response.blocks())
          .extracting(b -> b.kind() + " " + b.name() + " " + b.text())
          .containsExactly("MEDIA image/png iVBO", "MEDIA video/mp4 gs://b/v");
    }

    @Test
    void anUnknownPartIsCarried() {
      assertThat(events(parts("{'hologram':{'x':1}}")))
          .contains(
              new StreamEvent.Unrecognized(
                  "field candidates[].content.parts[].hologram", "{\"x\":1}", 7));
    }
  }

  /** Metadata beside the parts. */
  @Nested
  class Marks {

    @Test
    void standOnTheTextAndAreSaidWhenTheyChange() {
      List<StreamEvent> events =
          events(
              marked("{'text':'a'}", "'citationMetadata':{'n':1},'safetyRatings':[{'c':1}]"),
              marked("{'text':'b'}", "'citationMetadata':{'n':1},'groundingMetadata':{}"),
              marked("{'text':''}", "'citationMetadata':{'n':2},'urlContextMetadata':{'u':1}"));

      assertThat(events)
          .filteredOn(e -> e instanceof StreamEvent.Annotation)
          .extracting(
              e -> ((StreamEvent.Annotation) e).kind() + ((StreamEvent.Annotation) e).json())
          .containsExactly(
              "citationMetadata{\"n\":1}",
              "safetyRatings[{\"c\":1}]",
              "citationMetadata{\"n\":2}",
              "urlContextMetadata{\"u\":1}");
    }

    @Test
    void withoutATextAreCarried() {
      assertThat(events(marked("{'functionCall':{'name':'f'}}", "'groundingMetadata':{'n':1}")))
          .contains(
              new StreamEvent.Unrecognized("field candidates[].groundingMetadata", "{\"n\":1}", 7));
    }

    private static String marked(String part, String marks) {
      return "{'candidates':[{'content':{'parts':[" + part + "]}," + marks + "}]}";
    }
  }

  /** How a response ends. */
  @Nested
  class Ends {

    @ParameterizedTest
    @CsvSource({
      "'STOP', COMPLETE",
      "1, COMPLETE",
      "'MAX_TOKENS', LENGTH",
      "2, LENGTH",
      "'SAFETY', FILTERED",
      "3, FILTERED",
      "'RECITATION', FILTERED",
      "'BLOCKLIST', FILTERED",
      "'PROHIBITED_CONTENT', FILTERED",
      "'SPII', FILTERED",
      "'IMAGE_SAFETY', FILTERED",
      "'MALFORMED_FUNCTION_CALL', FAILED",
      "'UNEXPECTED_TOOL_CALL', FAILED",
      "'TOO_MANY_TOOL_CALLS', FAILED",
      "'FUNCTION_CALL', COMPLETE",
      "'OTHER', COMPLETE",
      "'SOMETHING_NEW', COMPLETE",
    })
    void theFinishReasonIsTheWord(String reason, Verdict verdict) {
      boolean isNumber = Character.isDigit(reason.charAt(0));
      String value = isNumber ? reason : "'" + reason + "'";
      Response response =
          response(parts("{'text':'x'}"), "{'candidates':[{'finishReason':" + value + "}]}");

      assertThat(response.verdict()).isEqualTo(verdict);
      assertThat(response.word()).isEqualTo(reason);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "'FINISH_REASON_UNSPECIFIED'", "null", "''"})
    void theDefaultOfTheEnumIsNotAFinish(String reason) {
      assertThat(
              response(parts("{'text':'x'}"), "{'candidates':[{'finishReason':" + reason + "}]}")
                  .verdict())
          .isEqualTo(Verdict.TRUNCATED);
    }

    @Test
    void textGoesOnAfterAFinishAndTheLastOneCounts() {
      assertThat(
              lines(
                  "{'candidates':[{'content':{'parts':[{'text':'a'}]},'finishReason':'STOP'}]}",
                  "{'candidates':[{'content':{'parts':[{'text':'b'}]},'finishReason':'STOP'}]}",
                  finish("RECITATION")))
          .isEqualTo(
              """
              {'type':'response_start','alternatives':true}
              {'type':'block_start','output':0,'block':0,'kind':'text'}
              {'type':'block_delta','output':0,'block':0,'text':'a'}
              {'type':'block_delta','output':0,'block':0,'text':'b'}
              {'type':'block_end','output':0,'block':0,'complete':false}
              {'type':'output_end','output':0,'reason':'filtered','word':'RECITATION'}
              {'type':'response_end','verdict':'FILTERED','word':'RECITATION'}
              """);
    }

    @Test
    void withoutAFinishTheResponseIsCut() {
      Response response = response(parts("{'text':'x'}"));

      assertThat(response.verdict()).isEqualTo(Verdict.TRUNCATED);
      assertThat(response.blocks().getFirst().complete()).isFalse();
    }

    @Test
    void aCallIsWholeEvenWhenTheResponseIsCut() {
      assertThat(response(parts("{'functionCall':{'name':'f','args':{}}}")).blocks())
          .allMatch(Response.Block::complete);
    }

    @Test
    void whatTheProviderGaveUpIsSaid() {
      Response response =
          response(
              "{'candidates':[{'finishReason':'MALFORMED_FUNCTION_CALL','finishMessage':'Malformed function call: f('}]}");

      assertThat(response.faults())
          .containsExactly(
              new StreamFault(
                  StreamFault.Kind.PROVIDER_ERROR,
                  "MALFORMED_FUNCTION_CALL",
                  "Malformed function call: f("));
    }

    @Test
    void aBlockedPromptIsFiltered() {
      assertThat(lines("{'promptFeedback':{'blockReason':'SAFETY','safetyRatings':[{'c':1}]}}"))
          .isEqualTo(
              """
              {'type':'response_start','alternatives':true}
              {'type':'unrecognized','name':'field promptFeedback.safetyRatings','preview':'[{\\'c\\':1}]','length':9}
              {'type':'output_end','output':0,'reason':'filtered','word':'SAFETY'}
              {'type':'response_end','verdict':'FILTERED'}
              """);
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "data: {'error':{'code':503,'message':'overloaded','status':'UNAVAILABLE'}}\n\n",
          "data: [{'error':{'code':503,'message':'overloaded','status':'UNAVAILABLE'}}]\n\n",
          "{\n  'error': {\n    'code': 503,\n    'message': 'overloaded'\n  }\n}\n",
          "data: {'response':{'error':{'code':503,'message':'overloaded'}}}\n\n",
          "data: {'code':503,'message':'overloaded','status':'UNAVAILABLE'}\n\n",
        })
    void anErrorInTheStreamFailsItAndKeepsThePartial(String error) {
      String good =
          Decoded.sse(
              json("{'candidates':[{'content':{'parts':[{'text':'x'}]},'finishReason':'STOP'}]}"));
      Response response = Decoded.response(Dialects.GEMINI, good + json(error));

      assertThat(response.verdict()).isEqualTo(Verdict.FAILED);
      assertThat(response.word()).isEqualTo("STOP");
      assertThat(response.text(BlockKind.TEXT)).isEqualTo("x");
      assertThat(response.blocks().getFirst().complete()).isFalse();
      assertThat(response.faults())
          .containsExactly(
              new StreamFault(
                  StreamFault.Kind.PROVIDER_ERROR,
                  "503",
                  "overloaded",
                  error.contains("UNAVAILABLE") ? "UNAVAILABLE" : null));
    }

    @ParameterizedTest
    @ValueSource(strings = {"[%s]", "%s", "data: %s\n\n"})
    void anErrorAloneFailsTheResponse(String form) {
      String error = json("{'error':{'code':404,'message':'no model','status':'NOT_FOUND'}}");
      Response response = Decoded.response(Dialects.GEMINI, form.formatted(error));

      assertThat(response.verdict()).isEqualTo(Verdict.FAILED);
      assertThat(response.word()).isNull();
      assertThat(response.faults())
          .containsExactly(
              new StreamFault(StreamFault.Kind.PROVIDER_ERROR, "404", "no model", "NOT_FOUND"));
    }

    @Test
    void numbersOfUsageReplaceEachOtherOneByOne() {
      Response response =
          response(
              "{'usageMetadata':{'promptTokenCount':9,'candidatesTokenCount':4}}",
              "{'usageMetadata':{'trafficType':'ON_DEMAND'}}",
              "{'usageMetadata':{'promptTokenCount':87,'thoughtsTokenCount':7}}");

      assertThat(response.usage()).isEqualTo(new Usage(87L, 11L, 7L, null, null));
    }

    @Test
    void moreCandidatesThanTheLimitFailTheStream() {
      var chunk = new StringBuilder("{'candidates':[");
      for (int i = 0; i < 1100; i++) {
        chunk.append(i == 0 ? "" : ",").append("{'index':").append(i).append("}");
      }
      Response response = response(chunk.append("]}").toString());

      assertThat(response.verdict()).isEqualTo(Verdict.FAILED);
      assertThat(response.faults().getFirst().message()).startsWith("More than 1,024 candidates");
    }
  }

  private static List<String> blocks(Response response) {
    return response.blocks().stream()
        .map(b -> {
          var reasoning = b.reasoning();
          String signature = reasoning == null ? b.signature() : reasoning.signature();
          return b.kind() + " " + b.text() + " " + signature;
        })
        .toList();
  }

  private static String parts(String parts) {
    return "{'candidates':[{'content':{'parts':[" + parts + "]}}]}";
  }

  private static String finish(String word) {
    return "{'candidates':[{'finishReason':'" + word + "'}]}";
  }

  private static String json(String quoted) {
    return quoted.replace('\'', '"');
  }

  private static List<StreamEvent> events(String... chunks) {
    String[] texts = List.of(chunks).stream().map(GeminiDecoderTest::json).toArray(String[]::new);
    List<StreamEvent> events = Decoded.events(Dialects.GEMINI, Decoded.sse(texts));
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
