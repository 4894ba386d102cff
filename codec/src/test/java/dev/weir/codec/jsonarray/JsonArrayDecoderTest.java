package dev.weir.codec.jsonarray;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.codec.LimitExceededException;
import dev.weir.testkit.Splits;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonArrayDecoderTest {
  private static final int LIMIT = 1 << 20;

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      textBlock =
          """
          []                                   ;
          [{"a":1}]                            ; {"a":1}
          [{"a":1},{"b":2}]                    ; {"a":1} {"b":2}
          [{"a":[1,{"b":"}]"}]},7]             ; {"a":[1,{"b":"}]"}]} 7
          [{"a":"\\"}],"},{"b":"\\\\"}]        ; {"a":"\\"}],"} {"b":"\\\\"}
          [1,true,null,"x,]",[2]]              ; 1 true null "x,]" [2]
          {"error":{"code":1}}                 ; {"error":{"code":1}}
          [{"a":1}]{"error":1}                 ; {"a":1} {"error":1}
          [{"a":1},{"b":                       ; {"a":1} {"b":
          [{"a":1},"cut                        ; {"a":1} "cut
          [{"a":"é😀"}                          ; {"a":"é😀"}
          }x                                   ; } x
          """)
  void elementsAreFramesHoweverTheyAreCut(String stream, String expected) {
    String frames = expected == null ? "" : expected;
    assertThat(Splits.of(stream.getBytes(UTF_8)))
        .allSatisfy(slices -> assertThat(String.join(" ", decode(slices))).isEqualTo(frames));
  }

  @Test
  void blanksAndLineEndsBetweenElementsMeanNothing() {
    String stream = "\r\n [ {\"a\": 1}\r\n,\r\n{\n  \"b\": 2\n}\n]\n\n";

    assertThat(Splits.of(stream.getBytes(UTF_8)))
        .allSatisfy(
            slices -> assertThat(decode(slices)).containsExactly("{\"a\": 1}", "{\n  \"b\": 2\n}"));
  }

  @Test
  void anElementIsAFrameBeforeTheNextByteComes() {
    var decoder = new JsonArrayDecoder(LIMIT);
    List<String> frames = new ArrayList<>();
    decoder.feed("[{\"a\":1}".getBytes(UTF_8), f -> frames.add(f.data().toString()));

    assertThat(frames).containsExactly("{\"a\":1}");
  }

  @Test
  void anElementBeyondTheLimitIsRefused() {
    var decoder = new JsonArrayDecoder(/* maxFrameBytes= */ 100);
    byte[] slice = ("{\"a\":\"" + "x".repeat(50)).getBytes(UTF_8);
    decoder.feed(slice, f -> {});

    assertThatThrownBy(() -> decoder.feed("y".repeat(50).getBytes(UTF_8), f -> {}))
        .isInstanceOf(LimitExceededException.class)
        .hasMessage(
            "An element of the JSON array exceeds 100 bytes; raise max-frame-bytes or check that the"
                + " upstream really streams an array");
  }

  @Test
  void anElementUpToTheLimitIsTakenInOneSliceAndInMany() {
    byte[] bytes = ("[\"" + "x".repeat(98) + "\"]").getBytes(UTF_8);

    assertThat(decode(new JsonArrayDecoder(100), List.of(bytes))).hasSize(1);
    assertThat(decode(new JsonArrayDecoder(100), Splits.eachByte(bytes))).hasSize(1);
    assertThatThrownBy(() -> decode(new JsonArrayDecoder(99), List.of(bytes)))
        .isInstanceOf(LimitExceededException.class);
  }

  @Test
  void manyElementsOfOneStreamAreNotHeldTogether() {
    var decoder = new JsonArrayDecoder(/* maxFrameBytes= */ 64);
    int[] frames = new int[1];
    decoder.feed("[".getBytes(UTF_8), f -> {});
    for (int i = 0; i < 10_000; i++) {
      decoder.feed("{\"a\":\"some text\"},".getBytes(UTF_8), f -> frames[0]++);
    }

    assertThat(frames[0]).isEqualTo(10_000);
  }

  private static List<String> decode(List<byte[]> slices) {
    return decode(new JsonArrayDecoder(LIMIT), slices);
  }

  private static List<String> decode(JsonArrayDecoder decoder, List<byte[]> slices) {
    List<String> frames = new ArrayList<>();
    slices.forEach(slice -> decoder.feed(slice, f -> frames.add(f.data().toString())));
    decoder.end(f -> frames.add(f.data().toString()));
    return frames;
  }
}
