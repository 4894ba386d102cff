package dev.weir.cli.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.cli.config.WeirConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** What stands in {@code deploy} is understood by those it is for. */
class DeployTest {
  private static final Path DEPLOY = Path.of("../deploy");
  private static final List<String> PLACES =
      List.of("/usr/sbin/", "/usr/bin/", "/usr/local/sbin/", "/usr/local/bin/");
  private @TempDir Path folder;

  private static List<Object> documents(String file) throws IOException {
    var load = new Load(LoadSettings.builder().build());
    var all = new ArrayList<Object>();
    load.loadAllFromString(Files.readString(DEPLOY.resolve(file))).forEach(all::add);
    return all;
  }

  private static Object at(Object tree, String... path) {
    Object found = tree;
    for (String name : path) {
      found =
          found instanceof List<?> list
              ? list.get(Integer.parseInt(name))
              : ((Map<?, ?>) Objects.requireNonNull(found)).get(name);
    }
    return Objects.requireNonNull(found, String.join(".", path));
  }

  private static WeirConfig settings(String text) {
    return WeirConfig.read("weir.yaml", text, Map.of());
  }

  @Test
  void theSettingsAreSettingsAndNodesHaveMoreTimeToStopThanTheyNeed() throws IOException {
    WeirConfig nodes = settings(Files.readString(DEPLOY.resolve("weir.yaml")));
    Object compose = documents("compose.yaml").getFirst();
    assertThat(nodes.gateway().log().place()).isEqualTo("redis://engine:6379");
    assertThat(at(compose, "services", "engine", "command").toString()).contains("noeviction");
    for (String node : List.of("node1", "node2", "node3")) {
      Object service = at(compose, "services", node);
      assertThat(at(service, "command"))
          .isEqualTo(List.of("serve", "--config", "/etc/weir/weir.yaml"));
      String grace = at(service, "stop_grace_period").toString().replace("s", "");
      assertThat(Objects.requireNonNull(nodes.gateway().drain()).toSeconds())
          .isLessThan(Long.parseLong(grace));
    }
  }

  @Test
  void theDeploymentHasSettingsProbesThatAreThereAndTimeToStop() throws IOException {
    List<Object> parts = documents("kubernetes.yaml");
    WeirConfig nodes = settings(at(parts.getFirst(), "data", "weir.yaml").toString());
    Object pod = at(parts.get(1), "spec", "template", "spec");
    assertThat(Objects.requireNonNull(nodes.gateway().drain()).toSeconds())
        .isLessThan(((Number) at(pod, "terminationGracePeriodSeconds")).longValue());
    Object container = at(pod, "containers", "0");
    assertThat(at(container, "livenessProbe", "httpGet", "path")).isEqualTo("/healthz");
    assertThat(at(container, "readinessProbe", "httpGet", "path")).isEqualTo("/readyz");
    assertThat(at(container, "args"))
        .isEqualTo(List.of("serve", "--config", "/etc/weir/weir.yaml"));
  }

  @Test
  void theLoadBalancersTakeTheirFiles() throws Exception {
    String here =
        Files.readString(DEPLOY.resolve("nginx.conf")).replaceAll("node[123]:", "127.0.0.1:");
    Path nginx =
        Files.writeString(folder.resolve("nginx.conf"), "pid %s/pid;\n%s".formatted(folder, here));
    check(
        "nginx", "-t", "-q", "-e", folder.resolve("error.log").toString(), "-c", nginx.toString());
    check("haproxy", "-c", "-f", DEPLOY.resolve("haproxy.cfg").toString());
  }

  private static void check(String program, String... arguments) throws Exception {
    Optional<String> found =
        PLACES.stream()
            .map(place -> place + program)
            .filter(file -> Files.isExecutable(Path.of(file)))
            .findFirst();
    assumeTrue(found.isPresent(), program + " is not installed; with it, this tests deploy/ too");
    List<String> command = new ArrayList<>(List.of(arguments));
    command.addFirst(found.orElseThrow());
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(said).isZero();
  }
}
