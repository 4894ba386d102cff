package dev.weir.client.tool.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.testkit.Node;
import dev.weir.testkit.NpmPackage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The protocol's own conformance tool, from npm: it is the server, and checks what we send. Where
 * it cannot be had, or no Node 22 to run it, the tests are skipped and say so.
 *
 * <p>Not among them: OAuth, because keys of servers are given as headers, and elicitation in the
 * revisions with a session, because nobody is asked.
 */
class McpConformanceTest {
  private static final NpmPackage TOOL =
      new NpmPackage("@modelcontextprotocol/conformance", "0.2.0-alpha.12", "dist/index.js");

  @TempDir private Path results;

  private record Ended(int code, String said) {}

  @ParameterizedTest(name = "{0} in {1}")
  @CsvSource({
    "tools_call, 2026-07-28",
    "request-metadata, 2026-07-28",
    "sep-2322-client-request-state, 2026-07-28",
    "http-standard-headers, 2026-07-28",
    "http-custom-headers, 2026-07-28",
    "http-invalid-tool-headers, 2026-07-28",
    "json-schema-ref-no-deref, 2026-07-28",
    "json-schema-2020-12-preservation, 2026-07-28",
    "initialize, 2025-11-25",
    "tools_call, 2025-11-25",
    "sse-retry, 2025-11-25",
    "tools_call, 2025-06-18",
  })
  void everyCheckPasses(String scenario, String revision) throws Exception {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Ended ended =
        run(
            "client",
            "--command",
            java + " -XX:+UseSerialGC -XX:TieredStopAtLevel=1 " + ConformanceClient.class.getName(),
            "--scenario",
            scenario,
            "--spec-version",
            revision,
            "-o",
            results.toString());
    assertThat(ended.code).as(ended.said).isZero();
    assertThat(ended.said).contains("0 failed, 0 warnings").doesNotContain("SKIPPED: scenario");
  }

  @Test
  void whatTheNewestRevisionRequiresOfAClientIsRunExceptOAuth() throws Exception {
    String said = run("list", "--requirements", "2026-07-28").said;
    List<String> required =
        said.substring(said.indexOf("Client scenarios"), said.indexOf("Run and reported"))
            .lines()
            .map(String::strip)
            .filter(line -> line.startsWith("- ") && !line.startsWith("- auth/"))
            .map(line -> line.substring(2))
            .toList();
    List<String> ours =
        Stream.of(
                McpConformanceTest.class
                    .getDeclaredMethod("everyCheckPasses", String.class, String.class)
                    .getAnnotation(CsvSource.class)
                    .value())
            .filter(row -> row.endsWith(" 2026-07-28"))
            .map(row -> row.substring(0, row.indexOf(',')))
            .toList();
    assertThat(required).isNotEmpty().isSubsetOf(ours);
  }

  private static Ended run(String... arguments) throws IOException, InterruptedException {
    Optional<Path> tool = TOOL.installed();
    assumeTrue(tool.isPresent(), TOOL::missing);
    List<String> command = new ArrayList<>(List.of(node(), tool.orElseThrow().toString()));
    command.addAll(List.of(arguments));
    return execute(command);
  }

  private static String node() throws InterruptedException {
    Optional<String> node = Node.program();
    assumeTrue(node.isPresent(), Node::missing);
    return node.orElseThrow();
  }

  private static Ended execute(List<String> command) throws IOException, InterruptedException {
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    Map<String, String> environment = builder.environment();
    environment.put("CLASSPATH", System.getProperty("java.class.path"));
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return new Ended(process.exitValue(), said);
  }
}
