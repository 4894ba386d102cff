package dev.weir.codec.dialect.anthropic;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.weir.codec.registry.DialectGuess;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.stream.Decoded;
import dev.weir.codec.stream.StreamDecoder;
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
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnthropicDecoderTest {
  private static final String START =
      """
      {"type":"message_start","message":{"id":"m1","type":"message","role":"assistant","content":[],\
      "model":"claude","stop_reason":null,"usage":{"input_tokens":9,"output_tokens":1}}}\
      """;
  private static final String STOP = "{\"type\":\"message_stop\"}";

  private static String blockStart(int index, String content) {
    return "{\"type\":\"content_block_start\",\"index\":%d,\"content_block\":%s}"
        .formatted(index, content);
  }

  private static String delta(int index, String type, String field, String value) {
    return "{\"type\":\"content_block_delta\",\"index\":%d,\"delta\":{\"type\":\"%s\",\"%s\":\"%s\"}}"
        .formatted(index, type, field, value);
  }

  private static String text(int index, String text) {
    return delta(index, "text_delta", "text", text);
  }

  private static String thinking(int index, String text) {
    return delta(index, "thinking_delta", "thinking", text);
  }

  private static String input(int index, String json) {
    return delta(index, "input_json_delta", "partial_json", json);
  }

  private static String blockStop(int index) {
    return "{\"type\":\"content_block_stop\",\"index\":%d}".formatted(index);
  }

  private static String stopReason(String word) {
    return """
    {"type":"message_delta","delta":{"stop_reason":"%s"},"usage":{"output_tokens":5}}\
    """
        .formatted(word);
  }

  private static String lines(String... chunks) {
    return Decoded.lines(Dialects.ANTHROPIC, Decoded.sse(chunks));
  }

  private static Response response(String... chunks) {
    return Decoded.response(Dialects.ANTHROPIC, Decoded.sse(chunks));
  }

  /** The response to chunks inside an otherwise whole message. */
  private static Response within(String... chunks) {
    return response(
        Stream.of(new String[] {START}, chunks, new String[] {stopReason("end_turn"), STOP})
            .flatMap(Arrays::stream)
            .toArray(String[]::new));
  }

  @Test
  void aMessageIsOneOutputWithItsBlocksInOrder() {
    assertThat(
            lines(
                START,
                "{\"type\":\"ping\"}",
                blockStart(0, "{\"type\":\"thinking\",\"thinking\":\"\",\"signature\":\"\"}"),
                thinking(0, "Hm"),
                delta(0, "signature_delta", "signature", "seal"),
                blockStop(0),
                blockStart(1, "{\"type\":\"text\",\"text\":\"\"}"),
                text(1, "Hel"),
                text(1, "lo"),
                blockStop(1),
                stopReason("end_turn"),
                STOP))
        .isEqualTo(
            """
            {"type":"response_start","responseId":"m1","modelName":"claude"}
            {"type":"usage","usage":{"inputTokens":9,"outputTokens":1}}
            {"type":"block_start","output":0,"block":0,"kind":"reasoning"}
            {"type":"block_delta","output":0,"block":0,"text":"Hm"}
            {"type":"block_end","output":0,"block":0,"complete":true,"reasoning":{"signature":"seal"}}
            {"type":"block_start","output":0,"block":1,"kind":"text"}
            {"type":"block_delta","output":0,"block":1,"text":"Hel"}
            {"type":"block_delta","output":0,"block":1,"text":"lo"}
            {"type":"block_end","output":0,"block":1,"complete":true}
            {"type":"usage","usage":{"inputTokens":9,"outputTokens":5}}
            {"type":"output_end","output":0,"reason":"stop","word":"end_turn"}
            {"type":"response_end","verdict":"COMPLETE","word":"end_turn",\
            "usage":{"inputTokens":9,"outputTokens":5}}\
            """);
  }

  @Test
  void howTheNetworkCutsTheBytesDoesNotChangeTheEvents() {
    byte[] bytes =
        Decoded.sse(
                START,
                blockStart(0, "{\"type\":\"tool_use\",\"id\":\"t\",\"name\":\"f\",\"input\":{}}"),
                input(0, "{\\\"a\\\":\\\"é😀\\\"}"),
                blockStop(0),
                stopReason("tool_use"),
                STOP)
            .getBytes(UTF_8);
    List<StreamEvent> whole = Decoded.events(Dialects.ANTHROPIC, List.of(bytes));
    assertThat(Splits.of(bytes))
        .allSatisfy(s -> assertThat(Decoded.events(Dialects.ANTHROPIC, s)).isEqualTo(whole));
  }

  @ParameterizedTest
  @CsvSource({
    "end_turn, COMPLETE",
    "stop_sequence, COMPLETE",
    "max_tokens, LENGTH",
    "model_context_window_exceeded, LENGTH",
    "tool_use, TOOL_CALLS",
    "pause_turn, PAUSED",
    "compaction, PAUSED",
    "refusal, REFUSED",
    "something_new, COMPLETE",
  })
  void theStopReasonGivesTheVerdict(String word, Verdict verdict) {
    Response response = response(START, stopReason(word), STOP);
    assertThat(response.verdict()).isEqualTo(verdict);
    assertThat(response.word()).isEqualTo(word);
  }

  @Nested
  class Blocks {
    @Test
    void interleavedBlocksAreToldApartByTheirIndex() {
      Response response =
          within(
              blockStart(0, "{\"type\":\"text\",\"text\":\"\"}"),
              blockStart(1, "{\"type\":\"tool_use\",\"id\":\"t\",\"name\":\"f\",\"input\":{}}"),
              text(0, "a"),
              input(1, "{}"),
              text(0, "b"),
              blockStop(1),
              blockStop(0));
      assertThat(response.blocks()).extracting(Response.Block::text).containsExactly("ab", "{}");
    }

    @Test
    void thinkingWithoutTextStillKeepsItsSignature() {
      Response response =
          within(
              blockStart(0, "{\"type\":\"thinking\",\"thinking\":\"\"}"),
              delta(0, "signature_delta", "signature", "seal"),
              blockStop(0));
      Response.Block block = response.blocks().getFirst();
      assertThat(block.text()).isEmpty();
      assertThat(block.synthetic()).isFalse();
      assertThat(block.reasoning())
          .isEqualTo(new Reasoning(null, List.of(), null, "seal", /* redacted= */ false));
    }

    @Test
    void redactedThinkingIsASyntheticBlockWithItsData() {
      Response response =
          within(blockStart(0, "{\"type\":\"redacted_thinking\",\"data\":\"xyz\"}"), blockStop(0));
      Response.Block block = response.blocks().getFirst();
      assertThat(block.kind()).isEqualTo(BlockKind.REASONING);
      assertThat(block.synthetic()).isTrue();
      assertThat(block.reasoning())
          .isEqualTo(new Reasoning(null, List.of(), "xyz", null, /* redacted= */ true));
    }

    @Test
    void aCallWithoutArgumentsHasTheEmptyText() {
      Response response =
          within(
              blockStart(0, "{\"type\":\"tool_use\",\"id\":\"t\",\"name\":\"f\",\"input\":{}}"),
              input(0, ""),
              blockStop(0));
      assertThat(response.blocks().getFirst().text()).isEmpty();
    }

    @Test
    void anInputThatComesWithTheStartIsOneDeltaOfCanonicalJson() {
      String content =
          """
          {"type":"tool_use","id":"t","name":"f","input":{"b":1,"a":[2]},\
          "caller":{"type":"code_execution","tool_id":"s"}}\
          """;
      Response.Block block = within(blockStart(0, content), blockStop(0)).blocks().getFirst();
      assertThat(block.text()).isEqualTo("{\"a\":[2],\"b\":1}");
      assertThat(block.origin())
          .isEqualTo(
              Map.of(
                  "type", "tool_use", "caller", "{\"type\":\"code_execution\",\"tool_id\":\"s\"}"));
    }

    @Test
    void anInputThatIsAlsoStreamedCountsOnce() {
      String content = "{\"type\":\"tool_use\",\"id\":\"t\",\"name\":\"f\",\"input\":{\"a\":1}}";
      Response response = within(blockStart(0, content), input(0, "{\\\"a\\\": 1}"), blockStop(0));
      assertThat(response.blocks().getFirst().text()).isEqualTo("{\"a\": 1}");
    }

    @Test
    void whatTheProviderRunsIsNotACallOfTheClient() {
      Response response =
          within(
              blockStart(
                  0,
                  "{\"type\":\"server_tool_use\",\"id\":\"s\",\"name\":\"web_search\",\"input\":{}}"),
              input(0, "{}"),
              blockStop(0),
              blockStart(
                  1,
                  "{\"type\":\"mcp_tool_use\",\"id\":\"m\",\"name\":\"echo\",\"server_name\":\"srv\",\"input\":{}}"),
              blockStop(1));
      assertThat(response.blocks())
          .extracting(Response.Block::kind, Response.Block::id, Response.Block::name)
          .containsExactly(
              tuple(BlockKind.SERVER_TOOL, "s", "web_search"),
              tuple(BlockKind.SERVER_TOOL, "m", "echo"));
      assertThat(response.blocks().getLast().origin())
          .isEqualTo(Map.of("type", "mcp_tool_use", "server_name", "srv"));
    }

    @Test
    void aToolResultIsAnOutputThatKeepsItsSource() {
      String content =
          """
          {"type":"mcp_tool_result","tool_use_id":"m","is_error":true,"content":[{"type":"text","text":"no"}]}\
          """;
      Response.Block block = within(blockStart(0, content), blockStop(0)).blocks().getFirst();
      assertThat(block.kind()).isEqualTo(BlockKind.TOOL_OUTPUT);
      assertThat(block.id()).isEqualTo("m");
      assertThat(block.name()).isEqualTo("mcp_tool_result");
      assertThat(block.origin()).isEqualTo(Map.of("is_error", "true"));
      assertThat(block.text()).isEqualTo("[{\"type\":\"text\",\"text\":\"no\"}]");
      assertThat(block.source()).isEqualTo(content);
    }

    @Test
    void compactionKeepsItsTextAndItsSealedForm() {
      Response.Block block =
          within(
                  blockStart(0, "{\"type\":\"compaction\",\"content\":null}"),
                  """
                  {"type":"content_block_delta","index":0,"delta":{"type":"compaction_delta",\
                  "content":"so far","encrypted_content":"xyz"}}\
                  """,
                  blockStop(0))
              .blocks()
              .getFirst();
      assertThat(block.kind()).isEqualTo(BlockKind.TOOL_OUTPUT);
      assertThat(block.text()).isEqualTo("so far");
      assertThat(block.source())
          .isEqualTo(
              "{\"type\":\"compaction\",\"content\":\"so far\",\"encrypted_content\":\"xyz\"}");
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        quoteCharacter = '~',
        textBlock =
            """
            {"type":"fallback","from":{"model":"a"},"to":{"model":"b"}} | TOOL_OUTPUT | true
            {"type":"container_upload","file_id":"f"}                   | TOOL_OUTPUT | true
            {"type":"hologram","content":"shape"}                       | TOOL_OUTPUT | false
            {"type":"quantum_tool_use","id":"q","name":"n","input":{}}  | SERVER_TOOL | false
            """)
    void blocksWithoutAPlaceOfTheirOwnAreKeptWhole(
        String content, BlockKind kind, boolean synthetic) {
      Response.Block block = within(blockStart(0, content), blockStop(0)).blocks().getFirst();
      assertThat(block.kind()).isEqualTo(kind);
      assertThat(block.synthetic()).isEqualTo(synthetic);
      assertThat(block.source()).isEqualTo(content);
    }

    @Test
    void citationsMarkTheTextTheyStandOn() {
      assertThat(
              lines(
                  blockStart(0, "{\"type\":\"text\",\"text\":\"\",\"citations\":[]}"),
                  """
                  {"type":"content_block_delta","index":0,"delta":{"type":"citations_delta",\
                  "citation":{"type":"char_location","cited_text":"x"}}}\
                  """,
                  STOP))
          .contains(
              """
              {"type":"annotation","output":0,"block":0,"kind":"char_location",\
              "json":"{\\"type\\":\\"char_location\\",\\"cited_text\\":\\"x\\"}"}\
              """);
    }

    @Test
    void aDeltaOfAnUnknownTypeIsCarried() {
      assertThat(
              lines(
                  blockStart(0, "{\"type\":\"text\",\"text\":\"\"}"),
                  delta(0, "colour_delta", "text", "red"),
                  STOP))
          .contains("\"name\":\"content_block_delta.colour_delta\"")
          .doesNotContain("block_delta\",");
    }
  }

  @Nested
  class OutOfSpecification {
    @Test
    void thinkingInsideABlockDeclaredAsTextIsReasoningOfItsOwn() {
      Response response =
          within(
              blockStart(0, "{\"type\":\"text\",\"text\":\"\"}"),
              thinking(0, "Hm"),
              delta(0, "signature_delta", "signature", "seal"),
              text(0, "Hello"),
              blockStop(0));
      assertThat(response.text(BlockKind.TEXT)).isEqualTo("Hello");
      assertThat(response.text(BlockKind.REASONING)).isEqualTo("Hm");
      assertThat(response.blocks(BlockKind.REASONING))
          .extracting(Response.Block::reasoning)
          .containsExactly(new Reasoning(null, List.of(), null, "seal", /* redacted= */ false));
    }

    @Test
    void textInsideABlockDeclaredAsThinkingIsText() {
      Response response =
          within(
              blockStart(0, "{\"type\":\"thinking\",\"thinking\":\"\"}"),
              thinking(0, "Hm"),
              text(0, "Hello"),
              thinking(0, " again"),
              blockStop(0));
      assertThat(response.text(BlockKind.TEXT)).isEqualTo("Hello");
      assertThat(response.text(BlockKind.REASONING)).isEqualTo("Hm again");
    }

    @Test
    void aDeltaWithoutAStartOpensABlockOfItsKind() {
      Response response =
          within(thinking(0, "Hm"), blockStop(0), text(1, "Hi"), input(2, "{}"), text(1, "!"));
      assertThat(response.blocks())
          .extracting(Response.Block::kind, Response.Block::text)
          .containsExactly(
              tuple(BlockKind.REASONING, "Hm"),
              tuple(BlockKind.TEXT, "Hi!"),
              tuple(BlockKind.TOOL_CALL, "{}"));
    }

    @Test
    void aRepeatedStartOfABlockIsNotASecondBlock() {
      String result = "{\"type\":\"web_search_tool_result\",\"tool_use_id\":\"s\",\"content\":[]}";
      Response response = within(blockStart(0, result), blockStart(0, result), blockStop(0));
      assertThat(response.blocks()).hasSize(1);
    }

    @Test
    void anotherStartUnderAnOpenIndexCutsTheBlockBefore() {
      Response response =
          within(
              blockStart(0, "{\"type\":\"text\",\"text\":\"\"}"),
              text(0, "a"),
              blockStart(0, "{\"type\":\"thinking\",\"thinking\":\"\"}"),
              thinking(0, "b"),
              blockStop(0));
      assertThat(response.blocks())
          .extracting(Response.Block::text, Response.Block::complete)
          .containsExactly(tuple("a", false), tuple("b", true));
    }

    @Test
    void aStopWithoutABlockIsAnOrphan() {
      assertThat(within(blockStop(3)).faults())
          .containsExactly(
              new StreamFault(
                  StreamFault.Kind.ORPHAN,
                  "content_block_stop for index 3, where no block is open"));
    }

    @Test
    void aMissingStopIsForgivenAtAnOrdinaryEndButNotAtALimit() {
      String start = blockStart(0, "{\"type\":\"text\",\"text\":\"\"}");
      assertThat(within(start, text(0, "a")).blocks().getFirst().complete()).isTrue();
      Response cut = response(START, start, text(0, "a"), stopReason("max_tokens"), STOP);
      assertThat(cut.blocks().getFirst().complete()).isFalse();
    }

    @Test
    void aRepeatedMessageStartSaysNothingNew() {
      Response response = within(blockStart(0, "{\"type\":\"text\",\"text\":\"a\"}"), START);
      assertThat(response.text(BlockKind.TEXT)).isEqualTo("a");
      assertThat(response.faults()).isEmpty();
    }

    @Test
    void aMessageStartWithANewIdIsASecondResponse() {
      Response response =
          within(
              blockStart(0, "{\"type\":\"tool_use\",\"id\":\"t1\",\"name\":\"f\",\"input\":{}}"),
              input(0, "{\\\"a"),
              START.replace("m1", "m2"),
              blockStart(0, "{\"type\":\"tool_use\",\"id\":\"t2\",\"name\":\"f\",\"input\":{}}"),
              input(0, "{}"),
              blockStop(0));
      assertThat(response.blocks())
          .extracting(Response.Block::id, Response.Block::text, Response.Block::complete)
          .containsExactly(tuple("t1", "{\"a", false), tuple("t2", "{}", true));
      assertThat(response.faults())
          .extracting(StreamFault::kind)
          .containsExactly(StreamFault.Kind.SECOND_RESPONSE);
      assertThat(response.responseId()).isEqualTo("m1");
    }

    @Test
    void theStopReasonOfAnAbandonedMessageDoesNotCount() {
      Response response =
          response(START, stopReason("max_tokens"), START.replace("m1", "m2"), STOP);
      assertThat(response.verdict()).isEqualTo(Verdict.COMPLETE);
      assertThat(response.word()).isNull();
    }

    @Test
    void aMessageThatStartsWholeIsDecodedWhole() {
      String start =
          """
          {"type":"message_start","message":{"id":"m1","type":"message","role":"assistant","content":[\
          {"type":"thinking","thinking":"","signature":"seal"},\
          {"type":"tool_use","id":"t","name":"f","input":{"a":1}}],"stop_reason":"tool_use"}}\
          """;
      Response response = response(start, STOP);
      assertThat(response.verdict()).isEqualTo(Verdict.TOOL_CALLS);
      assertThat(response.word()).isEqualTo("tool_use");
      assertThat(response.blocks())
          .extracting(Response.Block::text, Response.Block::synthetic, Response.Block::complete)
          .containsExactly(tuple("", true, true), tuple("{\"a\":1}", false, true));
    }

    @Test
    void theNameOfTheEventServesWhereTheChunkHasNoType() {
      String stream =
          """
          event: content_block_delta
          data: {"index":0,"delta":{"text":"Hi"}}

          event: message_stop
          data: {}

          """;
      assertThat(Decoded.response(Dialects.ANTHROPIC, stream).text(BlockKind.TEXT)).isEqualTo("Hi");
    }

    @Test
    void unknownEventsAndFieldsAreCarried() {
      assertThat(
              lines(
                  START,
                  "{\"type\":\"weather\",\"sky\":\"blue\"}",
                  """
                  {"type":"message_delta","delta":{"stop_reason":"refusal",\
                  "stop_details":{"type":"refusal","explanation":"no"}}}\
                  """,
                  STOP))
          .contains("{\"type\":\"unrecognized\",\"name\":\"weather\",")
          .contains("{\"type\":\"unrecognized\",\"name\":\"field delta.stop_details\",")
          .doesNotContain("\"kind\":\"refusal\"");
    }
  }

  @Nested
  class Ends {
    @Test
    void withoutMessageStopTheResponseIsTruncatedWhateverItsStopReason() {
      Response response =
          response(
              START,
              blockStart(0, "{\"type\":\"text\",\"text\":\"\"}"),
              text(0, "a"),
              blockStop(0),
              stopReason("end_turn"));
      assertThat(response.verdict()).isEqualTo(Verdict.TRUNCATED);
      assertThat(response.word()).isEqualTo("end_turn");
      assertThat(response.blocks().getFirst().complete()).isTrue();
    }

    @Test
    void everyPrefixIsWellFormedAndNeverComplete() {
      byte[] bytes =
          Decoded.sse(
                  START,
                  blockStart(
                      0, "{\"type\":\"tool_use\",\"id\":\"t\",\"name\":\"f\",\"input\":{\"a\":1}}"),
                  blockStop(0),
                  blockStart(1, "{\"type\":\"text\",\"text\":\"\"}"),
                  text(1, "a"),
                  blockStop(1),
                  stopReason("end_turn"))
              .getBytes(UTF_8);
      for (int cut = 0; cut <= bytes.length; cut++) {
        List<StreamEvent> events =
            Decoded.events(Dialects.ANTHROPIC, List.of(Arrays.copyOf(bytes, cut)));
        assertThat(GrammarChecker.check(events)).isEmpty();
        assertThat(Decoded.response(events).verdict()).isIn(Verdict.TRUNCATED, Verdict.FAILED);
      }
    }

    @Test
    void aMessageStopWithoutAReasonIsAnOrdinaryEnd() {
      assertThat(response(START, STOP).verdict()).isEqualTo(Verdict.COMPLETE);
      Response calls =
          response(
              START, blockStart(0, "{\"type\":\"tool_use\",\"id\":\"t\",\"name\":\"f\"}"), STOP);
      assertThat(calls.verdict()).isEqualTo(Verdict.TOOL_CALLS);
      assertThat(calls.word()).isNull();
    }

    @Test
    void theDoneMarkOfAProxyEndsAMessageThatHasItsReason() {
      assertThat(response(START, stopReason("end_turn"), "[DONE]").verdict())
          .isEqualTo(Verdict.COMPLETE);
      assertThat(response(START, "[DONE]").verdict()).isEqualTo(Verdict.TRUNCATED);
    }

    @Test
    void anErrorFailsTheResponseAtOnceAndKeepsWhatCame() {
      Response response =
          response(
              START,
              blockStart(0, "{\"type\":\"text\",\"text\":\"\"}"),
              text(0, "a"),
              """
              {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\
              """,
              text(0, "late"));
      assertThat(response.verdict()).isEqualTo(Verdict.FAILED);
      assertThat(response.text(BlockKind.TEXT)).isEqualTo("a");
      assertThat(response.blocks().getFirst().complete()).isFalse();
      assertThat(response.faults())
          .containsExactly(
              new StreamFault(StreamFault.Kind.PROVIDER_ERROR, "overloaded_error", "Overloaded"));
      assertThat(response.usage()).isNotNull();
    }

    @Test
    void whatComesAfterTheEndIsCountedAndNotDecoded() {
      List<StreamEvent> events = new ArrayList<>();
      var decoder = new StreamDecoder(Dialects.ANTHROPIC);
      decoder.feed(
          Decoded.sse(START, STOP, "{\"type\":\"ping\",\"cost\":\"0.1\"}", "[DONE]")
              .getBytes(UTF_8),
          events::add);
      decoder.end(events::add);
      assertThat(decoder.lateFrames()).isEqualTo(2);
      assertThat(GrammarChecker.check(events)).isEmpty();
    }

    @Test
    void aWholeMessageInsteadOfAStreamIsAResponse() {
      String body =
          """
          {
            "id": "m1", "type": "message", "role": "assistant", "model": "claude",
            "content": [{"type": "text", "text": "Hi"}],
            "stop_reason": "end_turn", "stop_sequence": null,
            "usage": {"input_tokens": 3, "output_tokens": 2,
              "cache_read_input_tokens": 1, "cache_creation_input_tokens": 4,
              "output_tokens_details": {"thinking_tokens": 0}}
          }
          """;
      Response response = Decoded.response(Dialects.ANTHROPIC, body);
      assertThat(response.verdict()).isEqualTo(Verdict.COMPLETE);
      assertThat(response.text(BlockKind.TEXT)).isEqualTo("Hi");
      assertThat(response.usage()).isEqualTo(new Usage(8L, 2L, 0L, 1L, 4L));
    }
  }

  @Test
  void theDialectIsGuessedFromAnEventAMessageOrAnError() {
    assertThat(DialectGuess.of(Decoded.sse(START).getBytes(UTF_8), /* isWhole= */ false))
        .contains(Dialects.ANTHROPIC);
    String body = "{\"type\":\"message\",\"content\":[]}\n";
    assertThat(DialectGuess.of(body.getBytes(UTF_8), /* isWhole= */ true))
        .contains(Dialects.ANTHROPIC);
    String error = "{\"type\":\"error\",\"error\":{\"type\":\"api_error\",\"message\":\"no\"}}\n";
    assertThat(DialectGuess.of(error.getBytes(UTF_8), /* isWhole= */ true))
        .contains(Dialects.ANTHROPIC);
  }
}
