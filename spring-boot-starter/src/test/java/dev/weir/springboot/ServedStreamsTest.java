package dev.weir.springboot;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.registry.Dialects;
import dev.weir.sim.Simulator;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;

/** A front end reads from real applications, with Spring MVC and with WebFlux. */
@ParameterizedClass
@EnumSource(names = {"SERVLET", "REACTIVE"})
class ServedStreamsTest {
  private static Simulator simulator;

  private final HttpClient http = HttpClient.newHttpClient();
  private @Nullable ConfigurableApplicationContext running;

  private final WebApplicationType stack;

  ServedStreamsTest(WebApplicationType stack) {
    this.stack = stack;
  }

  @BeforeAll
  static void simulate() throws IOException {
    simulator =
        Simulator.of(
            """
            answers:
              - say: [{thinking: Hm.}, {text: ["Grüße", " aus", " Köln", " 🌊"]}]
            """);
  }

  @AfterAll
  static void stop() {
    simulator.close();
  }

  @AfterEach
  void close() {
    if (running != null) {
      running.close();
    }
    http.close();
  }

  private String start(String... more) {
    Map<String, Object> properties = new HashMap<>();
    properties.put("weir.provider", "anthropic");
    properties.put(
        "weir.providers.anthropic.base-url",
        simulator.provider(Dialects.ANTHROPIC).baseUrl().toString());
    for (int i = 0; i < more.length; i += 2) {
      properties.put(more[i], more[i + 1]);
    }
    running = ChatApplication.start(stack, properties);
    return "http://127.0.0.1:" + ChatApplication.port(running);
  }

  private HttpResponse<String> post(String url) throws Exception {
    return http.send(
        HttpRequest.newBuilder(URI.create(url)).POST(BodyPublishers.ofString("Hi")).build(),
        BodyHandlers.ofString(UTF_8));
  }

  private HttpResponse<String> get(String url, @Nullable Object lastEventId) throws Exception {
    var request = HttpRequest.newBuilder(URI.create(url));
    if (lastEventId != null) {
      request.header("Last-Event-ID", lastEventId.toString());
    }
    return http.send(request.build(), BodyHandlers.ofString(UTF_8));
  }

  private static String id(HttpResponse<?> response) {
    return response.headers().firstValue(WeirStreams.ID_HEADER).orElseThrow();
  }

  /** Each frame as its lines, however they are ordered and spaced. */
  private static List<String> frames(String body) {
    List<String> frames = new ArrayList<>();
    for (String frame : body.strip().split("\n\n", -1)) {
      List<String> lines =
          frame.lines().map(line -> line.replaceFirst(": ?", ":")).sorted().toList();
      if (!frame.startsWith(":")) {
        frames.add(String.join("|", lines));
      }
    }
    return frames;
  }

