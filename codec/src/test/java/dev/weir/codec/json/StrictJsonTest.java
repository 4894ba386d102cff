package dev.weir.codec.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.codec.Bytes;
import java.io.ByteArrayOutputStream;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is passed on to others must not be understood by them in another way. */
class StrictJsonTest {
  private static final JsonReader STRICT = JsonReader.strict(/* maxDepth= */ 8, 10_000);
  private static final JsonReader LENIENT = new JsonReader(/* maxDepth= */ 8, 10_000);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {"a":1,"a":2}             | Duplicate
          {"a":1,"\\u0061":2}        | Duplicate
          {"x":{"a":1,"b":2,"a":3}} | Duplicate
          {"t":1e999}               | number 1e999 is too large
          [-1e400]                  | number -1e400 is too large
          """)
  void whatHasTwoMeaningsIsRefused(String text, String why) {
    assertThatThrownBy(() -> STRICT.read(text))
        .isInstanceOf(JsonException.class)
        .hasMessageContaining(why)
        .hasMessageContaining("at offset");
    assertThatThrownBy(() -> STRICT.read(Bytes.of(text.getBytes(UTF_8))))
        .isInstanceOf(JsonException.class)
        .hasMessageContaining(why);
    assertThat(LENIENT.read(text)).isNotNull();
  }

  @ParameterizedTest
  @CsvSource({
    "\\ud83d, \uFFFD",
    "a\\udc00b, a\uFFFDb",
    "\\ud83d\\ud83d\\ude00, \uFFFD😀",
    "\\ud83d\\ude00, 😀",
    "😀, 😀"
  })
  void halfACharacterIsWhatItWouldBecome(String json, String text) {
    String quoted = "\"" + json + "\"";
    assertThat(STRICT.read(quoted)).isEqualTo(new Json.Text(text));
    assertThat(STRICT.read(Bytes.of(quoted.getBytes(UTF_8)))).isEqualTo(new Json.Text(text));
  }

  /** A slash in two, three and four bytes, and what lies beyond the last character. */
  @ParameterizedTest
  @ValueSource(strings = {"C0AF", "C1BF", "E080AF", "F08080AF", "F4908080", "F7BFBFBF"})
  void whatIsAlmostUtf8IsRefusedByEveryReader(String hex) {
    var body = new ByteArrayOutputStream();
    body.writeBytes("{\"a\":\"12345678".getBytes(UTF_8));
    body.writeBytes(HexFormat.of().parseHex(hex));
    body.writeBytes("\"}".getBytes(UTF_8));
    for (JsonReader reader : List.of(STRICT, LENIENT)) {
      assertThatThrownBy(() -> reader.read(Bytes.of(body.toByteArray())))
          .isInstanceOf(JsonException.class)
          .hasMessage("not JSON: byte 0x%s (at offset 14)", hex.substring(0, 2));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"\u0080", "\u07FF", "\u0800", "\uD7FF", "\uE000", "\uFFFD", "𐀀", "\uDBFF\uDFFF"})
  void theFirstAndLastCharacterOfEachLengthIsRead(String character) {
    assertThat(STRICT.read(Bytes.of(("\"1234567" + character + "\"").getBytes(UTF_8))))
        .isEqualTo(new Json.Text("1234567" + character));
  }

  @Test
  void whatIsOrdinaryIsReadAsUsual() {
    String text = "{\"a\":[1,-2.5e3,true,null,\"Grüße 世界\"],\"b\":{\"a\":\"\"}}";
    assertThat(STRICT.read(text)).isEqualTo(LENIENT.read(text));
  }
}
