package dev.weir.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.weir.client.call.CallOptions;
import dev.weir.client.call.HttpUpstream;
import dev.weir.client.provider.Provider;
import dev.weir.codec.json.Json;
import dev.weir.codec.registry.Dialects;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the client saw on the way to a provider is told by the gateway. */
class UpstreamTriesTest {
  private static final String STREAM =
      """
      data: {"type":"response.created","sequence_number":0,"response":{"id":"r1","model":"m","status":"in_progress","output":[]}}

      data: {"type":"response.output_item.added","sequence_number":1,"output_index":0,"item":{"type":"message","id":"m1","role":"assistant","status":"in_progress","content":[]}}

      data: {"type":"response.content_part.added","sequence_number":2,"output_index":0,"content_index":0,"item_id":"m1","part":{"type":"output_text","text":"","annotations":[]}}

      data: {"type":"response.output_text.delta","sequence_number":3,"output_index":0,"content_index":0,"item_id":"m1","delta":"Hi"}

      data: {"type":"response.completed","sequence_number":5,"response":{"id":"r1","model":"m","status":"completed","output":[{"type":"message","id":"m1","role":"assistant","status":"completed","content":[{"type":"output_text","text":"Hi","annotations":[]}]}]}}

      """;

  private final AtomicInteger requests = new AtomicInteger();
  private volatile @Nullable String retryAfter;
  private final List<String> said = new CopyOnWriteArrayList<>();
  private final Logger logger = Logger.getLogger("dev.weir.gateway.stream");
  private final Handler hearing = new Hearing();
  private HttpServer provider;
  @TempDir private Path folder;

  @BeforeEach
  void listen() throws IOException {
    provider = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    provider.createContext("/", this::answer);
    provider.start();
    logger.addHandler(hearing);
  }

