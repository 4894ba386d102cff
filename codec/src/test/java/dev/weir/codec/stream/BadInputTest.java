package dev.weir.codec.stream;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.Limits;
import dev.weir.codec.dialect.DecodeOptions;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.ThinkTags;
import dev.weir.codec.registry.Dialects;
import dev.weir.event.BlockKind;
import dev.weir.event.GrammarChecker;
import dev.weir.event.Response;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamFault;
import dev.weir.event.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever comes in, one clear fault comes out, and what came before it stays. */
class BadInputTest {
  static final List<Dialect> ALL = Dialects.own();
  private static final String GOOD =
      Decoded.sse("{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"x\"}}]}");

  @Test
  void anEmptyStreamSaysSo() {
    assertThat(fault("")).isEqualTo("The stream is empty: it ended after 0 bytes");
    assertThat(verdict("")).isEqualTo(Verdict.TRUNCATED);
  }

  @Test
  void aStreamOfCommentsAloneSaysSo() {
    assertThat(fault(": ping\n\n"))
        .isEqualTo("The stream ended after 8 bytes without one whole frame");
  }

  @Test
  void aPageInsteadOfAStreamIsShown() {
    assertThat(fault("<!doctype html>\n<title>502</title>\n"))
        .contains("is not a chunk of openai-chat: not JSON")
        .endsWith("it begins «<!doctype html>»");
    assertThat(verdict("<html>")).isEqualTo(Verdict.FAILED);
  }

  @Test
  void plainWordsInsteadOfAStreamAreShown() {
    assertThat(fault("upstream connect error\n")).endsWith("it begins «upstream connect error»");
  }

  @Test
  void anotherDialectIsNamed() {
    String foreign = Decoded.sse("{\"hello\":1}", "{\"hello\":2}");

    assertThat(fault(foreign))
        .isEqualTo(
            "None of the 2 frames is a chunk of openai-chat; check the dialect."
                + " The first begins «{\"hello\":1}»");
    assertThat(verdict(foreign)).isEqualTo(Verdict.FAILED);
  }

  @Test
  void aLineBeyondTheLimitFailsTheStreamAndKeepsThePartial() {
    Response response = decodeSmall(GOOD + "data: " + "x".repeat(10_000));

    assertThat(response.verdict()).isEqualTo(Verdict.FAILED);
    assertThat(response.text(BlockKind.TEXT)).isEqualTo("x");
    assertThat(response.faults())
        .extracting(StreamFault::kind)
        .containsExactly(StreamFault.Kind.LIMIT);
  }

  @Test
  void aHundredMegabytesWithoutALineEndAreNotHeld() {
    var decoder = new StreamDecoder(Dialects.OPENAI_CHAT);
    List<StreamEvent> events = new ArrayList<>();
    byte[] slice = new byte[1 << 20];
    Arrays.fill(slice, (byte) 'x');
    for (int i = 0; i < 100; i++) {
      decoder.feed(slice.clone(), events::add);
    }
    decoder.end(events::add);

    assertThat(Decoded.response(events).faults())
        .containsExactly(
            new StreamFault(
                StreamFault.Kind.LIMIT,
                "A line exceeds 16,777,216 bytes without an end; raise max-frame-bytes or check that the"
                    + " upstream really streams lines"));
  }

  @Test
  void aDepthBombIsAFaultAndTheStreamGoesOn() {
    Response response =
        response(Decoded.sse("{\"choices\":" + "[".repeat(100_000)) + GOOD + "data: [DONE]\n\n");

    assertThat(response.faults().getFirst().message()).contains("JSON beyond our limits");
    assertThat(response.text(BlockKind.TEXT)).isEqualTo("x");
  }

  @Test
  void aNumberOfAThousandDigitsIsAFaultAndTheStreamGoesOn() {
    Response response =
        response(
            Decoded.sse("{\"choices\":[],\"usage\":{\"prompt_tokens\":" + "9".repeat(1000) + "}}")
                + GOOD);

    assertThat(response.faults().getFirst().message()).contains("JSON beyond our limits");
    assertThat(response.text(BlockKind.TEXT)).isEqualTo("x");
  }

