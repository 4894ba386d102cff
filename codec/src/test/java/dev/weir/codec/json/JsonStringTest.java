package dev.weir.codec.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonStringTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "\\n",
        "one\\ntwo",
        "\\n- a \\\"river\\\" and more",
        "\\\\",
        "\\\\n\\\\\\n",
        "é \\t 水",
        "\\u00e9 and \\u6c34",
        "\\ud83c\\udf0a",
        "a \\ud83c\\udf0a b",
      })
  void whereItsEscapesAreKnownToBeDoesNotChangeAText(String inside) {
    byte[] bytes = ("\"" + inside + "\"").getBytes(UTF_8);
    int to = bytes.length - 1;
    String text = new JsonReader(2, 1000).read("\"" + inside + "\"").text();

    for (int first = 1; first <= first(bytes); first++) {
      for (int last = last(bytes); last < to; last++) {
        assertThat(JsonString.unescape(bytes, 1, to, /* isAscii= */ false, first, last))
            .isEqualTo(text);
      }
    }
  }

  private static int first(byte[] bytes) {
    int at = 1;
    while (bytes[at] != '\\') {
      at++;
    }
    return at;
  }

  private static int last(byte[] bytes) {
    int last = first(bytes);
    for (int at = last; at < bytes.length; at += bytes[at] == '\\' ? 2 : 1) {
      last = bytes[at] == '\\' ? at : last;
    }
    return last;
  }
}
