package dev.weir.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.sim.SimulatedRequest;
import dev.weir.sim.Simulator;
import dev.weir.sim.SimulatorOptions;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** What {@code weir sim} says of each request. */
final class RequestLinesTest {
  private static String ask(Simulator simulator, String path, String body) throws Exception {
    try (var http = HttpClient.newHttpClient()) {
      return http.send(
              HttpRequest.newBuilder(URI.create(simulator.url() + path))
                  .POST(HttpRequest.BodyPublishers.ofString(body))
                  .build(),
              HttpResponse.BodyHandlers.ofString())
          .body();
    }
  }

  private static String body(String model) {
    return "{\"model\":\"%s\",\"messages\":[{\"role\":\"user\",\"content\":\"Hi\"}]}"
        .formatted(model);
  }

  @Test
  void aLineHasTheModelTheStatusAndWhatWasWrongAndControlsNoTerminal() throws Exception {
    List<SimulatedRequest> seen = new CopyOnWriteArrayList<>();
    try (var simulator =
        Simulator.start(SimulatorOptions.defaults().atOnce().withSeen(seen::add))) {
      ask(simulator, "/v1/chat/completions", body("gpt-5"));
      ask(simulator, "/v1/chat/completions", body("sim-fault-529"));
      ask(simulator, "/v1/foo", "{}");
      ask(simulator, "/v1/chat/completions", body("\\u001b[2Jx"));
    }

    assertThat(seen.stream().map(RequestLines::line))
        .containsExactly(
            "POST  /v1/chat/completions  gpt-5  200",
            "POST  /v1/chat/completions  sim-fault-529  529  fault 529  Failed as asked (simulated)",
            "POST  /v1/foo  404  Nothing answers POST /v1/foo here; GET / lists the paths",
            "POST  /v1/chat/completions  \\u001b[2Jx  200");
  }

  @Test
  void answersComeAlsoWhereNobodyReadsTheLines() throws Exception {
    var full = new CountDownLatch(1);
    var pipe =
        new OutputStream() {
          @Override
          public void write(int one) {
            try {
              full.await();
            } catch (InterruptedException stopped) {
              Thread.currentThread().interrupt();
            }
          }
        };
    var lines = new RequestLines(new PrintStream(pipe, true, UTF_8));
    lines.start();
    try (var simulator =
        Simulator.start(SimulatorOptions.defaults().atOnce().withSeen(lines::add))) {
      for (int i = 0; i < 5; i++) {
        assertThat(ask(simulator, "/v1/chat/completions", body("m"))).contains("assistant");
      }
    } finally {
      full.countDown();
    }
  }
}