  /** Also where a lenient parser would find a character in them: a slash, two halves of one. */
  @ParameterizedTest
  @ValueSource(strings = {"FF", "C0AF", "E080AF", "F08080AF", "EDA080", "F4908080", "F5808080"})
  void bytesThatAreNotUtf8AreReplacedAndSaid(String bytes) {
    String wrong = new String(HexFormat.of().parseHex(bytes), ISO_8859_1);
    String twice = GOOD.replace("\"x\"", "\"fine\"") + GOOD.replace("\"x\"", "\"a" + wrong + "b\"");
    for (String stream : List.of(GOOD.replace("\"x\"", "\"a" + wrong + "b\""), twice)) {
      Response response =
          Decoded.response(
              Decoded.events(Dialects.OPENAI_CHAT, List.of(stream.getBytes(ISO_8859_1))));
      assertThat(response.text(BlockKind.TEXT)).matches("(fine)?a\uFFFD+b");
      assertThat(response.faults().getFirst().message()).contains("not UTF-8");
    }
  }

  @Test
  void aMillionToolIndexesReachTheLimitOfOpenBlocks() {
    StringBuilder stream = new StringBuilder();
    for (int i = 0; i < 2000; i++) {
      stream.append(
          Decoded.sse(
              "{\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":%d,\"id\":\"c%d\",\"function\":{\"name\":\"f\"}}]}}]}"
                  .formatted(i, i)));
    }

    Response response = response(stream.toString());
    assertThat(response.verdict()).isEqualTo(Verdict.FAILED);
    assertThat(response.faults().getFirst().message())
        .isEqualTo(
            "More than 1,024 blocks are open at once; raise max-open-blocks or check the upstream");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"delta\":{}",
        "\"delta\":{\"content\":\"a\"},\"finish_reason\":\"stop\"",
      })
  void aMillionChoicesReachTheLimitEvenIfNoneOfThemHasAnOpenBlock(String said) {
    StringBuilder stream = new StringBuilder();
    for (int i = 0; i < 2000; i++) {
      stream.append(Decoded.sse("{\"choices\":[{\"index\":%d,%s}]}".formatted(i, said)));
    }

    Response response = response(stream.toString());
    assertThat(response.verdict()).isEqualTo(Verdict.FAILED);
    assertThat(response.faults())
        .containsExactly(
            new StreamFault(
                StreamFault.Kind.LIMIT,
                "More than 1,024 choices; raise max-open-blocks or check the upstream"));
  }

  @ParameterizedTest
  @FieldSource("ALL")
  void noiseNeverThrowsAndNeverBreaksTheGrammar(Dialect dialect) {
    var random = new Random(7);
    for (int round = 0; round < 300; round++) {
      byte[] noise = new byte[random.nextInt(2000)];
      random.nextBytes(noise);
      List<StreamEvent> events = Decoded.events(dialect, List.of(noise));
      assertThat(GrammarChecker.check(events)).isEmpty();
      assertThat(Decoded.response(events).verdict()).isIn(Verdict.TRUNCATED, Verdict.FAILED);
    }
  }

  @ParameterizedTest
  @FieldSource("ALL")
  void framesOfRandomJsonNeverThrowAndNeverBreakTheGrammar(Dialect dialect) {
    var json = new RandomJson(11);
    for (int round = 0; round < 500; round++) {
      String stream = Decoded.sse(json.next(), json.next(), json.next(), "[DONE]");
      assertThat(GrammarChecker.check(Decoded.events(dialect, stream))).isEmpty();
    }
  }

  private static Response response(String stream) {
    List<StreamEvent> events = Decoded.events(Dialects.OPENAI_CHAT, stream);
    assertThat(GrammarChecker.check(events)).isEmpty();
    return Decoded.response(events);
  }

  private static Response decodeSmall(String stream) {
    var options = new DecodeOptions(Limits.DEFAULT.withMaxFrameBytes(4096), ThinkTags.KEEP);
    return Decoded.response(
        Decoded.events(Dialects.OPENAI_CHAT, options, List.of(stream.getBytes(UTF_8))));
  }

  private static String fault(String stream) {
    return response(stream).faults().getFirst().message();
  }

  private static Verdict verdict(String stream) {
    Verdict verdict = response(stream).verdict();
    assertThat(verdict).isNotNull();
    return verdict == null ? Verdict.FAILED : verdict;
  }
}
