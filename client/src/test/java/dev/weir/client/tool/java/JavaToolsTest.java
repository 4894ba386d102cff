package dev.weir.client.tool.java;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.client.tool.Tool;
import dev.weir.client.tool.ToolCall;
import dev.weir.client.tool.ToolResult;
import dev.weir.codec.bind.Param;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonReader;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JavaToolsTest {
  private static final JsonReader READER = new JsonReader(/* maxDepth= */ 20, 10_000);

  enum Unit {
    CELSIUS,
    KELVIN
  }

  record Place(@Param("Its name") String name, Optional<Double> height) {
    Place {
      if (name.isEmpty()) {
        throw new IllegalArgumentException("a place has a name");
      }
    }
  }

  static final class Weather {
    @ToolMethod("The weather now")
    Map<String, Object> weather(
        Place place, Unit unit, int days, List<String> wishes, Optional<Boolean> isExact) {
      return Map.of("told", place.name() + unit + days + wishes + isExact.isPresent());
    }
  }

  static final class Broken {
    @ToolMethod("Takes what no schema describes")
    void run(Thread thread) {}
  }

  private final Tool tool = JavaTools.of(new Weather()).getFirst();

  private ToolResult run(String arguments) throws Exception {
    return tool.run(new ToolCall(null, "weather", READER.read(arguments)));
  }

  @Test
  void theSchemaFollowsFromTheParameters() {
    Json expected =
        READER.read(
            """
            {"type":"object","properties":{
              "place":{"type":"object","properties":{
                "name":{"type":"string","description":"Its name"},"height":{"type":"number"}},
                "required":["name"],"additionalProperties":false},
              "unit":{"type":"string","enum":["CELSIUS","KELVIN"]},
              "days":{"type":"integer"},
              "wishes":{"type":"array","items":{"type":"string"}},
              "isExact":{"type":"boolean"}},
             "required":["place","unit","days","wishes"],"additionalProperties":false}
            """);
    assertThat(tool.spec().name()).isEqualTo("weather");
    assertThat(tool.spec().description()).isEqualTo("The weather now");
    assertThat(tool.spec().parameters()).isEqualTo(expected);
  }

  @Test
  void argumentsBecomeValuesAndWhatIsGivenBecomesJson() throws Exception {
    ToolResult result =
        run(
            "{\"place\":{\"name\":\"Bonn\"},\"unit\":\"KELVIN\",\"days\":3.0,\"wishes\":[\"sun\"]}");
    assertThat(result).isEqualTo(ToolResult.of("{\"told\":\"BonnKELVIN3[sun]false\"}"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"unit":"KELVIN"}                                        | place: is missing
          {"place":{}}                                             | place.name: is missing
          {"place":{"name":""}}                                    | place: a place has a name
          {"place":{"name":"B"},"unit":"F"}                        | unit: expected one of [CELSIUS, KELVIN], saw "F"
          {"place":{"name":"B"},"unit":"KELVIN","days":3000000000} | days: expected int, saw 3000000000
          {"place":{"name":"B"},"unit":"KELVIN","days":1,"wishes":[1]} | wishes[0]: expected String, saw 1
          """)
  void whatDoesNotFitIsSaidInWords(String arguments, String words) throws Exception {
    assertThat(run(arguments)).isEqualTo(ToolResult.failed("The arguments do not fit: " + words));
  }

  @Test
  void aTypeWithoutASchemaIsRefusedByName() {
    assertThatThrownBy(() -> JavaTools.of(new Broken()))
        .hasMessageContaining("java.lang.Thread has no schema");
    assertThatThrownBy(() -> JavaTools.of("no tools here")).hasMessageContaining("@ToolMethod");
  }
}
