package dev.weir.cli.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import dev.weir.gateway.Gateway;
import dev.weir.sim.Simulator;
import dev.weir.sim.SimulatorOptions;
import dev.weir.sim.script.ScriptReader;
import dev.weir.testkit.NpmPackage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tools that the settings name, from real servers, called by a simulated model. */
final class ServeToolsTest {
  private static final NpmPackage EVERYTHING =
      new NpmPackage("@modelcontextprotocol/server-everything", "2026.8.31", "dist/index.js");
  private static final String SCRIPT =
      """
      answers:
        - when: {result: echo}
          say: [{text: Both were called.}]
        - when: {result: find}
          say:
            - call: echo
              arguments: {message: hello there}
        - when: {tools: find}
          say:
            - call: find
              arguments: {words: a weir}
      """;

  private @TempDir Path folder;
  private final Simulator simulator;
  private final HttpServer found;

  ServeToolsTest() throws IOException {
    simulator =
        Simulator.start(
            SimulatorOptions.defaults().withScript(ScriptReader.read("script.yaml", SCRIPT)));
    found = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
  }

  @BeforeEach
  void answerSearches() {
    found.createContext(
        "/",
        exchange -> {
          boolean isAsked =
              "/find".equals(exchange.getRequestURI().getPath())
                  && "q=a%20weir".equals(exchange.getRequestURI().getRawQuery())
                  && "Bearer s3cret".equals(exchange.getRequestHeaders().getFirst("Authorization"));
          byte[] body =
              (isAsked ? "[{\"title\":\"Weirs\",\"url\":\"https://example.org/w\"}]" : "no")
                  .getBytes(UTF_8);
          exchange.sendResponseHeaders(isAsked ? 200 : 403, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    found.start();
  }

  @AfterEach
  void close() {
    found.stop(0);
    simulator.close();
  }

  private ServeSetup setup(String tools) throws IOException {
    Path config = folder.resolve("weir.yaml");
    Files.writeString(
        config,
        """
        default: played
        providers:
          played: {dialect: anthropic, base-url: %s/v1, model: sim-1}
        tools:
        %s\
        """
            .formatted(simulator.url(), tools.indent(2)));
    return ServeSetup.of(
        Map.of("FIND_KEY", "s3cret"),
        config,
        /* port= */ 0,
        null,
        List.of(),
        folder.resolve("kept").toString(),
        null,
        null);
  }

  private String endpoint() {
    return """
    find:
      url: http://127.0.0.1:%d/find?q={words}
      description: Finds pages
      parameters: {type: object, properties: {words: {type: string}}, required: [words]}
      headers: {Authorization: "Bearer ${FIND_KEY}"}
      shows: web_search
    """
        .formatted(found.getAddress().getPort());
  }

  private static String everything(String rest) throws InterruptedException {
    Optional<Path> script = EVERYTHING.installed();
    assumeTrue(script.isPresent(), EVERYTHING::missing);
    return "local: {mcp: [node, \"%s\", stdio], %s}\n"
        .formatted(script.orElseThrow().toAbsolutePath(), rest);
  }

  @Test
  void aTurnCallsAnHttpEndpointAndAnMcpServerAndShowsWhatTheyDeclare() throws Exception {
    try (var setup = setup(endpoint() + everything("only: [echo]"));
        var gateway = Gateway.start(setup.options(), setup::offers);
        var http = HttpClient.newHttpClient()) {
      assertThat(setup.toolNames()).isEqualTo("find, echo");
      String frames =
          http.send(
                  HttpRequest.newBuilder(
                          URI.create("http://127.0.0.1:%d/v1/chat".formatted(gateway.port())))
                      .timeout(Duration.ofSeconds(60))
                      .header("Content-Type", "application/json")
                      .POST(
                          HttpRequest.BodyPublishers.ofString(
                              "{\"messages\":[{\"role\":\"user\",\"content\":\"go\"}]}"))
                      .build(),
                  BodyHandlers.ofString())
              .body();
      assertThat(frames)
          .contains("\"type\":\"web_search\"")
          .contains("\"title\":\"Weirs\",\"url\":\"https://example.org/w\"")
          .contains("\"toolName\":\"echo\",\"call\":1,\"success\":true,\"output\":")
          .contains("\"content\":\"called.\"")
          .doesNotContain("s3cret");
    }
  }

  @Test
  void whatAServerDoesNotHaveIsRefusedAtTheStart() {
    assertThatThrownBy(() -> setup(everything("only: [ecco]")))
        .hasMessageContaining("tools.local: the server has no tool ecco; it has")
        .hasMessageContaining("echo");
  }

  @Test
  void aServerThatCannotBeUsedStopsTheStartAndSaysWhich() {
    assertThatThrownBy(() -> setup("gone: {mcp: [no-such-program-here]}\n"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("tools.gone: the MCP server (no-such-program-here) cannot be used");
  }

  @Test
  void twoToolsOfOneNameAreRefused() {
    assertThatThrownBy(
            () -> setup(everything("only: [echo]") + endpoint().replaceFirst("find:", "echo:")))
        .hasMessageContaining("tools.echo: there is already a tool named echo");
  }
}
