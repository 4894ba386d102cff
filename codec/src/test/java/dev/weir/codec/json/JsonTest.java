package dev.weir.codec.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.codec.Bytes;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {
  private final JsonReader reader = new JsonReader(/* maxDepth= */ 20, /* maxBytes= */ 10_000);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a\":[1,-2.50,1e9,true,false,null,\"x\"],\"b\":{}}",
        "\"né 😀 \\\" \\\\ \\n\"",
        "12345678901234567890123456789012345678901234567890",
        "[]"
      })
  void aTextThatIsReadIsWrittenTheSame(String text) {
    assertThat(reader.read(text).toText()).isEqualTo(text);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ''              | expected JSON, saw nothing
          '{"a":'         | JSON ends in the middle
          '{"a":1} {}'    | expected one JSON value, saw more after it
          '<html>'        | not JSON: Unexpected character ('<'
          '{"a":truth}'   | not JSON: Unrecognized token 'truth'
          """)
  void whatIsNotJsonIsRefusedInWords(String text, String message) {
    assertThatThrownBy(() -> reader.read(text))
        .isInstanceOf(JsonException.class)
        .hasMessageContaining(message);
  }

  @Test
  void bytesThatLookLikeAnotherEncodingAreRefused() {
    for (String charset : List.of("UTF-16LE", "UTF-16BE", "UTF-16", "UTF-32LE", "UTF-32BE")) {
      Bytes bytes = Bytes.of("{\"a\":1}".getBytes(Charset.forName(charset)));
      assertThatThrownBy(() -> reader.read(bytes))
          .isInstanceOf(JsonException.class)
          .hasMessageStartingWith("not JSON: byte 0x");
    }
    assertThatThrownBy(() -> reader.read(Bytes.of(new byte[] {0, 0, 0, 11, 12, 96, 43, 82})))
        .isInstanceOf(JsonException.class);
  }

  /**
   * The parser finds names again by a hash. These all have the same, as long as the parser works as
   * it does today; then it gives up on more than some five hundred of them.
   */
  @Test
  void namesThatOneTextIsMadeOfDoNotMakeAnotherUnreadable() {
    List<String> names = namesOfOneHash(800);
    var all = Bytes.of(object(names).getBytes(UTF_8));
    var half = Bytes.of(object(names.subList(0, 400)).getBytes(UTF_8));
    var otherHalf = Bytes.of(object(names.subList(400, 800)).getBytes(UTF_8));

    assertThatThrownBy(() -> reader.read(all)).hasMessageContaining("beyond our limits");
    assertThat(reader.read(half).fields()).hasSize(400);
    assertThat(reader.read(otherHalf).fields()).hasSize(400);
  }

  /** Names of eight characters, that is two words, of which the second outweighs the first. */
  private static List<String> namesOfOneHash(int count) {
    int inverse = 33;
    for (int i = 0; i < 5; i++) {
      inverse *= 2 - 33 * inverse;
    }
    List<String> names = new ArrayList<>();
    for (int i = 0; names.size() < count; i++) {
      int first =
          0x61616161
              + ((i / 676 / 26) << 24)
              + ((i / 676 % 26) << 16)
              + ((i / 26 % 26) << 8)
              + i % 26;
      int mixed = first + (first >>> 15);
      mixed ^= mixed >>> 9;
      String name = characters(first) + characters((0x12345678 - mixed) * inverse);
      if (name.chars().allMatch(c -> c > ' ' && c < 0x7F && c != '"' && c != '\\')) {
        names.add(name);
      }
    }
    return names;
  }

  private static String characters(int word) {
    byte[] bytes = ByteBuffer.allocate(4).putInt(word).array();
    return new String(bytes, ISO_8859_1);
  }

  private static String object(List<String> names) {
    return names.stream().collect(Collectors.joining("\":1,\"", "{\"", "\":1}"));
  }

  @Test
  void depthAndNumbersHaveLimits() {
    assertThatThrownBy(() -> reader.read("[".repeat(1_000_000)))
        .isInstanceOf(JsonException.class)
        .hasMessageStartingWith("JSON beyond our limits");
    assertThatThrownBy(() -> reader.read("1".repeat(1000)))
        .isInstanceOf(JsonException.class)
        .hasMessageStartingWith("JSON beyond our limits");
  }

  @Test
  void askingForWhatIsNotThereGivesNothing() {
    Json json = reader.read("{\"a\":{\"b\":[1,\"2\"]},\"n\":null}");

    assertThat(json.get("a").get("b").at(0).number()).isEqualTo(1L);
    assertThat(json.get("a").get("b").at(7)).isEqualTo(Json.Null.NULL);
    assertThat(json.get("x").get("y").at(1).text()).isNull();
    assertThat(json.has("n")).isFalse();
    assertThat(json.get("a").get("b").at(1).number()).isNull();
  }

  @Test
  void aNumberIsNotAText() {
    assertThat(reader.read("0.5").text()).isNull();
    assertThat(reader.read("0.5").textOrEmpty()).isEmpty();
    assertThat(reader.read("0.5").word()).isEqualTo("0.5");
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "1.0, 1", "1e3, 1000", "1.5,", "1e300,", "99999999999999999999,"})
  void aNumberIsWholeOrNone(String text, Long number) {
    assertThat(reader.read(text).number()).isEqualTo(number);
  }

  @Test
  void textThatCouldHarmALineOrATerminalIsEscaped() {
    String harmful = "\u0000\u001b[2J\u007f\u009b\u2028\u202e\ud83d";

    assertThat(new Json.Text(harmful).toText())
        .isEqualTo("\"\\u0000\\u001b[2J\\u007f\\u009b\\u2028\\u202e\\ud83d\"");
    assertThat(reader.read(new Json.Text(harmful).toText()).text()).isEqualTo(harmful);
  }

  @Test
  void canonicalTextHasItsNamesSorted() {
    assertThat(JsonText.canonical(reader.read("{\"b\":{\"d\":1,\"c\":2},\"a\":[]}")))
        .isEqualTo("{\"a\":[],\"b\":{\"c\":2,\"d\":1}}");
  }
}