  @AfterEach
  void close() {
    logger.removeHandler(hearing);
    provider.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    boolean isFirst = requests.getAndIncrement() <= 0;
    byte[] body =
        (isFirst ? "{\"error\":{\"code\":\"busy\",\"message\":\"Later\"}}" : STREAM)
            .getBytes(UTF_8);
    exchange
        .getResponseHeaders()
        .add("Content-Type", isFirst ? "application/json" : "text/event-stream");
    exchange.getResponseHeaders().add("x-request-id", isFirst ? "request-1" : "request-2");
    String wait = retryAfter;
    if (isFirst && wait != null) {
      exchange.getResponseHeaders().add("Retry-After", wait);
    }
    exchange.sendResponseHeaders(isFirst ? 503 : 200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private RunningGateway start() throws IOException {
    Provider acme =
        Provider.builder(
                "acme",
                Dialects.OPENAI_RESPONSES,
                "http://127.0.0.1:" + provider.getAddress().getPort())
            .defaultModel("m")
            .build();
    return RunningGateway.start(
        GatewayOptions.local(0, folder.resolve("log")).withRecordings(folder.resolve("recordings")),
        transport ->
            new HttpUpstream(
                acme, transport, CallOptions.DEFAULT.withTries(2, Duration.ofMillis(1))));
  }

  @Test
  void triesAndRequestIdsAreInTheStreamItsMetricsTheFiguresAndTheLogLines() throws Exception {
    String tries =
        "{\"count\":2,\"resumes\":0,\"requestId\":\"request-2\",\"problems\":[{\"code\":\"busy\",\"status\":503,\"requestId\":\"request-1\"}]}";
    String id;
    try (var gateway = start()) {
      id = gateway.detached();
      Json stream = gateway.awaitEnd(id);
      assertThat(stream.get("verdict").text()).isEqualTo("COMPLETE");
      assertThat(stream.get("passes").toText()).isEqualTo("[" + tries + "]");
      assertThat(gateway.body("/v1/streams/" + id + "/metrics"))
          .contains("\"tries\":" + tries)
          .contains("\"responseStartMicros\":")
          .contains("\"queueMicros\":")
          .contains("\"gaps\":1,\"lost\":1,\"percent\":16.6667");
      assertThat(gateway.body("/metrics"))
          .contains("weir_retries_total{provider=\"acme\"} 1\n")
          .containsPattern("gen_ai_client_inference_duration_seconds_count\\{[^}]*} 1\n");
    }
    assertThat(said)
        .containsSubsequence(
            "Stream %s: acme: HTTP 503, busy: Later (request request-1); trying again in 0.0 s"
                .formatted(id),
            "Stream %s: COMPLETE of acme; passes: 1, tries: 2, requests: [request-2], chunks lost: 1, texts repaired: 0, gaps left: 0"
                .formatted(id));
    try (var restarted = start()) {
      assertThat(restarted.json("/v1/streams/" + id).get("passes").toText())
          .isEqualTo("[" + tries + "]");
    }
  }

  @Test
  void whatALiveStreamWaitsForIsTold() throws Exception {
    retryAfter = "20";
    try (var gateway = start()) {
      long before = System.currentTimeMillis();
      String id = gateway.detached();
      Json waiting = gateway.await(id, s -> s.has("waiting")).get("waiting");
      assertThat(waiting.get("status").number()).isEqualTo(503);
      assertThat(waiting.get("code").text()).isEqualTo("busy");
      assertThat(waiting.get("message").text()).isEqualTo("Later");
      assertThat(waiting.get("nextTryAt").number()).isBetween(before + 19_000, before + 60_000);
    }
  }

  @Test
  void afterAFailureItIsToldUntilWhenTheProviderWantsToBeLeftAlone() throws Exception {
    // Nobody waits that long for the next try.
    retryAfter = "100000";
    String id;
    long before = System.currentTimeMillis();
    try (var gateway = start()) {
      id = gateway.detached();
      assertThat(gateway.awaitEnd(id).get("verdict").text()).isEqualTo("FAILED");
    }
    try (var restarted = start()) {
      assertThat(restarted.json("/v1/streams/" + id).get("retryAt").number())
          .isBetween(before + 99_000_000, before + 101_000_000);
    }
  }

  @Test
  void aRecordingHasTheLastTryAndEndsAsItEnded() throws Exception {
    try (var gateway = start()) {
      String id = gateway.detached();
      gateway.awaitEnd(id);
      assertThat(recorded(gateway, id))
          .containsOnlyOnce("\"weir\":\"recording\"")
          .containsOnlyOnce("response.created")
          .contains("\"end\":\"input\"");
    }
  }

  @Test
  void everyChunkOfARecordingNamesTheAnswerThatItBelongsTo() throws Exception {
    try (var gateway = start()) {
      String id = gateway.detached();
      gateway.awaitEnd(id);
      assertThat(recorded(gateway, id).lines().filter(line -> line.contains("\"text\":")))
          .hasSize(5)
          .allMatch(line -> line.contains("\"conversation_event_id\":\"" + id + "/0\""));
    }
  }

  @Test
  void theRecordingOfARefusalReplaysToTheSameFault() throws Exception {
    requests.set(Integer.MIN_VALUE);
    try (var gateway = start()) {
      String id = gateway.detached();
      assertThat(gateway.awaitEnd(id).get("verdict").text()).isEqualTo("FAILED");
      assertThat(recorded(gateway, id))
          .contains("\"end\":\"broken\",\"fault\":\"provider_error\",\"code\":\"busy\"");
    }
  }

  /** A recording is written by a thread of its own. */
  private static String recorded(RunningGateway gateway, String id) throws Exception {
    String recording = "";
    for (int i = 0; i < 2_000 && !recording.contains("\"end\":"); i++) {
      recording = gateway.body("/v1/streams/" + id + "/recording");
      Thread.sleep(10);
    }
    return recording;
  }

  private final class Hearing extends Handler {
    @Override
    public void publish(LogRecord line) {
      said.add(new SimpleFormatter().formatMessage(line));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
