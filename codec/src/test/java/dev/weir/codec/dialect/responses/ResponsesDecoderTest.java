package dev.weir.codec.dialect.responses;

import static dev.weir.codec.dialect.responses.ResponsesStream.COMPLETED;
import static dev.weir.codec.dialect.responses.ResponsesStream.CREATED;
import static dev.weir.codec.dialect.responses.ResponsesStream.added;
import static dev.weir.codec.dialect.responses.ResponsesStream.completed;
import static dev.weir.codec.dialect.responses.ResponsesStream.done;
import static dev.weir.codec.dialect.responses.ResponsesStream.event;
import static dev.weir.codec.dialect.responses.ResponsesStream.events;
import static dev.weir.codec.dialect.responses.ResponsesStream.inside;
import static dev.weir.codec.dialect.responses.ResponsesStream.json;
import static dev.weir.codec.dialect.responses.ResponsesStream.lines;
import static dev.weir.codec.dialect.responses.ResponsesStream.response;
import static dev.weir.codec.dialect.responses.ResponsesStream.sse;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.registry.DialectGuess;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.stream.Decoded;
import dev.weir.codec.stream.StreamDecoder;
import dev.weir.event.BlockKind;
import dev.weir.event.GrammarChecker;
import dev.weir.event.Response;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamFault;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResponsesDecoderTest {
  private static final String[] ANSWER = {
    CREATED,
    "{'type':'response.in_progress','response':{'id':'r'}}",
    added(0, "{'id':'msg','type':'message','status':'in_progress','content':[]}"),
    event("content_part.added", 0, "'content_index':0,'part':{'type':'output_text','text':''}"),
    event("output_text.delta", 0, "'content_index':0,'delta':'Hel','obfuscation':'x9'"),
    event("output_text.delta", 0, "'content_index':0,'delta':'lo','obfuscation':'x8f'"),
    event("output_text.done", 0, "'content_index':0,'text':'Hello'"),
    event("content_part.done", 0, "'content_index':0,'part':{'type':'output_text','text':'Hello'}"),
    done(
        0,
        "{'id':'msg','type':'message','status':'completed',"
            + "'content':[{'type':'output_text','text':'Hello'}]}"),
    "{'type':'response.completed','response':{'id':'r','status':'completed','output':["
        + "{'id':'msg','type':'message','content':[{'type':'output_text','text':'Hello'}]}],"
        + "'usage':{'input_tokens':9,'input_tokens_details':{'cached_tokens':4,'cache_write_tokens':2},"
        + "'output_tokens':5,'output_tokens_details':{'reasoning_tokens':3}}}}"
  };

  @Test
  void anAnswerIsOneTextBlockWhateverRepeatsIt() {
    assertThat(lines(ANSWER))
        .isEqualTo(
            """
            {'type':'response_start','responseId':'r','modelName':'m'}
            {'type':'response_progress','status':'in_progress'}
            {'type':'block_start','output':0,'block':0,'kind':'text','id':'msg'}
            {'type':'block_delta','output':0,'block':0,'text':'Hel'}
            {'type':'block_delta','output':0,'block':0,'text':'lo'}
            {'type':'block_end','output':0,'block':0,'complete':true}
            {'type':'output_end','output':0,'reason':'stop','word':'completed'}
            {'type':'usage','usage':{'inputTokens':9,'outputTokens':5,'reasoningTokens':3,'cachedInputTokens':4,'cacheWriteTokens':2}}
            {'type':'response_end','verdict':'COMPLETE','word':'completed','usage':{'inputTokens':9,'outputTokens':5,'reasoningTokens':3,'cachedInputTokens':4,'cacheWriteTokens':2}}
            """);
  }

  @Test
  void itsDialectIsGuessed() {
    byte[] head = sse(ANSWER).getBytes(UTF_8);

    assertThat(DialectGuess.of(head, /* isWhole= */ false)).contains(Dialects.OPENAI_RESPONSES);
  }

  @Test
  void cutAfterAnyEventItIsTruncatedAndKeepsWhatCame() {
    for (int length = 1; length < ANSWER.length; length++) {
      Response response = response(Arrays.copyOf(ANSWER, length));

      assertThat(response.verdict()).isEqualTo(Verdict.TRUNCATED);
      assertThat(response.word()).isNull();
      assertThat("Hello").startsWith(response.text(BlockKind.TEXT));
      assertThat(response.blocks()).allSatisfy(b -> assertThat(b.kind()).isEqualTo(BlockKind.TEXT));
    }
  }

  @Test
  void aTextThatTheProviderGaveWholeIsCompleteEvenIfTheStreamIsCutThen() {
    assertThat(response(Arrays.copyOf(ANSWER, 6)).blocks().getFirst().complete()).isFalse();
    assertThat(response(Arrays.copyOf(ANSWER, 7)).blocks().getFirst().complete()).isTrue();
  }

  @Test
  void whatFollowsTheTerminalIsCountedAsLate() {
    var decoder = new StreamDecoder(Dialects.OPENAI_RESPONSES);
    List<StreamEvent> events = new ArrayList<>();
    String late = sse("{'type':'ping','cost':'0'}", "{'type':'response.rate_limits.updated'}");
    decoder.feed((sse(ANSWER) + late).getBytes(UTF_8), events::add);
    decoder.end(events::add);

    assertThat(ResponsesStream.lines(events)).isEqualTo(lines(ANSWER));
    assertThat(decoder.lateFrames()).isEqualTo(2);
  }

  @Test
  void theMarkOfOtherDialectsIsNotATerminal() {
    assertThat(response(CREATED, "[DONE]").verdict()).isEqualTo(Verdict.TRUNCATED);
    assertThat(response(CREATED, COMPLETED, "[DONE]").verdict()).isEqualTo(Verdict.COMPLETE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'type':'keepalive','sequence_number':2}",
        "{'type':'ping'}",
        "{'type':'response.heartbeat'}",
        "{'type':'response.metadata','headers':{}}",
        "{'type':'codex.response.metadata'}",
        "{'type':'codex.rate_limits'}",
        "{'type':'response.rate_limits.updated'}",
        "{'type':'responsesapi.websocket_timing'}"
      })
  void chunksAboutTheConnectionSayNothing(String chunk) {
    assertThat(inside(CREATED, chunk, COMPLETED)).isEmpty();
  }

  @Test
  void aQueuedResponseSaysSo() {
    assertThat(inside("{'type':'response.queued','response':{'id':'r','model':'m'}}", COMPLETED))
        .isEqualTo(
            """
            {'type':'response_progress','status':'queued'}
            """);
  }

  @Test
  void anEventOfAnotherVersionIsCarried() {
    assertThat(inside(CREATED, "{'type':'response.dance.started','style':'tango'}", COMPLETED))
        .isEqualTo(
            """
            {'type':'unrecognized','name':'response.dance.started','preview':'{\\'type\\':\\'response.dance.started\\',\\'style\\':\\'tango\\'}','length':49}
            """);
  }

  @Test
  void aFieldOfAnotherVersionIsCarriedEvenFromTheTerminal() {
    assertThat(
            inside(
                CREATED,
                "{'type':'response.completed','copilot_usage':{'total':1},"
                    + "'response':{'id':'r','mood':'fine'}}"))
        .isEqualTo(
            """
            {'type':'unrecognized','name':'field copilot_usage','preview':'{\\'total\\':1}','length':11}
            {'type':'unrecognized','name':'field response.mood','preview':'\\'fine\\'','length':6}
            """);
  }

  @Test
  void aChunkWithoutItsTypeIsKnownByTheNameOfItsFrame() {
    String stream =
        """
        event: response.output_text.delta
        data: {"output_index":0,"content_index":0,"delta":"Hi"}

        event: response.completed
        data: {"response":{"id":"r"}}

        """;

    assertThat(Decoded.response(Dialects.OPENAI_RESPONSES, stream).text(BlockKind.TEXT))
        .isEqualTo("Hi");
  }

  @Test
  void chunksOfAnotherDialectAreNamed() {
    Response response = response("{'type':'message_start','message':{}}", "{'type':'ping'}");

    assertThat(response.verdict()).isEqualTo(Verdict.FAILED);
    assertThat(response.faults().getFirst().message())
        .isEqualTo(
            json(
                "None of the 2 frames is a chunk of openai-responses; check the dialect."
                    + " The first begins «{'type':'message_start','message':{}}»"));
  }

  /** Bodies of calls that did not stream. */
  @Nested
  class WholeBody {
    @Test
    void decodesLikeTheStreamOfIt() {
      String body =
          json(
              """
              {'id':'r','object':'response','model':'m','status':'completed','error':null,'output':[
                {'id':'rs','type':'reasoning','summary':[{'type':'summary_text','text':'hm'}]},
                {'id':'msg','type':'message','status':'completed',
                 'content':[{'type':'output_text','text':'Hi'}]},
                {'id':'fc','type':'function_call','call_id':'c1','name':'f','arguments':'{}'}],
               'usage':{'input_tokens':1,'output_tokens':2}}
              """);

      Response response = Decoded.response(Dialects.OPENAI_RESPONSES, body);

      assertThat(response.text(BlockKind.REASONING)).isEqualTo("hm");
      assertThat(response.text(BlockKind.TEXT)).isEqualTo("Hi");
      assertThat(response.text(BlockKind.TOOL_CALL)).isEqualTo("{}");
      assertThat(response.verdict()).isEqualTo(Verdict.TOOL_CALLS);
      assertThat(response.usage()).isEqualTo(new Usage(1L, 2L, null, null, null));
    }

    @Test
    void ofABackgroundCallIsNotTheEnd() {
      Response response =
          Decoded.response(
              Dialects.OPENAI_RESPONSES,
              json("{'id':'r','object':'response','status':'queued','output':[]}\n"));

      assertThat(response.verdict()).isEqualTo(Verdict.TRUNCATED);
      assertThat(response.faults()).isEmpty();
    }

    @Test
    void ofAnErrorIsTheError() {
      assertThat(
              lines(
                  Decoded.events(
                      Dialects.OPENAI_RESPONSES,
                      json("{'error':{'code':'invalid_api_key','message':'No.'}}\n"))))
          .isEqualTo(
              """
              {'type':'response_start'}
              {'type':'fault','fault':'provider_error','code':'invalid_api_key','message':'No.'}
              {'type':'response_end','verdict':'FAILED'}
              """);
    }
  }

  /** Errors inside the stream. */
  @Nested
  class Errors {
    private static final String FAILED =
        "{'type':'response.failed','response':{'id':'r','status':'failed',"
            + "'error':{'code':'rate_limit_exceeded','message':'Slow down.'},"
            + "'usage':{'input_tokens':7,'output_tokens':1}}}";

    @ParameterizedTest
    @ValueSource(
        strings = {
          "{'type':'error','code':'rate_limit_exceeded','message':'Slow down.','param':null}",
          "{'type':'error','error':{'type':'requests','code':'rate_limit_exceeded','message':'Slow down.'}}",
          "{'type':'response.error','error':{'code':'rate_limit_exceeded','message':'Slow down.'}}"
        })
    void ofBothShapesFailTheResponseOnceEvenIfItThenFailsItself(String error) {
      String type = error.contains("'requests'") ? ",'errorType':'requests'" : "";
      assertThat(lines(CREATED, error, FAILED))
          .isEqualTo(
              """
              {'type':'response_start','responseId':'r','modelName':'m'}
              {'type':'fault','fault':'provider_error','code':'rate_limit_exceeded','message':'Slow down.'%s}
              {'type':'usage','usage':{'inputTokens':7,'outputTokens':1}}
              {'type':'response_end','verdict':'FAILED','word':'failed','usage':{'inputTokens':7,'outputTokens':1}}
              """
                  .formatted(type));
    }

    @Test
    void atTheEndOfTheInputFailTheResponse() {
      assertThat(lines(CREATED, "{'type':'error','message':'Gone.'}"))
          .isEqualTo(
              """
              {'type':'response_start','responseId':'r','modelName':'m'}
              {'type':'fault','fault':'provider_error','message':'Gone.'}
              {'type':'response_end','verdict':'FAILED'}
              """);
    }

    @Test
    void leaveThePartialWhereItIs() {
      assertThat(
              inside(
                  CREATED,
                  event("output_text.delta", 0, "'content_index':0,'item_id':'msg','delta':'Hel'"),
                  FAILED))
          .isEqualTo(
              """
              {'type':'block_start','output':0,'block':0,'kind':'text','id':'msg'}
              {'type':'block_delta','output':0,'block':0,'text':'Hel'}
              {'type':'usage','usage':{'inputTokens':7,'outputTokens':1}}
              {'type':'fault','fault':'provider_error','code':'rate_limit_exceeded','message':'Slow down.'}
              {'type':'block_end','output':0,'block':0,'complete':false}
              {'type':'output_end','output':0,'reason':'failed','word':'failed'}
              """);
    }

    @Test
    void thatAreDifferentAreBothSaid() {
      Response response =
          response(CREATED, "{'type':'error','code':'x','message':'First.'}", FAILED);

      assertThat(response.faults())
          .extracting(StreamFault::message)
          .containsExactly("First.", "Slow down.");
    }

    @Test
    void failTheResponseWhateverFollows() {
      Response response = response(CREATED, "{'type':'error','message':'Oops.'}", COMPLETED);

      assertThat(response.verdict()).isEqualTo(Verdict.FAILED);
      assertThat(response.word()).isEqualTo("completed");
    }

    @Test
    void thatAreMissingFromAFailureAreSaidToBe() {
      assertThat(inside(CREATED, "{'type':'response.failed','response':{'id':'r','error':null}}"))
          .isEqualTo(
              """
              {'type':'fault','fault':'provider_error','message':'The provider ended the response as failed and gave no error'}
              """);
    }

    @Test
    void settleTheStreamSoThatNobodyWaitsForItsEnd() {
      var decoder = new StreamDecoder(Dialects.OPENAI_RESPONSES);
      decoder.feed(sse(CREATED).getBytes(UTF_8), event -> {});
      assertThat(decoder.isSettled()).isFalse();

      decoder.feed(sse("{'type':'error','message':'No.'}").getBytes(UTF_8), event -> {});

      assertThat(decoder.isSettled()).isTrue();
      assertThat(decoder.isEnded()).isFalse();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          completed  | 'status':'completed'                                                          | COMPLETE  | completed
          completed  | 'model':'m'                                                                   | COMPLETE  | completed
          incomplete | 'status':'incomplete','incomplete_details':{'reason':'max_output_tokens'}     | LENGTH    | incomplete
          incomplete | 'status':'incomplete','incomplete_details':{'reason':'content_filter'}        | FILTERED  | incomplete
          incomplete | 'status':'incomplete'                                                         | LENGTH    | incomplete
          completed  | 'status':'incomplete','incomplete_details':{'reason':'max_output_tokens'}     | LENGTH    | completed
          failed     | 'status':'failed'                                                             | FAILED    | failed
          cancelled  | 'status':'cancelled'                                                          | CANCELLED | cancelled
          completed  | 'status':'cancelled'                                                          | CANCELLED | completed
          done       | 'status':'completed'                                                          | COMPLETE  | completed
          done       | 'status':'incomplete'                                                         | LENGTH    | incomplete
          """,
      quoteCharacter = '`')
  void theTerminalDecidesTheVerdict(String type, String fields, Verdict verdict, String word) {
    Response response =
        response(CREATED, "{'type':'response." + type + "','response':{" + fields + "}}");

    assertThat(response.verdict()).isEqualTo(verdict);
    assertThat(response.word()).isEqualTo(word);
  }

  /** Messages beyond a plain answer. */
  @Nested
  class Messages {
    @Test
    void thatRefuseSayTheRefusal() {
      assertThat(
              lines(
                  CREATED,
                  added(0, "{'id':'msg','type':'message'}"),
                  event("content_part.added", 0, "'content_index':0,'part':{'type':'refusal'}"),
                  event("refusal.delta", 0, "'content_index':0,'delta':'I can'"),
                  event("refusal.delta", 0, "'content_index':0,'delta':'not.'"),
                  event("refusal.done", 0, "'content_index':0,'refusal':'I cannot.'"),
                  done(
                      0,
                      "{'id':'msg','type':'message','status':'completed',"
                          + "'content':[{'type':'refusal','refusal':'I cannot.'}]}"),
                  COMPLETED))
          .isEqualTo(
              """
              {'type':'response_start','responseId':'r','modelName':'m'}
              {'type':'block_start','output':0,'block':0,'kind':'refusal','id':'msg'}
              {'type':'block_delta','output':0,'block':0,'text':'I can'}
              {'type':'block_delta','output':0,'block':0,'text':'not.'}
              {'type':'block_end','output':0,'block':0,'complete':true}
              {'type':'output_end','output':0,'reason':'refused','word':'completed'}
              {'type':'response_end','verdict':'REFUSED','word':'completed'}
              """);
    }

    @Test
    void withTextBesideTheRefusalAreAnswers() {
      Response response =
          response(
              CREATED,
              event("output_text.delta", 0, "'content_index':0,'delta':'Partly:'"),
              event("refusal.delta", 0, "'content_index':1,'delta':'no.'"),
              COMPLETED);

      assertThat(response.verdict()).isEqualTo(Verdict.COMPLETE);
      assertThat(response.text(BlockKind.REFUSAL)).isEqualTo("no.");
    }

    @Test
    void keepTheirPhaseFromTheStart() {
      assertThat(
              inside(
                  CREATED,
                  added(0, "{'id':'a','type':'message','phase':'commentary'}"),
                  event("output_text.delta", 0, "'content_index':0,'delta':'Looking.'"),
                  done(0, "{'id':'a','type':'message','phase':'commentary','content':[]}"),
                  COMPLETED))
          .isEqualTo(
              """
              {'type':'block_start','output':0,'block':0,'kind':'text','id':'a','origin':{'phase':'commentary'}}
              {'type':'block_delta','output':0,'block':0,'text':'Looking.'}
              {'type':'block_end','output':0,'block':0,'complete':true}
              {'type':'output_end','output':0,'reason':'stop'}
              """);
    }

    @Test
    void keepAPhaseThatOnlyTheirEndTells() {
      assertThat(
              inside(
                  CREATED,
                  added(0, "{'id':'a','type':'message'}"),
                  event("output_text.delta", 0, "'content_index':0,'delta':'Done.'"),
                  done(0, "{'id':'a','type':'message','phase':'final_answer'}"),
                  COMPLETED))
          .isEqualTo(
              """
              {'type':'block_start','output':0,'block':0,'kind':'text','id':'a'}
              {'type':'block_delta','output':0,'block':0,'text':'Done.'}
              {'type':'block_end','output':0,'block':0,'complete':true,'source':'{\\'phase\\':\\'final_answer\\'}'}
              {'type':'output_end','output':0,'reason':'stop'}
              """);
    }

    @Test
    void ofSeveralPartsHaveABlockForEach() {
      assertThat(
              inside(
                  CREATED,
                  added(0, "{'id':'a','type':'message'}"),
                  event("output_text.delta", 0, "'content_index':0,'delta':'one'"),
                  event("output_text.delta", 0, "'content_index':1,'delta':'two'"),
                  event("output_text.delta", 0, "'content_index':0,'delta':' more'"),
                  done(
                      0,
                      "{'id':'a','type':'message','content':[{'type':'output_text','text':'one more'},"
                          + "{'type':'output_text','text':'two'}]}"),
                  COMPLETED))
          .isEqualTo(
              """
              {'type':'block_start','output':0,'block':0,'kind':'text','id':'a'}
              {'type':'block_delta','output':0,'block':0,'text':'one'}
              {'type':'block_start','output':0,'block':1,'kind':'text','id':'a'}
              {'type':'block_delta','output':0,'block':1,'text':'two'}
              {'type':'block_delta','output':0,'block':0,'text':' more'}
              {'type':'block_end','output':0,'block':0,'complete':true}
              {'type':'block_end','output':0,'block':1,'complete':true}
              {'type':'output_end','output':0,'reason':'stop'}
              """);
    }

    @Test
    void sayEachAnnotationOnce() {
      String cited = "{'type':'url_citation','url':'u'}";
      String filed = "{'type':'file_citation','file_id':'f'}";

      assertThat(
              inside(
                  CREATED,
                  added(0, "{'id':'a','type':'message'}"),
                  event("output_text.delta", 0, "'content_index':0,'delta':'x'"),
                  event(
                      "output_text.annotation.added",
                      0,
                      "'content_index':0,'annotation_index':0,'annotation':" + cited),
                  event(
                      "content_part.done",
                      0,
                      "'content_index':0,'part':{'type':'output_text','text':'x','annotations':["
                          + cited
                          + ","
                          + filed
                          + "]}"),
                  done(
                      0,
                      "{'id':'a','type':'message','content':[{'type':'output_text','text':'x',"
                          + "'annotations':["
                          + cited
                          + ","
                          + filed
                          + "]}]}"),
                  COMPLETED))
          .isEqualTo(
              """
              {'type':'block_start','output':0,'block':0,'kind':'text','id':'a'}
              {'type':'block_delta','output':0,'block':0,'text':'x'}
              {'type':'annotation','output':0,'block':0,'kind':'url_citation','json':'{\\'type\\':\\'url_citation\\',\\'url\\':\\'u\\'}'}
              {'type':'annotation','output':0,'block':0,'kind':'file_citation','json':'{\\'type\\':\\'file_citation\\',\\'file_id\\':\\'f\\'}'}
              {'type':'block_end','output':0,'block':0,'complete':true}
              {'type':'output_end','output':0,'reason':'stop'}
              """);
    }

    @Test
    void cutByTheTokenLimitAreCutForThatReason() {
      assertThat(
              inside(
                  CREATED,
                  added(0, "{'id':'a','type':'message'}"),
                  event("output_text.delta", 0, "'content_index':0,'delta':'Once upon'"),
                  event("output_text.done", 0, "'content_index':0,'text':'Once upon'"),
                  done(
                      0,
                      "{'id':'a','type':'message','status':'incomplete',"
                          + "'content':[{'type':'output_text','text':'Once upon'}]}"),
                  "{'type':'response.incomplete','response':{'id':'r','status':'incomplete',"
                      + "'incomplete_details':{'reason':'max_output_tokens'}}}"))
          .isEqualTo(
              """
              {'type':'block_start','output':0,'block':0,'kind':'text','id':'a'}
              {'type':'block_delta','output':0,'block':0,'text':'Once upon'}
              {'type':'block_end','output':0,'block':0,'complete':false}
              {'type':'output_end','output':0,'reason':'length','word':'incomplete'}
              """);
    }

    @Test
    void thatAreSpokenHaveSoundAndText() {
      assertThat(
              inside(
                  CREATED,
                  "{'type':'response.audio.delta','delta':'UklG'}",
                  "{'type':'response.audio.transcript.delta','delta':'Good'}",
                  "{'type':'response.audio.transcript.delta','delta':' day'}",
                  "{'type':'response.audio.done'}",
                  "{'type':'response.audio.transcript.done'}",
                  COMPLETED))
          .isEqualTo(
              """
              {'type':'block_start','output':0,'block':0,'kind':'media','name':'audio'}
              {'type':'block_delta','output':0,'block':0,'text':'UklG'}
              {'type':'block_start','output':0,'block':1,'kind':'text','origin':{'part':'transcript'}}
              {'type':'block_delta','output':0,'block':1,'text':'Good'}
              {'type':'block_delta','output':0,'block':1,'text':' day'}
              {'type':'block_end','output':0,'block':0,'complete':true}
              {'type':'block_end','output':0,'block':1,'complete':true}
              """);
    }

    @Test
    void withAPartOfAnotherVersionCarryIt() {
      assertThat(
              inside(
                  CREATED,
                  done(0, "{'id':'a','type':'message','content':[{'type':'hologram','z':1}]}"),
                  completed("{'id':'a','type':'message','content':[{'type':'hologram','z':1}]}")))
          .isEqualTo(
              """
              {'type':'unrecognized','name':'content part hologram','preview':'{\\'type\\':\\'hologram\\',\\'z\\':1}','length':25}
              {'type':'output_end','output':0,'reason':'stop'}
              """);
    }
  }

  @Test
  void aSecondResponseInOneStreamIsAFaultAndItsItemsAreNewOutputs() {
    assertThat(
            lines(
                CREATED,
                added(0, "{'id':'a','type':'message'}"),
                event("output_text.delta", 0, "'content_index':0,'delta':'One'"),
                "{'type':'response.created','response':{'id':'r2','model':'m'}}",
                added(0, "{'id':'b','type':'message'}"),
                event("output_text.delta", 0, "'content_index':0,'delta':'Two'"),
                done(0, "{'id':'b','type':'message','content':[]}"),
                COMPLETED))
        .isEqualTo(
            """
            {'type':'response_start','responseId':'r','modelName':'m'}
            {'type':'block_start','output':0,'block':0,'kind':'text','id':'a'}
            {'type':'block_delta','output':0,'block':0,'text':'One'}
            {'type':'fault','fault':'second_response','message':'response.created came for r2 while r had not ended; its items follow as new outputs'}
            {'type':'block_end','output':0,'block':0,'complete':false}
            {'type':'block_start','output':1,'block':1,'kind':'text','id':'b'}
            {'type':'block_delta','output':1,'block':1,'text':'Two'}
            {'type':'block_end','output':1,'block':1,'complete':true}
            {'type':'output_end','output':1,'reason':'stop'}
            {'type':'response_end','verdict':'COMPLETE','word':'completed'}
            """);
  }

  @Test
  void aRepeatedCreatedOfTheSameResponseIsNotAFault() {
    assertThat(inside(CREATED, CREATED, COMPLETED)).isEmpty();
  }

  @Test
  void moreItemsThanAnyoneNeedsFailTheStreamInsteadOfGrowing() {
    String[] chunks = new String[5000];
    for (int i = 0; i < chunks.length; i++) {
      chunks[i] = done(i, "{'id':'a" + i + "','type':'message','content':[]}");
    }
    Response response = response(chunks);

    assertThat(response.verdict()).isEqualTo(Verdict.FAILED);
    assertThat(response.faults())
        .containsExactly(
            new StreamFault(
                StreamFault.Kind.LIMIT,
                "The response has more than 4,096 items; check the upstream"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'type':'response.output_item.added'}",
        "{'type':'response.output_item.done','item':7}",
        "{'type':'response.output_item.added','item':{}}",
        "{'type':'response.output_text.delta'}",
        "{'type':'response.output_text.delta','delta':['x']}",
        "{'type':'response.output_text.delta','output_index':-4,'content_index':-1,'delta':'x'}",
        "{'type':'response.output_text.delta','output_index':1e300,'content_index':1e300,'delta':'x'}",
        "{'type':'response.reasoning_summary_text.done','summary_index':2147483647,'text':'x'}",
        "{'type':'response.content_part.done'}",
        "{'type':'response.output_text.annotation.added'}",
        "{'type':'response.shell_call_output_content.delta','command_index':99999999999,'delta':{'stdout':'x'}}",
        "{'type':'response.image_generation_call.partial_image'}",
        "{'type':'response.completed'}",
        "{'type':'response.completed','response':{'output':[null,{},[],{'type':'message','content':7}]}}",
        "{'type':'error'}",
        "{'type':'response.'}",
        "{'type':7}",
        "[]",
        "null",
        "7"
      })
  void nonsenseEndsWellFormed(String chunk) {
    List<StreamEvent> events = events(CREATED, chunk, chunk, COMPLETED);

    assertThat(GrammarChecker.check(events)).isEmpty();
  }
}
