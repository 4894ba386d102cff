package dev.weir.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.codec.json.JsonReader;
import dev.weir.testkit.EngineProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One command starts several gateways and an engine, and ends them all. */
@Timeout(180)
class LocalClusterTest {
  private @TempDir Path folder;
  private final List<String> said = Collections.synchronizedList(new ArrayList<>());

  private LocalCluster start(int nodes) throws IOException {
    assumeTrue(EngineProcess.program().isPresent(), EngineProcess.MISSING);
    return LocalCluster.start(
        nodes, /* port= */ 0, /* log= */ null, List.of("serve"), System.getenv(), said::add);
  }

  /** On a connection of its own, so that it goes to the next node. */
  private static HttpResponse<String> ask(HttpRequest.Builder asked) throws Exception {
    try (var http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
      return http.send(asked.build(), BodyHandlers.ofString());
    }
  }

  private static HttpRequest.Builder at(int port, String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d%s".formatted(port, path)));
  }

  private static String begin(int port) throws Exception {
    HttpResponse<String> begun =
        ask(
            at(port, "/v1/chat")
                .header("Content-Type", "application/json")
                .POST(
                    BodyPublishers.ofString(
                        "{\"detach\":true,\"messages\":[{\"role\":\"user\",\"content\":\"hello\"}]}")));
    assertThat(begun.statusCode()).as(begun.body()).isEqualTo(202);
    return new JsonReader(8, 1000).read(begun.body()).get("id").textOrEmpty();
  }

  @Test
  void behindOnePortEveryNodeServesWhatAnotherFetchesAndTheRestGoesOnWhenOneIsKilled()
      throws Exception {
    List<Long> processes;
    try (var cluster = start(2)) {
      processes = cluster.nodeProcesses();
      String id = begin(cluster.port());
      String told = ask(at(cluster.port(), "/v1/streams/" + id + "/events")).body();
      assertThat(told).endsWith("data: [DONE]\n\n");
      for (int port : cluster.nodePorts()) {
        assertThat(ask(at(port, "/v1/streams/" + id + "/events")).body()).isEqualTo(told);
      }

      var unused = ProcessHandle.of(processes.getFirst()).map(ProcessHandle::destroyForcibly);
      ProcessHandle.of(processes.getFirst()).ifPresent(gone -> gone.onExit().join());
      for (int i = 0; i < 4; i++) {
        assertThat(ask(at(cluster.port(), "/v1/streams/" + id + "/events")).body()).isEqualTo(told);
      }
      assertThat(said)
          .anyMatch(line -> line.startsWith("engine: "))
          .anyMatch(line -> line.startsWith("node 1 listens on "))
          .anyMatch(line -> line.startsWith("node 2 listens on "));
    }
    for (long process : processes) {
      assertThat(ProcessHandle.of(process).filter(ProcessHandle::isAlive))
          .isEqualTo(Optional.empty());
    }
  }

  @Test
  void withoutAnEngineItSaysHowToGetOne() {
    assertThatThrownBy(() ->
            LocalCluster.start(
                3,
                /* port= */ 0,
                null,
                List.of("serve"),
                Map.of("PATH", folder.toString()),
                said::add))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("nor could one be unpacked")
        .hasMessageContaining("--log redis://");
    assertThat(said).isEmpty();
  }

  @Test
  void aNodeThatDoesNotStartIsReportedInItsOwnWords() {
    assumeTrue(EngineProcess.program().isPresent(), EngineProcess.MISSING);
    assertThatThrownBy(() ->
            LocalCluster.start(
                2,
                /* port= */ 0,
                null,
                List.of("serve", "--config", folder.resolve("missing.yaml").toString()),
                System.getenv(),
                said::add))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("missing.yaml");
  }
}