  @Test
  void anAnswerIsServedAsItsLifecycle() throws Exception {
    HttpResponse<String> response = post(start() + "/chat");
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("Content-Type").orElseThrow())
        .startsWith("text/event-stream");
    List<String> frames = frames(response.body());
    assertThat(frames.getLast()).isEqualTo("data:[DONE]");
    assertThat(frames.getFirst()).startsWith("data:{\"type\":\"thinking_start\"").endsWith("|id:1");
    assertThat(response.body()).contains("Grüße", "Köln", "🌊");
  }

  @Test
  void aReaderWhoReturnsGetsExactlyTheRest() throws Exception {
    String url = start();
    HttpResponse<String> first = post(url + "/chat");
    List<String> all = frames(first.body());
    for (int last = 0; last < all.size(); last++) {
      HttpResponse<String> rest = get(url + "/chat/" + id(first), last);
      assertThat(frames(rest.body())).isEqualTo(all.subList(last, all.size()));
    }
  }

  @Test
  void aConnectionThatBreaksLosesNothingAndRepeatsNothing() throws Exception {
    String url = start("weir.calls.dead", "5m", "weir.streams.beat", "20ms");
    HttpResponse<InputStream> broken =
        http.send(
            HttpRequest.newBuilder(URI.create(url + "/model/sim-fault-stall"))
                .POST(BodyPublishers.ofString("Hi"))
                .build(),
            BodyHandlers.ofInputStream());
    List<Integer> ids = new ArrayList<>();
    try (var lines = new BufferedReader(new InputStreamReader(broken.body(), UTF_8))) {
      while (ids.size() < 2) {
        addId(lines.readLine(), ids);
      }
    }
    HttpResponse<InputStream> resumed =
        http.send(
            HttpRequest.newBuilder(URI.create(url + "/chat/" + id(broken)))
                .header("Last-Event-ID", "" + ids.getLast())
                .build(),
            BodyHandlers.ofInputStream());
    try (var lines = new BufferedReader(new InputStreamReader(resumed.body(), UTF_8))) {
      addId(lines.readLine(), ids);
      http.send(
          HttpRequest.newBuilder(URI.create(url + "/chat/" + id(broken))).DELETE().build(),
          BodyHandlers.discarding());
      String last = "";
      for (String line = ""; line != null; line = lines.readLine()) {
        addId(line, ids);
        last = line.isBlank() ? last : line;
      }
      assertThat(last.replace(" ", "")).isEqualTo("data:[DONE]");
    }
    assertThat(ids).isEqualTo(IntStream.rangeClosed(1, ids.getLast()).boxed().toList());
  }

  private static void addId(@Nullable String line, List<Integer> ids) {
    if (line != null && line.startsWith("id:")) {
      ids.add(Integer.valueOf(line.substring(3).strip()));
    }
  }

  @Test
  void theProviderIsLeftWhenTheLastReaderHasLeft() throws Exception {
    String url =
        start("weir.streams.grace", "0", "weir.streams.beat", "20ms", "weir.calls.dead", "5m");
    HttpResponse<InputStream> left =
        http.send(
            HttpRequest.newBuilder(URI.create(url + "/model/sim-fault-stall"))
                .POST(BodyPublishers.ofString("Hi"))
                .build(),
            BodyHandlers.ofInputStream());
    try (var body = left.body()) {
      assertThat(body.read()).isPositive();
      while (simulator.answering() == 0) {
        Thread.onSpinWait();
      }
    }
    while (simulator.answering() > 0) {
      Thread.onSpinWait();
    }
    assertThat(frames(get(url + "/chat/" + id(left), null).body()))
        .satisfies(frames -> {
          assertThat(frames.getLast()).isEqualTo("data:[DONE]");
          assertThat(frames.get(frames.size() - 2)).contains("cancelled");
        });
  }

  @Test
  void whatCannotBeReadIsAStatus() throws Exception {
    String url = start();
    String id = id(post(url + "/chat"));
    assertThat(get(url + "/chat/unknown", null).statusCode()).isEqualTo(404);
    assertThat(get(url + "/chat/" + id, "x").statusCode()).isEqualTo(400);
    assertThat(get(url + "/chat/" + id, 1_000).statusCode()).isEqualTo(409);
  }

  @Test
  void useChatReadsItsOwnFrames() throws Exception {
    HttpResponse<String> response = post(start() + "/model/m?format=UI_MESSAGES");
    assertThat(response.headers().firstValue("x-vercel-ai-ui-message-stream")).contains("v1");
    assertThat(response.body()).contains("\"type\":\"text-delta\"", "Grüße");
    assertThat(frames(response.body()).getLast()).isEqualTo("data:[DONE]");
  }

  @Test
  void whatIsKeptInAFolderCanBeReadAfterARestart(@TempDir Path folder) throws Exception {
    String url = start("weir.streams.folder", folder.toString());
    HttpResponse<String> first = post(url + "/chat");
    close();
    url = start("weir.streams.folder", folder.toString());
    HttpClient again = HttpClient.newHttpClient();
    HttpResponse<String> rest =
        again.send(
            HttpRequest.newBuilder(URI.create(url + "/chat/" + id(first)))
                .header("Last-Event-ID", "2")
                .build(),
            BodyHandlers.ofString(UTF_8));
    again.close();
    List<String> all = frames(first.body());
    assertThat(frames(rest.body())).isEqualTo(all.subList(2, all.size()));
  }
}
