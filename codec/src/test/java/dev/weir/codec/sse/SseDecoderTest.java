package dev.weir.codec.sse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.codec.Frame;
import dev.weir.codec.LimitExceededException;
import dev.weir.testkit.Splits;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SseDecoderTest {
  private static final int LIMIT = 8192;

  /** The cases of the web-platform-tests, as facts: bytes and the data of the events. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          format-bom              | ⍰data:1␊␊⍰data:2␊␊data:3␊␊                       | 1 ; 3
          format-bom-2            | ⍰⍰data:1␊␊data:2␊␊data:3␊␊                       | 2 ; 3
          format-comments         | data:1␍:␀␊:␍␊data:2␊:x␍data:3␊:data:fail␍:x␊data:4␊␊ | 1␊2␊3␊4
          format-field-data       | data:␊␊data␊data␊␊data:test␊␊                    | ␣ ; ␊ ; test
          format-field-parsing    | data:␀␊data:  2␍Data:1␊data␀:2␊data:1␍␀data:4␊da-ta:3␍data_5␊data:3␍data:␍␊ data:32␊data:4␊␊ | ␀␊ 2␊1␊3␊␊4
          format-field-unknown    | data:test␊ data␊data␊foobar:xxx␊justsometext␊:comment␊data:test␊␊ | test␊␊test
          format-leading-space    | data:␉test␍data: ␊data:test␊␊                    | ␉test␊␊test
          format-newlines         | data:test␍␊data␊data:test␍␊␍␊                    | test␊␊test
          format-null-character   | data:␀␊␊                                         | ␀
          format-utf-8            | data:ok…␊␊                                       | ok…
          event-data              | data:msg␊data: msg␊␊:␊falsefield:msg␊␊falsefield:msg␊Data:data␊␊data␊␊data:end␊␊ | msg␊msg ; ␣ ; end
          an unfinished block     | data:a␊␊data:b␊                                  | a
          """)
  void framesAsTheWebPlatformTestsExpect(String name, String bytes, String expected) {
    List<String> data = List.of(expected.split(" ; ")).stream().map(SseDecoderTest::plain).toList();
    byte[] stream = plain(bytes).getBytes(UTF_8);

    assertThat(Splits.of(stream))
        .allSatisfy(slices -> assertThat(data(SseDecoder.strict(LIMIT), slices)).isEqualTo(data));
  }

  private static String plain(String pictured) {
    return pictured
        .replace('⍰', '\uFEFF')
        .replace('␊', '\n')
        .replace('␍', '\r')
        .replace('␀', '\0')
        .replace('␉', '\t')
        .replace("␣", "");
  }

  @Test
  void anEventNameHoldsForOneFrameOnly() {
    assertThat(strict("event:test\ndata:x\n\ndata:x\n\nevent: \ndata:y\n\n"))
        .extracting(Frame::event)
        .containsExactly("test", "", "");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "'id: …\ndata:a\n\ndata:b\n\n', …",
    "'id: 1\ndata:a\n\nid:\ndata:b\n\n', ''",
    "'id: 1\ndata:a\n\nid\ndata:b\n\n', ''",
    "'id: 1\n\ndata:b\n\n', 1",
  })
  void anIdHoldsUntilTheNext(String stream, String last) {
    assertThat(strict(stream).getLast().id()).isEqualTo(last);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\0\0", "x\0", "\0x", "x\0x", " \0"})
  void anIdWithANulIsIgnored(String id) {
    assertThat(strict("id: " + id + "\ndata:a\n\n").getLast().id()).isEmpty();
  }

  @Test
  void theIdOfABlockThatNeverEndsIsDropped() {
    var decoder = SseDecoder.strict(LIMIT);
    data(decoder, List.of("id:1\ndata:a\n\nid:test\ndata:b\n".getBytes(UTF_8)));

    assertThat(decoder.lastEventId()).isEqualTo("1");
  }

  @ParameterizedTest
  @CsvSource({
    "'retry:03000', 3000",
    "'retry:3000\nretry:1000x', 3000",
    "'retry:3000\nretry', 3000",
    "'retry:99999999999999999999', 9223372036854775807",
  })
  void aRetryTimeIsDigitsAlone(String stream, long millis) {
    var decoder = SseDecoder.strict(LIMIT);
    data(decoder, List.of((stream + "\n\n").getBytes(UTF_8)));

    assertThat(decoder.retryMillis()).isEqualTo(OptionalLong.of(millis));
  }

  @Test
  void bytesThatAreNotUtf8BecomeReplacementCharacters() {
    byte[] stream = {'d', 'a', 't', 'a', ':', (byte) 0xC3, '(', '\n', '\n'};

    assertThat(data(SseDecoder.strict(LIMIT), List.of(stream))).containsExactly("\uFFFD(");
  }

  @Test
  void aLineFeedCutFromItsCarriageReturnIsNotASecondLineEnd() {
    var decoder = SseDecoder.strict(LIMIT);
    List<Frame> frames = new ArrayList<>();
    decoder.feed("data: a\r".getBytes(UTF_8), frames::add);
    decoder.feed("\n".getBytes(UTF_8), frames::add);
    assertThat(frames).isEmpty();
    decoder.feed("\r\n".getBytes(UTF_8), frames::add);
    assertThat(frames).containsExactly(Frame.data("a"));
  }

  /** What providers do beyond the specification. */
  @Nested
  class ForProviders {

    @ParameterizedTest(name = "{0}")
    @CsvSource(
        delimiter = '|',
        textBlock =
            """
            no blank line at the end      | data: {"a":1}␊␊data: {"a":2}␊            | {"a":1} ; {"a":2}
            no line end at the end        | data: {"a":1}␊␊data: {"a":2}             | {"a":1} ; {"a":2}
            no blank lines at all         | data: {"a":1}␊data: {"a":2}␊data: [DONE]␊ | {"a":1} ; {"a":2} ; [DONE]
            brackets inside a string      | data: {"a":"}␊data: "}␊␊                 | {"a":"}␊"}
            JSON over several lines       | data: {␊data: "a": 1␊data: }␊␊           | {␊"a": 1␊}
            a second object after that    | data: {␊data: }␊data: {}␊␊               | {␊} ; {}
            a bare body after events      | data: {"a":1}␊␊{␊  "error": {}␊}␊        | {"a":1} ; {␊  "error": {}␊}
            a bare body alone             | {"error":{"code":500}}                   | {"error":{"code":500}}
            JSON lines instead of SSE     | {"a":1}␊{"a":2}␊                         | {"a":1} ; {"a":2}
            a page instead of SSE         | <html>␊<p>Bad gateway␊␊</html>␊          | <html>␊<p>Bad gateway␊</html>
            stray words after an event    | data: {"a":1}␊␊some words␊               | {"a":1}
            no space after the colon      | data:{"a":1}␊␊                           | {"a":1}
            """)
    void framesWhatTheySendBeyondTheStandard(String name, String bytes, String expected) {
      List<String> data =
          List.of(expected.split(" ; ")).stream().map(SseDecoderTest::plain).toList();
      byte[] stream = plain(bytes).getBytes(UTF_8);

      assertThat(Splits.of(stream))
          .allSatisfy(
              slices -> assertThat(data(SseDecoder.forProviders(LIMIT), slices)).isEqualTo(data));
    }

    @Test
    void anErrorFieldIsAFrameOfThatName() {
      List<Frame> frames = new ArrayList<>();
      var decoder = SseDecoder.forProviders(LIMIT);
      decoder.feed("data: {}\n\nerror: {\"code\":1}\n\n".getBytes(UTF_8), frames::add);

      assertThat(frames)
          .containsExactly(
              Frame.data("{}"), new Frame("error", "", dev.weir.codec.Bytes.of("{\"code\":1}")));
    }
  }

  /** A limit is the only thing that makes framing throw; memory stays below it. */
  @Nested
  class Limits {

    @Test
    void aLineThatNeverEndsIsRefused() {
      var decoder = SseDecoder.forProviders(1024);

      assertThatThrownBy(() -> decoder.feed(new byte[2000], frame -> {}))
          .isInstanceOf(LimitExceededException.class)
          .hasMessageStartingWith("A line exceeds 1,024 bytes without an end");
    }

    @ParameterizedTest
    @ValueSource(strings = {"data: xxxxxxxxxxxxxxx\n", "data\n", "foo: bar\n"})
    void aFrameThatNeverEndsIsRefused(String line) {
      var decoder = SseDecoder.forProviders(1024);

      assertThatThrownBy(() -> decoder.feed(line.repeat(1000).getBytes(UTF_8), frame -> {}))
          .isInstanceOf(LimitExceededException.class)
          .hasMessageStartingWith("SSE frame exceeds 1,024 bytes before its blank line");
    }

    @Test
    void commentsMayGoOnForever() {
      var decoder = SseDecoder.forProviders(1024);

      decoder.feed(": ping\n".repeat(10_000).getBytes(UTF_8), frame -> {});

      assertThat(data(decoder, List.of("data: 1\n\n".getBytes(UTF_8)))).containsExactly("1");
    }
  }

  private static List<Frame> strict(String stream) {
    List<Frame> frames = new ArrayList<>();
    SseDecoder.strict(LIMIT).feed(stream.getBytes(UTF_8), frames::add);
    return frames;
  }

  private static List<String> data(SseDecoder decoder, List<byte[]> slices) {
    List<Frame> frames = new ArrayList<>();
    slices.forEach(slice -> decoder.feed(slice, frames::add));
    decoder.end(frames::add);
    return frames.stream().map(f -> f.data().toString()).toList();
  }
}
