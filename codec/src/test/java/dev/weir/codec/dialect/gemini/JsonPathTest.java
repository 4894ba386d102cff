package dev.weir.codec.dialect.gemini;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.codec.dialect.gemini.JsonPath.Segment;
import dev.weir.codec.json.JsonException;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonPathTest {

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      textBlock =
          """
          $                          ; ``
          $.a                        ; a
          $.foo.bar[0].data          ; foo|bar|#0|data
          $['a.b']                   ; a.b
          $["a.b"]['c']              ; a.b|c
          $['it\\'s']                ; it's
          $["say \\"hi\\""]          ; say "hi"
          $['\\\\ \\/']              ; \\ /
          $['\\u00e9\\uD83D\\uDE00'] ; é😀
          $['']                      ; ``
          $[ 'a' ] [ 12 ]            ; a|#12
          $.é_1                      ; é_1
          $.first-name               ; first-name
          $.a['b'].c[10]['d']        ; a|b|c|#10|d
          """)
  void singularQueriesAreRead(String path, String segments) {
    assertThat(words(JsonPath.parse(path, 10))).isEqualTo(segments);
  }

  @Test
  void controlCharactersAreEscaped() {
    assertThat(words(JsonPath.parse("$['\\b\\t\\n\\f\\r']", 10))).isEqualTo("\b\t\n\f\r");
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {
        "",
        "a",
        "a.b",
        "$a",
        "$.",
        "$..a",
        "$.*",
        "$[*]",
        "$[]",
        "$[-1]",
        "$[01]",
        "$[1:2]",
        "$['a','b']",
        "$[?@.a]",
        "$[1",
        "$['a",
        "$['a'",
        "$['\\x']",
        "$['\\\"']",
        "$['\\u12']",
        "$['\\",
        "$.a]",
        "$[99999999999]"
      })
  void whatNamesNoSingleValueIsRefused(String path) {
    assertThatThrownBy(() -> JsonPath.parse(path, 10)).isInstanceOf(JsonException.class);
  }

  @Test
  void depthHasALimit() {
    assertThat(JsonPath.parse("$" + ".a".repeat(10), 10).segments()).hasSize(10);
    assertThatThrownBy(() -> JsonPath.parse("$" + ".a".repeat(11), 10))
        .hasMessage("deeper than 10 at character 21");
  }

  private static String words(JsonPath path) {
    return path.segments().stream()
        .map(s ->
            switch (s) {
              case Segment.Name name -> name.name();
              case Segment.Index index -> "#" + index.index();
            })
        .collect(Collectors.joining("|"));
  }
}
