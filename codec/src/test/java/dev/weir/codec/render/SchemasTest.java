package dev.weir.codec.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.OutputFormat;
import dev.weir.codec.request.Rendered;
import dev.weir.codec.request.Request;
import dev.weir.codec.request.Style;
import dev.weir.codec.request.ToolSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * OpenAI refuses a request that wants it to be strict about a schema that leaves something open.
 */
class SchemasTest {
  private static final String CLOSED =
      """
      {"type":"object","properties":{"a":{"type":"string"},"b":{"type":"object","properties":{},
       "additionalProperties":false}},"required":["a","b"],"additionalProperties":false}\
      """;
  private static final String OPTIONAL =
      """
      {"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"required":["a"],
       "additionalProperties":false}\
      """;

  private static Json json(String text) {
    return new JsonReader(/* maxDepth= */ 64, /* maxBytes= */ 1 << 20).read(text);
  }

  @Test
  void aSchemaIsStrictIfNothingCanBeAddedAndNothingLeftOut() {
    assertThat(Schemas.isStrict(json(CLOSED))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"type\":\"object\"}",
        OPTIONAL,
        """
        {"type":"object","properties":{"a":{"type":"object"}},"required":["a"],
         "additionalProperties":false}\
        """,
        """
        {"type":"object","properties":{"a":{"type":"array","items":{"type":"object"}}},
         "required":["a"],"additionalProperties":false}\
        """,
        """
        {"type":"object","properties":{"a":{"anyOf":[{"type":"null"},{"type":"object"}]}},
         "required":["a"],"additionalProperties":false}\
        """,
        """
        {"type":"object","properties":{"a":{"$ref":"#/$defs/A"}},"required":["a"],
         "$defs":{"A":{"type":"object"}},"additionalProperties":false}\
        """
      })
  void aSchemaThatLeavesSomethingOpenIsNot(String schema) {
    assertThat(Schemas.isStrict(json(schema))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"openai-chat", "openai-responses"})
  void whatCannotBeStrictIsSaidToBeLostAndSentWithoutIt(String dialect) {
    Request request =
        Request.of("hello").toBuilder()
            .tool(new ToolSpec("find", "Finds", json(OPTIONAL)).withStrict(true))
            .tool(new ToolSpec("get", "Gets", json(CLOSED)).withStrict(true))
            .format(new OutputFormat.JsonSchema("answer", json(OPTIONAL), true, null))
            .build();
    Rendered rendered =
        Dialects.of(dialect)
            .flatMap(Dialect::clientSide)
            .orElseThrow()
            .write(request, "some-model", Style.DEFAULT);

    assertThat(rendered.leftOut()).hasSize(2);
    Json body = rendered.body();
    assertThat(strict(body.get("tools").at(0))).isFalse();
    assertThat(strict(body.get("tools").at(1))).isTrue();
    Json format =
        dialect.equals("openai-chat")
            ? body.get("response_format").get("json_schema")
            : body.get("text").get("format");
    assertThat(format.get("strict").isTrue()).isFalse();
  }

  private static boolean strict(Json tool) {
    return (tool.has("function") ? tool.get("function") : tool).get("strict").isTrue();
  }
}
