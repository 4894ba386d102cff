package dev.weir.sim.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.json.JsonReader;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchemaExampleTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"type":"string"}                                          | "text"
          {"type":["string","null"]}                                 | "text"
          {"type":"STRING","minLength":6}                            | "textxx"
          {"type":"string","maxLength":2}                            | "te"
          {"type":"string","format":"date"}                          | "2026-01-01"
          {"type":"integer"}                                         | 1
          {"type":"number","minimum":2.5}                            | 2.5
          {"type":"integer","exclusiveMinimum":7}                    | 8
          {"type":"integer","maximum":-3}                            | -3
          {"type":"boolean"}                                         | true
          {"enum":["red","green"]}                                   | "red"
          {"const":{"a":1}}                                          | {"a":1}
          {"anyOf":[{"type":"null"},{"type":"string"}]}              | null
          {"type":"array","items":{"type":"integer"},"minItems":2}   | [1,1]
          {"type":"array","prefixItems":[{"const":1},{"const":2}]}   | [1,2]
          {"properties":{"city":{"type":"string"}}}                  | {"city":"city"}
          {"$ref":"#/$defs/a","$defs":{"a":{"type":"integer"}}}      | 1
          """)
  void isAValueThatTheSchemaAllows(String schema, String example) {
    assertThat(SchemaExample.of(new JsonReader(20, 1 << 12).read(schema))).isEqualTo(example);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"$ref":"#"}
          {"type":"object","properties":{"next":{"$ref":"#"}},"required":["next"]}
          {"type":"array","items":{"$ref":"#"}}
          """)
  void aSchemaThatRefersToItselfEnds(String schema) {
    assertThat(SchemaExample.of(new JsonReader(20, 1 << 12).read(schema))).hasSizeLessThan(1000);
  }
}
