package dev.weir.cli.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.client.tool.ToolResult;
import dev.weir.sim.yaml.YamlException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ToolConfigTest {
  private static List<ToolConfig> read(String yaml) {
    return WeirConfig.read("weir.yaml", "tools:\n" + yaml.indent(2), Map.of("KEY", "k$1")).tools();
  }

  @Test
  void serversAndEndpointsAreRead() {
    List<ToolConfig> tools =
        read(
            """
            docs:
              mcp: https://docs.example.org/mcp
              headers: {Authorization: "Bearer ${KEY}"}
              only: [search]
              shows: {search: web_search}
            files:
              mcp: [npx, -y, server, /data]
              environment: {TOKEN: "${KEY}"}
            weather:
              url: https://weather.example.org/v1/{city}
              method: POST
              description: The weather in a city
              parameters: {type: object}
              seconds: 5
            """);
    assertThat(tools.get(0))
        .isInstanceOfSatisfying(
            ToolConfig.Server.class,
            server -> {
              assertThat(server.endpoint().headers()).containsEntry("Authorization", "Bearer k$1");
              assertThat(server.choice().only()).containsExactly("search");
              assertThat(server.choice().shows())
                  .containsEntry("search", ToolResult.Kind.WEB_SEARCH);
              assertThat(server.endpoint().toString()).doesNotContain("k$1");
            });
    assertThat(tools.get(1))
        .isInstanceOfSatisfying(
            ToolConfig.Program.class,
            program -> {
              assertThat(program.command().command())
                  .containsExactly("npx", "-y", "server", "/data");
              assertThat(program.command().environment()).containsEntry("TOKEN", "k$1");
              assertThat(program.choice().only()).isNull();
            });
    assertThat(tools.get(2))
        .isInstanceOfSatisfying(
            ToolConfig.Endpoint.class,
            endpoint -> {
              assertThat(endpoint.endpoint().method()).isEqualTo("POST");
              assertThat(endpoint.endpoint().time()).hasSeconds(5);
              assertThat(endpoint.shows()).isEqualTo(ToolResult.Kind.PLAIN);
            });
  }

  @Test
  void theExampleIsRead() throws IOException {
    Path file = Path.of("..", "examples", "weir.yaml");
    WeirConfig config = WeirConfig.read(file.toString(), Files.readString(file), Map.of());
    assertThat(config.tools()).extracting(ToolConfig::name).containsExactly("weather");
    assertThat(config.gateway().address().port()).isEqualTo(8080);
    assertThat(config.providers()).containsOnlyKeys("anthropic", "team-vllm", "other");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {} | line 2: tools.a: needs either mcp
          {mcp: ftp://x/y} | Expected an http or https URL
          {mcp: []} | The command is empty
          {mcp: http://x/y, headers: {A: '${NO}'}} | line 2: tools.a.headers.A: the variable NO is not set
          {mcp: http://x/y, shows: {b: films}} | "films" is not known; expected web_search, artifact or image
          {mcp: http://x/y, onyl: [b]} | Did you mean only?
          {url: 'http://x/y'} | needs a description and parameters
          {url: 'http://{host}/y', description: d, parameters: {}} | scheme and host must be written out
          {url: 'http://x/y', method: FETCH, description: d, parameters: {}} | Method "FETCH"
          """)
  void whatIsWrongIsSaidWithItsLine(String entry, String why) {
    assertThatThrownBy(() -> read("a: " + entry))
        .isInstanceOf(YamlException.class)
        .hasMessageStartingWith("weir.yaml line 2: tools.a")
        .hasMessageContaining(why);
  }
}
