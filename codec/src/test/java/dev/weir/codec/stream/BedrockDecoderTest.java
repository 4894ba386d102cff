package dev.weir.codec.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.weir.codec.Frame;
import dev.weir.codec.Limits;
import dev.weir.codec.awsstream.AwsMessages;
import dev.weir.codec.chunk.Chunk;
import dev.weir.codec.chunk.ChunkDecoder;
import dev.weir.codec.chunk.ConversationOwners;
import dev.weir.codec.dialect.DecodeOptions;
import dev.weir.codec.dialect.ThinkTags;
import dev.weir.codec.json.EventJson;
import dev.weir.codec.registry.DialectGuess;
import dev.weir.codec.registry.Dialects;
import dev.weir.event.BlockKind;
import dev.weir.event.GrammarChecker;
import dev.weir.event.Reasoning;
import dev.weir.event.Response;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamFault;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import dev.weir.testkit.Splits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BedrockDecoderTest {
  private static final byte[] MESSAGE_START =
      AwsMessages.event("messageStart", "{\"role\":\"assistant\",\"p\":\"abc\"}");
  private static final byte[] MESSAGE_STOP = messageStop("end_turn");
  private static final byte[] METADATA =
      AwsMessages.event(
          "metadata",
          """
          {"usage":{"inputTokens":7,"outputTokens":3,"totalTokens":10,"cacheReadInputTokens":2,\
          "cacheWriteInputTokens":1},"metrics":{"latencyMs":12}}\
          """);

  private static byte[] messageStop(String word) {
    return AwsMessages.event("messageStop", "{\"stopReason\":\"%s\"}".formatted(word));
  }

  private static byte[] delta(int index, String delta) {
    return AwsMessages.event(
        "contentBlockDelta", "{\"contentBlockIndex\":%d,\"delta\":%s}".formatted(index, delta));
  }

  private static byte[] blockStart(int index, String start) {
    return AwsMessages.event(
        "contentBlockStart", "{\"contentBlockIndex\":%d,\"start\":%s}".formatted(index, start));
  }

  private static byte[] blockStop(int index) {
    return AwsMessages.event("contentBlockStop", "{\"contentBlockIndex\":%d}".formatted(index));
  }

  private static List<StreamEvent> events(byte[]... messages) {
    return Decoded.events(Dialects.BEDROCK, Arrays.asList(messages));
  }

  private static Response response(byte[]... messages) {
    return Decoded.response(events(messages));
  }

  private static String lines(byte[]... messages) {
    return Decoded.counted(events(messages)).stream()
        .map(EventJson::write)
        .collect(Collectors.joining("\n"));
  }

  @Nested
  class Converse {
    @Test
    void textAndReasoningOpenWithTheirFirstDelta() {
      assertThat(
              lines(
                  MESSAGE_START,
                  delta(0, "{\"reasoningContent\":{\"text\":\"Hm\"}}"),
                  delta(0, "{\"reasoningContent\":{\"signature\":\"seal\"}}"),
                  blockStop(0),
                  delta(1, "{\"text\":\"\"}"),
                  delta(1, "{\"text\":\"Hi\"}"),
                  blockStop(1),
                  MESSAGE_STOP,
                  METADATA))
          .isEqualTo(
              """
              {"type":"response_start"}
              {"type":"block_start","output":0,"block":0,"kind":"reasoning"}
              {"type":"block_delta","output":0,"block":0,"text":"Hm"}
              {"type":"block_end","output":0,"block":0,"complete":true,"reasoning":{"signature":"seal"}}
              {"type":"block_start","output":0,"block":1,"kind":"text"}
              {"type":"block_delta","output":0,"block":1,"text":"Hi"}
              {"type":"block_end","output":0,"block":1,"complete":true}
              {"type":"usage","usage":{"inputTokens":10,"outputTokens":3,"cachedInputTokens":2,\
              "cacheWriteTokens":1}}
              {"type":"output_end","output":0,"reason":"stop","word":"end_turn"}
              {"type":"response_end","verdict":"COMPLETE","word":"end_turn","usage":{"inputTokens":10,\
              "outputTokens":3,"cachedInputTokens":2,"cacheWriteTokens":1}}\
              """);
    }

    @Test
    void toolsOfTheClientAndOfTheProviderAreToldApart() {
      Response response =
          response(
              MESSAGE_START,
              blockStart(
                  0,
                  "{\"toolUse\":{\"toolUseId\":\"s\",\"name\":\"run\",\"type\":\"server_tool_use\"}}"),
              delta(0, "{\"toolUse\":{\"input\":\"{}\"}}"),
              blockStop(0),
              blockStart(
                  1,
                  "{\"toolResult\":{\"toolUseId\":\"s\",\"status\":\"success\",\"type\":\"ran\"}}"),
              delta(1, "{\"toolResult\":[{\"json\":{\"out\":1}}]}"),
              blockStop(1),
              blockStart(2, "{\"toolUse\":{\"toolUseId\":\"t\",\"name\":\"f\"}}"),
              delta(2, "{\"toolUse\":{\"input\":\"{\\\"a\\\":\"}}"),
              delta(2, "{\"toolUse\":{\"input\":\"1}\"}}"),
              blockStop(2),
              messageStop("tool_use"),
              METADATA);
      assertThat(response.blocks())
          .extracting(
              Response.Block::kind, Response.Block::id, Response.Block::name, Response.Block::text)
          .containsExactly(
              tuple(BlockKind.SERVER_TOOL, "s", "run", "{}"),
              tuple(BlockKind.TOOL_OUTPUT, "s", "ran", "{\"out\":1}"),
              tuple(BlockKind.TOOL_CALL, "t", "f", "{\"a\":1}"));
      assertThat(response.verdict()).isEqualTo(Verdict.TOOL_CALLS);
    }

    @Test
    void redactedReasoningIsSyntheticAndEachPieceIsKept() {
      Response response =
          response(
              delta(0, "{\"reasoningContent\":{\"redactedContent\":\"YQ==\"}}"),
              delta(0, "{\"reasoningContent\":{\"redactedContent\":\"Yg==\"}}"),
              blockStop(0),
              MESSAGE_STOP);
      assertThat(response.blocks())
          .extracting(Response.Block::synthetic, Response.Block::reasoning)
          .containsExactly(
              tuple(true, new Reasoning(null, List.of(), "YQ==", null, /* redacted= */ true)),
              tuple(true, new Reasoning(null, List.of(), "Yg==", null, /* redacted= */ true)));
    }

    @Test
    void aSignatureWithoutTextIsKept() {
      Response response =
          response(
              delta(0, "{\"reasoningContent\":{\"text\":\"\"}}"),
              delta(0, "{\"reasoningContent\":{\"signature\":\"seal\"}}"),
              blockStop(0),
              MESSAGE_STOP);
      Response.Block block = response.blocks().getFirst();
      assertThat(block.synthetic()).isTrue();
      assertThat(block.reasoning())
          .isEqualTo(new Reasoning(null, List.of(), null, "seal", /* redacted= */ false));
    }

    @Test
    void aCitationMayStandBeforeItsText() {
      Response response =
          response(
              delta(0, "{\"citation\":{\"title\":\"facts\"}}"),
              delta(0, "{\"text\":\"Ruby\"}"),
              blockStop(0),
              MESSAGE_STOP);
      Response.Block block = response.blocks().getFirst();
      assertThat(block.text()).isEqualTo("Ruby");
      assertThat(block.annotations()).containsExactly("{\"title\":\"facts\"}");
    }

    @Test
    void picturesAreMedia() {
      Response response =
          response(
              blockStart(0, "{\"image\":{\"format\":\"png\"}}"),
              delta(0, "{\"image\":{\"source\":{\"bytes\":\"aaaa\"}}}"),
              blockStop(0),
              MESSAGE_STOP);
      assertThat(response.blocks())
          .extracting(Response.Block::kind, Response.Block::name, Response.Block::text)
          .containsExactly(tuple(BlockKind.MEDIA, "image/png", "aaaa"));
    }

    @Test
    void theCountsMayComeBeforeTheStop() {
      Response response = response(MESSAGE_START, METADATA, MESSAGE_STOP);
      assertThat(response.verdict()).isEqualTo(Verdict.COMPLETE);
      assertThat(response.usage()).isEqualTo(new Usage(10L, 3L, null, 2L, 1L));
    }

    @Test
    void theResponseEndsWhenBothHaveCome() {
      List<StreamEvent> events = new ArrayList<>();
      var decoder = new StreamDecoder(Dialects.BEDROCK);
      decoder.feed(MESSAGE_STOP.clone(), events::add);
      assertThat(decoder.isSettled()).isTrue();
      assertThat(decoder.isEnded()).isFalse();
      decoder.feed(METADATA.clone(), events::add);
      assertThat(decoder.isEnded()).isTrue();
    }

    @Test
    void everyPrefixIsWellFormedAndNeverCompleteBeforeItsStop() {
      byte[] bytes =
          AwsMessages.join(
              MESSAGE_START, delta(0, "{\"text\":\"Hi\"}"), blockStop(0), METADATA, MESSAGE_STOP);
      for (int cut = 0; cut < bytes.length; cut++) {
        List<StreamEvent> events = events(Arrays.copyOf(bytes, cut));
        assertThat(GrammarChecker.check(events)).isEmpty();
        assertThat(Decoded.response(events).verdict()).isIn(Verdict.TRUNCATED, Verdict.FAILED);
      }
    }

    @ParameterizedTest
    @CsvSource({
      "end_turn, COMPLETE",
      "stop_sequence, COMPLETE",
      "tool_use, TOOL_CALLS",
      "max_tokens, LENGTH",
      "model_context_window_exceeded, LENGTH",
      "guardrail_intervened, FILTERED",
      "content_filtered, FILTERED",
      "malformed_model_output, FAILED",
    })
    void theStopReasonGivesTheVerdict(String word, Verdict verdict) {
      Response response = response(messageStop(word), METADATA);
      assertThat(response.verdict()).isEqualTo(verdict);
      assertThat(response.word()).isEqualTo(word);
    }

    @Test
    void eventsWithoutFramesAreJsonLines() {
      String stream =
          """
          {"messageStart":{"role":"assistant"}}
          {"contentBlockStart":{"contentBlockIndex":0,"start":{}}}
          {"contentBlockDelta":{"contentBlockIndex":0,"delta":{"text":"Hi"}}}
          {"contentBlockStart":{"contentBlockIndex":1,"start":{"toolUse":{"toolUseId":"t","name":"f"}}}}
          {"contentBlockDelta":{"contentBlockIndex":1,"delta":{"toolUse":{"input":""}}}}
          {"contentBlockStop":{"contentBlockIndex":1}}
          {"metadata":{"usage":{"inputTokens":1,"outputTokens":2}}}
          {"messageStop":{"stopReason":"tool_use"}}
          """;
      Response response = Decoded.response(Dialects.BEDROCK, stream);
      assertThat(response.blocks())
          .extracting(Response.Block::text, Response.Block::complete)
          .containsExactly(tuple("Hi", true), tuple("", true));
      assertThat(response.verdict()).isEqualTo(Verdict.TOOL_CALLS);
      assertThat(DialectGuess.of(stream.getBytes(UTF_8), /* isWhole= */ true))
          .contains(Dialects.BEDROCK);
    }

    @Test
    void unknownEventsAndFieldsAreCarried() {
      assertThat(
              lines(
                  AwsMessages.event("weather", "{\"sky\":\"blue\"}"),
                  delta(0, "{\"hologram\":1}"),
                  AwsMessages.event(
                      "messageStop",
                      "{\"stopReason\":\"end_turn\",\"additionalModelResponseFields\":{\"x\":1}}"),
                  METADATA))
          .contains("\"name\":\"weather\"")
          .contains("\"name\":\"field contentBlockDelta.delta.hologram\"")
          .contains("\"name\":\"field messageStop.additionalModelResponseFields\"");
    }
  }

  @Nested
  class Invoke {
    @Test
    void anthropicInsideIsReadAsAnthropic() {
      Response response =
          response(
              AwsMessages.chunk(
                  "{\"type\":\"message_start\",\"message\":{\"id\":\"m\",\"model\":\"c\"}}"),
              AwsMessages.chunk(
                  """
                  {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}\
                  """),
              AwsMessages.chunk(
                  """
                  {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hi"}}\
                  """),
              AwsMessages.chunk("{\"type\":\"content_block_stop\",\"index\":0}"),
              AwsMessages.chunk(
                  "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"}}"),
              AwsMessages.chunk("{\"type\":\"message_stop\"}"));
      assertThat(response.responseId()).isEqualTo("m");
      assertThat(response.text(BlockKind.TEXT)).isEqualTo("Hi");
      assertThat(response.verdict()).isEqualTo(Verdict.COMPLETE);
    }

    @Test
    void novaInsideIsReadAsConverse() {
      Response response =
          response(
              AwsMessages.chunk("{\"messageStart\":{\"role\":\"assistant\"}}"),
              AwsMessages.chunk(
                  "{\"contentBlockDelta\":{\"delta\":{\"text\":\"Hi\"},\"contentBlockIndex\":0}}"),
              AwsMessages.chunk("{\"contentBlockStop\":{\"contentBlockIndex\":0}}"),
              AwsMessages.chunk("{\"messageStop\":{\"stopReason\":\"max_tokens\"}}"),
              AwsMessages.chunk(
                  """
                  {"metadata":{"usage":{"inputTokens":5,"outputTokens":1,"cacheReadInputTokenCount":0}},\
                  "amazon-bedrock-invocationMetrics":{"inputTokenCount":5}}\
                  """));
      assertThat(response.text(BlockKind.TEXT)).isEqualTo("Hi");
      assertThat(response.verdict()).isEqualTo(Verdict.LENGTH);
      assertThat(response.usage()).isEqualTo(new Usage(5L, 1L, null, 0L, null));
    }

    @Test
    void chatChunksInsideAreReadAsChat() {
      Response response =
          response(
              AwsMessages.chunk(
                  """
                  {"id":"c","model":"gpt-oss","choices":[{"index":0,"delta":{"content":"Hi"}}]}\
                  """),
              AwsMessages.chunk(
                  "{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}"));
      assertThat(response.text(BlockKind.TEXT)).isEqualTo("Hi");
      assertThat(response.verdict()).isEqualTo(Verdict.COMPLETE);
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        quoteCharacter = '~',
        textBlock =
            """
            {"outputText":"Hi","index":0.0,"inputTextTokenCount":4.0} | {"outputText":"!","totalOutputTextTokenCount":2,"completionReason":"FINISH"} | FINISH | COMPLETE
            {"generation":"Hi","stop_reason":null}      | {"generation":"!","stop_reason":"length","generation_token_count":2} | length   | LENGTH
            {"completion":"Hi","stop_reason":null}      | {"completion":"!","stop_reason":"stop_sequence","stop":"x"} | stop_sequence | COMPLETE
            {"outputs":[{"text":"Hi","stop_reason":null}]} | {"outputs":[{"text":"!","stop_reason":"stop"}]}       | stop      | COMPLETE
            {"choices":[{"index":0,"text":"Hi","stop_reason":null}]} | {"choices":[{"index":0,"text":"!","stop_reason":"stop"}]} | stop | COMPLETE
            {"text":"Hi","is_finished":false}           | {"text":"!","is_finished":true,"finish_reason":"COMPLETE"} | COMPLETE | COMPLETE
            """)
    void textModelsInsideHaveTheirOwnShapes(
        String first, String last, String word, Verdict verdict) {
      Response response = response(AwsMessages.chunk(first), AwsMessages.chunk(last));
      assertThat(response.text(BlockKind.TEXT)).isEqualTo("Hi!");
      assertThat(response.word()).isEqualTo(word);
      assertThat(response.verdict()).isEqualTo(verdict);
      Response cut = response(AwsMessages.chunk(first));
      assertThat(cut.verdict()).isEqualTo(Verdict.TRUNCATED);
    }

    @Test
    void theCountsOfBedrockServeWhereTheModelHasNone() {
      Response response =
          response(
              AwsMessages.chunk(
                  """
                  {"outputText":"Hi","completionReason":"FINISH","inputTextTokenCount":4,\
                  "amazon-bedrock-invocationMetrics":{"inputTokenCount":4,"outputTokenCount":9}}\
                  """));
      assertThat(response.usage()).isEqualTo(new Usage(4L, 9L, null, null, null));
    }

    @Test
    void aPromptThatAGuardrailBlockedIsFilteredNotCut() {
      Response response =
          response(
              AwsMessages.chunk(
                  """
                  {"outputText":"Input blocked","totalOutputTextTokenCount":3.0,\
                  "amazon-bedrock-guardrailAction":"INTERVENED"}\
                  """));
      assertThat(response.verdict()).isEqualTo(Verdict.FILTERED);
      assertThat(response.word()).isNull();
    }
  }

  @Nested
  class Faults {
    @Test
    void anExceptionFailsTheResponseWithItsTypeAsCode() {
      Response response =
          response(
              MESSAGE_START,
              delta(0, "{\"text\":\"Hi\"}"),
              AwsMessages.exception("throttlingException", "{\"message\":\"Too many\"}"));
      assertThat(response.verdict()).isEqualTo(Verdict.FAILED);
      assertThat(response.text(BlockKind.TEXT)).isEqualTo("Hi");
      assertThat(response.blocks().getFirst().complete()).isFalse();
      assertThat(response.faults())
          .containsExactly(
              new StreamFault(StreamFault.Kind.PROVIDER_ERROR, "throttlingException", "Too many"));
    }

    @Test
    void anExceptionAmongWrappedChunksFailsTheResponseToo() {
      Response response =
          response(
              AwsMessages.chunk("{\"type\":\"message_start\",\"message\":{\"id\":\"m\"}}"),
              AwsMessages.exception("modelStreamErrorException", "{\"message\":\"broken\"}"));
      assertThat(response.verdict()).isEqualTo(Verdict.FAILED);
      assertThat(response.faults())
          .containsExactly(
              new StreamFault(
                  StreamFault.Kind.PROVIDER_ERROR, "modelStreamErrorException", "broken"));
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        quoteCharacter = '~',
        nullValues = "-",
        textBlock =
            """
            {"validationException":{"message":"no"}}        | validationException
            {"message":"no"}                                | -
            {"__type":"AccessDenied","Message":"no"}        | AccessDenied
            {"type":"error","error":{"type":"api_error","message":"no"}} | api_error
            """)
    void errorsAsJsonLinesFailTheResponse(String line, String code) {
      Response response = Decoded.response(Dialects.BEDROCK, line + "\n");
      assertThat(response.verdict()).isEqualTo(Verdict.FAILED);
      assertThat(response.faults())
          .containsExactly(new StreamFault(StreamFault.Kind.PROVIDER_ERROR, code, "no"));
    }

    @Test
    void aDamagedMessageIsAFaultAndTheStreamGoesOn() {
      byte[] damaged = delta(0, "{\"text\":\"wrong\"}");
      damaged[damaged.length - 8] ^= 1;
      Response response =
          response(MESSAGE_START, damaged, delta(0, "{\"text\":\"right\"}"), MESSAGE_STOP);
      assertThat(response.text(BlockKind.TEXT)).isEqualTo("right");
      assertThat(response.faults())
          .extracting(StreamFault::kind)
          .containsExactly(StreamFault.Kind.MALFORMED);
    }

    @Test
    void aDamagedPreludeFailsTheResponseUnlessItsStopHadCome() {
      byte[] damaged = delta(0, "{\"text\":\"wrong\"}");
      damaged[1] ^= 1;
      assertThat(response(MESSAGE_START, damaged, MESSAGE_STOP).verdict())
          .isEqualTo(Verdict.FAILED);
      assertThat(response(MESSAGE_START, MESSAGE_STOP, damaged).verdict())
          .isEqualTo(Verdict.COMPLETE);
    }

    @Test
    void aFlippedBitNeverGivesAWrongText() {
      byte[] bytes =
          AwsMessages.join(delta(0, "{\"text\":\"Hi\"}"), blockStop(0), MESSAGE_STOP, METADATA);
      for (int bit = 0; bit < bytes.length * 8; bit++) {
        byte[] damaged = bytes.clone();
        damaged[bit / 8] ^= (byte) (1 << bit % 8);
        List<StreamEvent> events = events(damaged);
        assertThat(GrammarChecker.check(events)).isEmpty();
        Response response = Decoded.response(events);
        assertThat(response.faults()).isNotEmpty();
        assertThat(response.text(BlockKind.TEXT)).isIn("Hi", "");
      }
    }

    @Test
    void aHostileLengthReachesTheLimit() {
      byte[] hostile = AwsMessages.event("x", "{}");
      var options = new DecodeOptions(Limits.DEFAULT.withMaxFrameBytes(32), ThinkTags.KEEP);
      Response response =
          Decoded.response(Decoded.events(Dialects.BEDROCK, options, List.of(hostile)));
      assertThat(response.verdict()).isEqualTo(Verdict.FAILED);
      assertThat(response.faults())
          .extracting(StreamFault::kind)
          .containsExactly(StreamFault.Kind.LIMIT);
    }
  }

  @Test
  void howTheNetworkCutsTheBytesDoesNotChangeTheEvents() {
    byte[] bytes =
        AwsMessages.join(
            MESSAGE_START, delta(0, "{\"text\":\"é😀\"}"), blockStop(0), MESSAGE_STOP, METADATA);
    List<StreamEvent> whole = events(bytes);
    assertThat(Splits.of(bytes))
        .allSatisfy(s -> assertThat(Decoded.events(Dialects.BEDROCK, s)).isEqualTo(whole));
  }

  @Test
  void theDialectIsGuessedFromTheFirstPrelude() {
    assertThat(DialectGuess.of(MESSAGE_START, /* isWhole= */ false)).contains(Dialects.BEDROCK);
    assertThat(DialectGuess.of(Arrays.copyOf(MESSAGE_START, 12), /* isWhole= */ false))
        .contains(Dialects.BEDROCK);
    assertThat(DialectGuess.of(Arrays.copyOf(MESSAGE_START, 11), /* isWhole= */ false)).isEmpty();
    assertThat(DialectGuess.of("{\"bytes\":\"e30=\"}\n".getBytes(UTF_8), /* isWhole= */ true))
        .contains(Dialects.BEDROCK);
  }

  @Test
  void chunksAreClassifiedByTheTableOfWhoeverMadeThem() {
    List<Chunk> chunks = new ArrayList<>();
    var decoder =
        Dialects.BEDROCK
            .framing(Limits.DEFAULT)
            .then(
                new ChunkDecoder(
                    Dialects.BEDROCK.chunkTable(), new ConversationOwners(), Limits.DEFAULT));
    for (byte[] message :
        List.of(
            MESSAGE_START,
            delta(0, "{\"text\":\"a\"}"),
            delta(0, "{\"reasoningContent\":{\"text\":\"b\"}}"),
            delta(0, "{\"toolUse\":{\"input\":\"{\"}}"),
            delta(0, "{\"toolResult\":[]}"),
            blockStop(0),
            MESSAGE_STOP,
            METADATA,
            AwsMessages.chunk(
                "{\"type\":\"content_block_delta\",\"delta\":{\"type\":\"text_delta\",\"text\":\"c\"}}"),
            AwsMessages.chunk("{\"outputText\":\"d\",\"completionReason\":\"FINISH\"}"),
            AwsMessages.exception("x", "{}"))) {
      decoder.feed(message, chunks::add);
    }
    assertThat(chunks)
        .extracting(
            c -> c.partKind().word(),
            Chunk::chunkType,
            Chunk::textDelta,
            Chunk::argumentsDelta,
            Chunk::isTerminal)
        .containsExactly(
            tuple("status", "messageStart", null, null, false),
            tuple("assistant", "contentBlockDelta", "a", null, false),
            tuple("reasoning", "contentBlockDelta", "b", null, false),
            tuple("function_arguments", "contentBlockDelta", null, "{", false),
            tuple("tool_output", "contentBlockDelta", "[]", null, false),
            tuple("status", "contentBlockStop", null, null, true),
            tuple("status", "messageStop", null, null, true),
            tuple("status", "metadata", null, null, false),
            tuple("assistant", "content_block_delta", "c", null, false),
            tuple("assistant", "chunk", "d", null, true),
            tuple("status", "exception:x", null, null, true));
  }

  @Test
  void anSseStreamIsFramedAsSse() {
    List<Frame> frames = new ArrayList<>();
    var framing = Dialects.BEDROCK.framing(Limits.DEFAULT);
    framing.feed(new byte[0], frames::add);
    framing.feed("data: {}\n\n".getBytes(UTF_8), frames::add);
    framing.end(frames::add);
    assertThat(frames).containsExactly(Frame.data("{}"));
  }
}
