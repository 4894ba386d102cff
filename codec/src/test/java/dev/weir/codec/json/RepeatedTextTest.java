package dev.weir.codec.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.codec.Bytes;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RepeatedTextTest {
  private static final String LONG = "river \\n\\u00e9 \\\"🌊\\\" é ".repeat(100);

  private final JsonReader reader = new JsonReader(/* maxDepth= */ 16, 1 << 20);
  private final RepeatedText texts = new RepeatedText();

  private Json read(String json) {
    return reader.read(Bytes.of(json), texts);
  }

  @Test
  void aLongTextThatComesAgainIsNotReadAgain() {
    String first = read("{\"text\":\"" + LONG + "\"}").get("text").text();
    Json part = read("{\"type\":\"part\", \"part\" : {\"text\" : \"" + LONG + "\" , \"n\":1}}");
    Json item = read("{\"item\":[{\"text\":\"" + LONG + "\"},\"" + LONG + "\"],\"status\":\"ok\"}");

    assertThat(part.get("part").get("text").text()).isSameAs(first);
    assertThat(part.get("part").get("n").number()).isEqualTo(1);
    assertThat(item.get("item").items().getFirst().get("text").text()).isSameAs(first);
    assertThat(item.get("item").items().getLast().text()).isSameAs(first);
    assertThat(item.get("status").text()).isEqualTo("ok");
  }

  @Test
  void itIsForgottenWithTheNextChunk() {
    String first = read("{\"text\":\"" + LONG + "\"}").get("text").text();
    read("{\"type\":\"another\"}");
    String again = read("{\"text\":\"" + LONG + "\"}").get("text").text();

    assertThat(again).isEqualTo(first).isNotSameAs(first);
  }

  @Test
  void aTextThatGoesOnOrIsShorterIsAnother() {
    read("{\"text\":\"" + LONG + "\"}");

    assertThat(read("{\"text\":\"" + LONG + "!\"}").get("text").text()).endsWith("!");
    assertThat(read("{\"text\":\"" + LONG + "\"}").get("text").text()).endsWith("é ");
    assertThat(read("{\"text\":\"" + LONG + "\\\"\"}").get("text").text()).endsWith("\"");
  }

  @Test
  void whatFollowsItIsStillChecked() {
    read("{\"text\":\"" + LONG + "\"}");

    assertThatThrownBy(() -> read("{\"text\":\"" + LONG + "\",}"))
        .isInstanceOf(JsonException.class);
    assertThatThrownBy(() -> read("{\"text\":\"" + LONG + "\"")).isInstanceOf(JsonException.class);
    assertThatThrownBy(() -> read("{\"text\":\"" + LONG + "\"} 1"))
        .isInstanceOf(JsonException.class);
  }

  @Test
  void whatIsWrongIsSaidAsWithoutIt() {
    String chunk = "{\"a\":\"" + LONG + "\",\"b\":[\"" + LONG + "\",\"\"]} ";
    for (int i = 0; i < chunk.length(); i += 1 + chunk.length() / 2000) {
      for (String wrong :
          List.of(chunk.substring(0, i), chunk.substring(0, i) + "\n\"" + chunk.substring(i))) {
        assertThat(outcome(wrong, texts)).isEqualTo(outcome(wrong, null));
      }
    }
  }

  private Object outcome(String json, @Nullable RepeatedText known) {
    try {
      return reader.read(Bytes.of(json), known);
    } catch (JsonException malformed) {
      return String.valueOf(malformed.getMessage());
    }
  }

  @Test
  void namesAndWhatStandsBeforeTheChunkAreLeftToTheParser() {
    for (String chunk :
        List.of(
            "{\"" + LONG + "\" : {\"" + LONG + "\":\"" + LONG + "\"},\"\":\"\"}",
            "\uFEFF{\"a\":\"\",\"b\":\"" + LONG + "\"}",
            "\"" + LONG + "\"")) {
      assertThat(outcome(chunk, texts)).isEqualTo(outcome(chunk, null)).isInstanceOf(Json.class);
    }
  }

  @Test
  void chunksReadTheSameWithItAndWithout() {
    var random = new Random(7);
    List<String> pieces =
        List.of(
            "a",
            "\\n",
            "\\\\",
            "\\\"",
            "é",
            "水",
            "🌊",
            "\\ud83c\\udf0a",
            "\\u0041",
            "\\u0000",
            "/");
    List<String> halves = List.of("\\ud83c", "\\udf0a", "\uFFFD");
    String known = "";
    for (int i = 0; i < 400; i++) {
      StringBuilder inside = new StringBuilder(random.nextBoolean() ? known : "");
      int more = random.nextInt(3) == 0 ? 0 : random.nextInt(3000);
      for (int n = 0; n < more; n++) {
        inside.append(pieces.get(random.nextInt(pieces.size())));
      }
      for (int n = random.nextInt(3); i % 4 == 0 && n >= 0; n--) {
        inside.append(halves.get(random.nextInt(halves.size())));
      }
      known = random.nextInt(4) == 0 ? "" : inside.toString();
      byte[] json =
          "##{\"a\":\"%s\", \"b\" :[ \"%s\",\"x\",{\"c\":\"%s\"}]}##"
              .formatted(inside, known, inside)
              .getBytes(UTF_8);
      Bytes chunk = Bytes.of(json, 2, json.length - 2);

      assertThat(reader.read(chunk, texts)).isEqualTo(reader.read(chunk));
    }
  }
}
