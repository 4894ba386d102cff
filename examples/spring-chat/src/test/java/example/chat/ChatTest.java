package example.chat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.sim.Simulator;
import dev.weir.sim.junit.SimulatorExtension;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** The whole application, asked over HTTP, in front of a simulated provider. */
class ChatTest {
  @RegisterExtension
  static final SimulatorExtension SIMULATOR =
      SimulatorExtension.of(
          """
          answers:
            - say: [{thinking: Hm.}, {text: ["The Rhine", " is", " 1,233 km", " long."]}]
          """);

  private final HttpClient http = HttpClient.newHttpClient();
  private ConfigurableApplicationContext application;
  private String url;

  @BeforeEach
  void start(Simulator simulator) {
    application =
        SpringApplication.run(
            ChatApplication.class,
            "--server.port=0",
            "--weir.provider=simulated",
            "--weir.providers.simulated.dialect=openai-chat",
            "--weir.providers.simulated.base-url=" + simulator.url() + "/v1",
            "--weir.providers.simulated.model=demo-1");
    url = "http://127.0.0.1:" + application.getEnvironment().getProperty("local.server.port");
  }

  @AfterEach
  void stop() {
    application.close();
    http.close();
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return http.send(request.build(), BodyHandlers.ofString());
  }

  private HttpResponse<String> ask(String question) throws Exception {
    return send(
        HttpRequest.newBuilder(URI.create(url + "/chat")).POST(BodyPublishers.ofString(question)));
  }

  @Test
  void anAnswerComesAsEvents(Simulator simulator) throws Exception {
    String events = ask("How long is the Rhine?").body();
    assertTrue(events.contains("\"content\":\" 1,233 km\""), events);
    assertTrue(events.stripTrailing().endsWith("data:[DONE]"), events);
    assertTrue(simulator.requests().getFirst().body().contains("How long is the Rhine?"));
  }

  @Test
  void whoeverReturnsGetsTheRest() throws Exception {
    HttpResponse<String> answer = ask("How long is the Rhine?");
    String id = answer.headers().firstValue("Weir-Stream-Id").orElseThrow();
    // As a browser that has lost its connection after the fifth event.
    HttpResponse<String> rest =
        send(HttpRequest.newBuilder(URI.create(url + "/chat/" + id)).header("Last-Event-ID", "5"));
    String[] frames = answer.body().strip().split("\n\n", -1);
    String[] missed = rest.body().strip().split("\n\n", -1);
    assertEquals(frames.length - 5, missed.length);
    assertEquals(frames[5], missed[0]);
    assertEquals(404, send(HttpRequest.newBuilder(URI.create(url + "/chat/unknown"))).statusCode());
  }

  @Test
  void thePageIsServed() throws Exception {
    String page = send(HttpRequest.newBuilder(URI.create(url + "/"))).body();
    assertTrue(page.contains("Last-Event-ID"));
  }
}
