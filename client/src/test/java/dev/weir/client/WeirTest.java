package dev.weir.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.weir.client.provider.Provider;
import dev.weir.client.provider.Secret;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.Request;
import dev.weir.event.BlockKind;
import dev.weir.event.OutputStats;
import dev.weir.event.PhaseCallbacks;
import dev.weir.event.Response;
import dev.weir.event.StreamEvent;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The ways a library user gets a response, over a real socket. */
class WeirTest {
  private static final String STREAM =
      """
      data: {"id":"r1","model":"m","choices":[{"index":0,"delta":{"reasoning_content":"Hm."}}]}

      data: {"id":"r1","choices":[{"index":0,"delta":{"content":"Hello "}}]}

      data: {"id":"r1","choices":[{"index":0,"delta":{"content":"world"},"finish_reason":"stop"}]}

      data: {"id":"r1","choices":[],"usage":{"prompt_tokens":3,"completion_tokens":2}}

      data: [DONE]

      """;

  private HttpServer server;
  private Weir weir;
  private final List<String> bodies = new ArrayList<>();

  @BeforeEach
  void open() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/v1/chat/completions",
        exchange -> {
          bodies.add(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
          bodies.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
          exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
          exchange.sendResponseHeaders(200, 0);
          exchange.getResponseBody().write(STREAM.getBytes(UTF_8));
          exchange.close();
        });
    server.start();
    weir =
        Weir.of(
            Provider.builder(
                    "local",
                    Dialects.OPENAI_CHAT,
                    "http://127.0.0.1:" + server.getAddress().getPort() + "/v1")
                .key(Secret.of("k-123"))
                .defaultModel("m")
                .build());
  }

  @AfterEach
  void close() {
    weir.close();
    server.stop(0);
  }

  @Test
  void theResponseIsAssembled() {
    Response response = weir.response(Request.of("Hi"));
    assertThat(response.text(BlockKind.TEXT)).isEqualTo("Hello world");
    assertThat(response.text(BlockKind.REASONING)).isEqualTo("Hm.");
    assertThat(response.verdict()).isEqualTo(Verdict.COMPLETE);
    assertThat(response.usage())
        .isEqualTo(
            new Usage(3L, 2L, null, null, null)
                .withRaw("{\"completion_tokens\":2,\"prompt_tokens\":3}"));
    assertThat(bodies)
        .containsExactly(
            "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"Hi\"}],"
                + "\"stream\":true,\"stream_options\":{\"include_usage\":true}}",
            "Bearer k-123");
  }

  @Test
  void aLoopGetsTheEventsAndTheEndLast() {
    List<StreamEvent> events = new ArrayList<>();
    try (EventStream stream = weir.stream(Request.of("Hi"))) {
      stream.forEach(events::add);
    }
    assertThat(events.getFirst()).isInstanceOf(StreamEvent.ResponseStart.class);
    assertThat(events.getLast()).isInstanceOf(StreamEvent.ResponseEnd.class);
  }

  @Test
  void aSubscriberGetsWhatItAsksFor() throws Exception {
    List<StreamEvent> events = new ArrayList<>();
    var done = new CompletableFuture<@Nullable Void>();
    weir.publish(Request.of("Hi"))
        .subscribe(
            new Flow.Subscriber<>() {
              private Flow.@Nullable Subscription subscription;

              @Override
              public void onSubscribe(Flow.Subscription s) {
                subscription = s;
                s.request(1);
              }

              @Override
              public void onNext(StreamEvent event) {
                events.add(event);
                if (subscription != null) {
                  subscription.request(1);
                }
              }

              @Override
              public void onError(Throwable problem) {
                done.completeExceptionally(problem);
              }

              @Override
              public void onComplete() {
                done.complete(null);
              }
            });
    done.get(20, TimeUnit.SECONDS);
    assertThat(events.getLast())
        .isInstanceOfSatisfying(
            StreamEvent.ResponseEnd.class,
            end -> assertThat(end.verdict()).isEqualTo(Verdict.COMPLETE));
  }

  @Test
  void callbacksHearThePhases() throws Exception {
    StringBuilder heard = new StringBuilder();
    var done = new CompletableFuture<Verdict>();
    weir.phases(
        Request.of("Hi"),
        new PhaseCallbacks() {
          @Override
          public void reasoningDelta(OutputStats stats, String text) {
            heard.append('(').append(text).append(')');
          }

          @Override
          public void contentDelta(OutputStats stats, String text) {
            heard.append(text);
          }

          @Override
          public void end(Verdict verdict, @Nullable String word, @Nullable Usage usage) {
            done.complete(verdict);
          }
        });
    assertThat(done.get(20, TimeUnit.SECONDS)).isEqualTo(Verdict.COMPLETE);
    assertThat(heard).hasToString("(Hm.)Hello world");
  }
}
