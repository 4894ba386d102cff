package dev.weir.codec.partial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.partial.JsonChange.Closed;
import dev.weir.codec.partial.JsonChange.Opened;
import dev.weir.codec.partial.JsonChange.Set;
import dev.weir.codec.partial.JsonChange.TextAdded;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PartialJsonTest {
  private static final JsonReader READER = new JsonReader(/* maxDepth= */ 200, 1 << 20);

  @Test
  void changesNameTheirPlace() {
    assertThat(changes("{\"city\":\"Ber", "lin\",\"days\":[1,{\"a/b\":tr", "ue}],\"x\":null}"))
        .containsExactly(
            new Opened("", false),
            new TextAdded("/city", ""),
            new TextAdded("/city", "Ber"),
            new TextAdded("/city", "lin"),
            new Closed("/city"),
            new Opened("/days", true),
            new Set("/days/0", new Json.Num("1")),
            new Opened("/days/1", false),
            new Set("/days/1/a~1b", new Json.Bool(true)),
            new Closed("/days/1"),
            new Closed("/days"),
            new Set("/x", Json.Null.NULL),
            new Closed(""));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"a":"x                | {"a":"x"}
          {"a":"x\\n           | {"a":"x\\n"}
          {"a":"x\\            | {"a":"x"}
          {"a":"x\\u00e        | {"a":"x"}
          {"a":12                | {}
          {"a":12,               | {"a":12}
          {"a":tru               | {}
          {"a":1,"b              | {"a":1}
          {"a":1,"b":            | {"a":1}
          {"a":[1,[2,            | {"a":[1,[2]]}
          {"a":{"b":["c","d      | {"a":{"b":["c","d"]}}
          """)
  void theValueSoFarIsThereEvenWhenTheTextIsCut(String cut, String value) {
    assertThat(PartialJson.of(cut).value()).isEqualTo(READER.read(value));
    assertThat(PartialJson.of(cut).isWhole()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[]",
        "\"\"",
        " { \"a\" : [ ] , \"b\" : { } } ",
        "{\"né\":\"😀 \\u00e9 \\\" \\\\ \\/ \\b\\f\\n\\r\\t\",\"n\":[-1.5e-3,0,true,false,null]}",
        "[[[[\"deep\"]]],{\"a\":{\"b\":{\"c\":{}}}}]",
      })
  void everyCutGivesTheSameWholeValueAndPrefixesOnlyGrow(String text) {
    Json whole = READER.read(text);
    for (int cut = 0; cut <= text.length(); cut++) {
      var reader = new PartialJson();
      reader.feed(text.substring(0, cut));
      assertThat(reader.problem()).isNull();
      reader.feed(text.substring(cut));
      assertThat(reader.value()).isEqualTo(whole);
      assertThat(reader.isWhole()).isTrue();
    }
    assertThat(changes(text.split("")))
        .filteredOn(c -> !(c instanceof TextAdded))
        .isEqualTo(changes(text).stream().filter(c -> !(c instanceof TextAdded)).toList());
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"a":"x" "b":1}  | expected , or }, saw " at offset 9    | {"a":"x"}
          {"a":1]          | expected , or }, saw ] at offset 6    | {"a":1}
          {a:1}            | expected a name, saw a at offset 1    | {}
          {"a" 1}          | expected :, saw 1 at offset 5         | {}
          [1,?]            | expected a value, saw ? at offset 3   | [1]
          [01,2]           | expected a value, saw "01" before offset 3 | []
          {} {}            | expected the end, saw { at offset 3   | {}
          """)
  void whatIsBrokenIsSaidAndWhatCameBeforeStays(String text, String problem, String value) {
    var reader = PartialJson.of(text);

    assertThat(reader.problem()).isEqualTo(problem);
    assertThat(reader.value()).isEqualTo(READER.read(value));
  }

  @Test
  void depthHasALimit() {
    var reader = PartialJson.of("[".repeat(100_000));

    assertThat(reader.problem()).isEqualTo("deeper than 200 levels at offset 200");
  }

  @Test
  void aHundredThousandPiecesOfOneCharacterLookAtEachCharacterOnce() {
    var reader = new PartialJson();
    long[] added = new long[1];
    reader.feed("{\"text\":\"");
    for (int i = 0; i < 100_000; i++) {
      reader.feed(
          "x", change -> added[0] += change instanceof TextAdded text ? text.text().length() : 0);
    }
    reader.feed("\"}");

    assertThat(added[0]).isEqualTo(100_000);
    assertThat(reader.value().get("text").textOrEmpty()).hasSize(100_000);
  }

  private static List<JsonChange> changes(String... pieces) {
    var reader = new PartialJson();
    List<JsonChange> changes = new ArrayList<>();
    for (String piece : pieces) {
      reader.feed(piece, changes::add);
    }
    return changes;
  }
}
