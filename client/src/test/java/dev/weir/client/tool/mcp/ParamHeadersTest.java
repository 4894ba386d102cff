package dev.weir.client.tool.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.codec.json.Json;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ParamHeadersTest {

  private static Json json(String text) {
    return McpSession.READER.read(text.replace('\'', '"'));
  }

  @Test
  void markedArgumentsAreSentAsHeadersAndAbsentOnesAreNot() {
    ParamHeaders headers =
        ParamHeaders.of(
            json(
                """
                {'type': 'object', 'properties': {
                  'region': {'type': 'string', 'x-mcp-header': 'Region'},
                  'place': {'type': 'object', 'properties': {
                    'floor': {'type': 'integer', 'x-mcp-header': 'Floor'}}},
                  'dry': {'type': 'boolean', 'x-mcp-header': 'Dry-Run'},
                  'null': {'type': 'string', 'x-mcp-header': 'Null'},
                  'absent': {'type': 'string', 'x-mcp-header': 'Absent'},
                  'empty': {'type': 'string', 'x-mcp-header': 'Empty'},
                  'x-mcp-header': {'type': 'string'},
                  'query': {'type': 'string', 'default': {'x-mcp-header': 'is a value here'}}}}
                """));
    Json arguments =
        json(
            "{'region': 'us-west1', 'place': {'floor': 42.0}, 'dry': false, 'null': null, 'empty': '',"
                + " 'x-mcp-header': 'own', 'query': 'q'}");
    assertThat(headers.valuesOf(arguments))
        .isEqualTo(
            Map.of(
                "Mcp-Param-Region", "us-west1",
                "Mcp-Param-Floor", "42",
                "Mcp-Param-Dry-Run", "false",
                "Mcp-Param-Empty", ""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {'properties': {'a': {'type': 'string', 'x-mcp-header': ''}}}              | of a is not the name of a header
          {'properties': {'a': {'type': 'string', 'x-mcp-header': null}}}            | of a is not the name of a header
          {'properties': {'a': {'type': 'string', 'x-mcp-header': 'My Region'}}}     | of a is not the name of a header
          {'properties': {'a': {'type': 'string', 'x-mcp-header': 'A:B'}}}           | of a is not the name of a header
          {'properties': {'a': {'type': 'number', 'x-mcp-header': 'A'}}}             | of a marks a "number"
          {'properties': {'a': {'x-mcp-header': 'A'}}}                               | of a marks a ""
          {'properties': {'a': {'type': 'object', 'x-mcp-header': 'A'}}}             | of a marks a "object"
          {'properties': {'a': {'type': 'string', 'x-mcp-header': 'A'}, 'b': {'type': 'string', 'x-mcp-header': 'a'}}} | two parameters share the header a
          {'properties': {'a': {'type': 'array', 'items': {'type': 'string', 'x-mcp-header': 'A'}}}} | is below items
          {'anyOf': [{'properties': {'a': {'type': 'string', 'x-mcp-header': 'A'}}}]} | is below anyOf
          {'$defs': {'d': {'type': 'string', 'x-mcp-header': 'A'}}}                  | is below $defs
          {'x-mcp-header': 'A'}                                                      | is not on a parameter
          """)
  void aSchemaThatBreaksARuleIsRefused(String schema, String why) {
    assertThatThrownBy(() -> ParamHeaders.of(json(schema))).hasMessageContaining(why);
  }

  @ParameterizedTest
  @CsvSource(
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "us-west1,us-west1",
        "us west 1,us west 1",
        "'Hello, 世界','=?base64?SGVsbG8sIOS4lueVjA==?='",
        "' padded ',=?base64?IHBhZGRlZCA=?=",
        "'line1\nline2',=?base64?bGluZTEKbGluZTI=?=",
        "=?base64?literal?=,=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?="
      })
  void whatAHeaderCannotHoldIsWrittenInBase64(String text, String written) {
    assertThat(HeaderText.of(text)).isEqualTo(written);
  }
}
