package dev.weir.interop.library;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.weir.client.EventStream;
import dev.weir.client.Weir;
import dev.weir.client.call.CallEvent;
import dev.weir.client.provider.Provider;
import dev.weir.codec.lifecycle.LifecycleEncoder;
import dev.weir.codec.lifecycle.LifecycleOptions;
import dev.weir.codec.partial.PartialJson;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.Request;
import dev.weir.codec.stream.StreamDecoder;
import dev.weir.event.BlockKind;
import dev.weir.event.Response;
import dev.weir.event.ResponseAssembler;
import dev.weir.event.StreamEnding;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamMetrics;
import dev.weir.event.Verdict;
import dev.weir.log.recording.Pace;
import dev.weir.log.recording.RecordingHeader;
import dev.weir.log.recording.RecordingReader;
import dev.weir.log.recording.RecordingWriter;
import dev.weir.log.recording.Replay;
import dev.weir.sim.Simulator;
import dev.weir.sim.SimulatorOptions;
import dev.weir.sim.junit.SimulatorExtension;
import dev.weir.sim.record.RecordingSink;
import dev.weir.sim.reply.Recorded;
import dev.weir.sim.script.Script;
import dev.weir.sim.script.ScriptReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The samples of docs/library about what is around asking: what stands there is what runs here. */
class AroundSamplesTest {
  private static final ThreadLocal<String> TRACE = ThreadLocal.withInitial(() -> "");

  @RegisterExtension
  static final SimulatorExtension SIMULATOR =
      SimulatorExtension.of(
          """
          answers:
            - when: {text: weather}
              say: [{text: Sunny.}]
            - say: [{thinking: Hm.}, {text: "You said: ${prompt}"}]
          """);

  // serving events
  static void serve(Weir weir, String question, OutputStream browser) {
    var encoder =
        new LifecycleEncoder(
            LifecycleOptions.DEFAULT,
            frame -> {
              try {
                browser.write(frame.toText().getBytes(UTF_8));
                browser.flush();
              } catch (IOException gone) {
                throw new UncheckedIOException(gone);
              }
            });
    try (EventStream events = weir.stream(Request.of(question))) {
      for (StreamEvent event : events) {
        encoder.accept(event, System.currentTimeMillis());
      }
      encoder.end(System.currentTimeMillis());
    }
  }

  @Test
  void serveEvents(Weir weir) throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/chat",
        exchange -> {
          exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
          exchange.sendResponseHeaders(200, 0);
          try (OutputStream browser = exchange.getResponseBody()) {
            serve(weir, "hello", browser);
          }
        });
    server.start();
    try (HttpClient client = HttpClient.newHttpClient()) {
      URI url = URI.create("http://127.0.0.1:%d/chat".formatted(server.getAddress().getPort()));
      String body =
          client
              .send(HttpRequest.newBuilder(url).build(), HttpResponse.BodyHandlers.ofString())
              .body();
      assertThat(body).contains("thinking_start", "text_delta", "data: [DONE]");
    } finally {
      server.stop(0);
    }
  }

  // reactor and flow
  static CompletableFuture<Void> collect(Weir weir, Request request, Consumer<StreamEvent> sink) {
    var done = new CompletableFuture<Void>();
    weir.publishOrThrow(request)
        .subscribe(
            new Flow.Subscriber<>() {
              private Flow.Subscription subscription;

              @Override
              public void onSubscribe(Flow.Subscription given) {
                subscription = given;
                subscription.request(1); // nothing is read from the provider before it is asked for
              }

              @Override
              public void onNext(StreamEvent event) {
                sink.accept(event);
                subscription.request(1);
              }

              @Override
              public void onError(Throwable problem) {
                done.completeExceptionally(problem); // a ResponseException: what came is in it
              }

              @Override
              public void onComplete() {
                done.complete(null);
              }
            });
    return done;
  }

  @Test
  void flow(Weir weir) throws Exception {
    List<StreamEvent> events = new ArrayList<>();
    collect(weir, Request.of("hello"), events::add).get(10, TimeUnit.SECONDS);
    assertThat(events.getLast()).isInstanceOf(StreamEvent.ResponseEnd.class);
  }

  @Test
  void measure(Weir weir) {
    var measured = new AtomicReference<StreamMetrics>();
    Weir watched =
        weir.with(upstream ->
            upstream.withSink(next ->
                next.andThen(event -> {
                  if (event instanceof CallEvent.Measured all) {
                    measured.set(all.metrics());
                  }
                })));
    watched.ask("hello");
    assertThat(measured.get().timing().firstText()).isPositive();
  }

  @Test
  void carryTheContext(Weir weir) {
    List<String> seen = new ArrayList<>();
    Weir carrying =
        weir.withContext(
                () -> {
                  String trace = TRACE.get();
                  return task -> {
                    TRACE.set(trace);
                    try {
                      task.run();
                    } finally {
                      TRACE.remove();
                    }
                  };
                })
            .with(up -> up.withSink(next -> next));
    TRACE.set("request 7");
    var done = new CompletableFuture<Void>();
    carrying.call(
        Request.of("hello"),
        event -> {
          seen.add(TRACE.get());
          if (event instanceof CallEvent.Streamed streamed
              && streamed.event() instanceof StreamEvent.ResponseEnd) {
            done.complete(null);
          }
        });
    TRACE.remove();
    done.orTimeout(10, TimeUnit.SECONDS).join();
    assertThat(seen).containsOnly("request 7");
  }

  @Test
  void theModelIsAskedForTheWeather(Weir weir, Simulator simulator) {
    String advice = new Umbrella(weir).advice("Bonn");
    assertThat(advice).isEqualTo("Leave it at home.");
    assertThat(simulator.requests().getFirst().body()).contains("weather in Bonn");
  }

  record Umbrella(Weir weir) {
    String advice(String city) {
      String said = weir.ask("How is the weather in " + city + "?").orThrow().text();
      return said.contains("Sunny") ? "Leave it at home." : "Take it along.";
    }
  }

  @Test
  void recordAndReplay(Weir weir, Provider provider, @TempDir Path folder) throws IOException {
    Path file = folder.resolve("hello.jsonl");
    weir.with(up -> up.withSink(next -> RecordingSink.to(file, provider).andThen(next)))
        .ask("hello");

    SimulatorOptions options =
        SimulatorOptions.defaults().withRecordings(List.of(Recorded.read(file))).atOnce();
    try (Simulator replaying = Simulator.start(options);
        Weir again = Weir.of(replaying.provider(Dialects.OPENAI_CHAT))) {
      assertThat(again.ask("whatever").text()).isEqualTo("You said: hello");
    }
  }

  @Test
  void recordOwnBytes(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("own.jsonl");
    List<byte[]> slices = slices();
    long start = System.nanoTime();
    try (RecordingWriter recording =
        RecordingWriter.create(file, RecordingHeader.of(Dialects.OPENAI_CHAT, Instant.now()))) {
      for (byte[] slice : slices) { // as they come from the network
        recording.arrived(slice, (System.nanoTime() - start) / 1_000);
      }
      recording.ended(new StreamEnding.EndOfInput(), (System.nanoTime() - start) / 1_000);
    }
    var assembler = new ResponseAssembler();
    Replay.run(
        RecordingReader.open(file), Pace.AT_ONCE, (event, atMicros) -> assembler.accept(event));
    assertThat(assembler.response().text(BlockKind.TEXT)).isEqualTo("Hello");
  }

  private static List<byte[]> slices() {
    return List.of(
        "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Hel".getBytes(UTF_8),
        "lo\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n".getBytes(UTF_8));
  }

  @Test
  void aSimulatorFromAScript() throws IOException {
    String yaml = "answers: [{when: {text: weather}, say: [{text: Sunny.}]}]";
    Script script = ScriptReader.read("weather.yaml", yaml);
    SimulatorOptions options = SimulatorOptions.defaults().withScript(script).atOnce();
    try (Simulator simulator = Simulator.start(options);
        Weir weir = Weir.of(simulator.provider(Dialects.ANTHROPIC))) {
      assertThat(weir.ask("The weather?").text()).isEqualTo("Sunny.");
    }
  }

  @Test
  void ownBytes() {
    List<byte[]> slices = slices();
    StringBuilder out = new StringBuilder();
    var decoder = new StreamDecoder(Dialects.OPENAI_CHAT);
    var assembler = new ResponseAssembler();
    Consumer<StreamEvent> sink =
        event -> {
          assembler.accept(event);
          if (event instanceof BlockDelta delta && assembler.isText(delta)) {
            out.append(delta.text());
          }
        };
    for (byte[] slice : slices) { // as they come from the network
      decoder.feed(slice, sink);
    }
    decoder.end(sink);
    Response response = assembler.response();
    assertThat(out).hasToString("Hello");
    assertThat(response.verdict()).isEqualTo(Verdict.COMPLETE);
    assertThat(response.text(BlockKind.TEXT)).isEqualTo("Hello");
  }

  @Test
  void argumentsThatStillArrive() {
    PartialJson arguments = PartialJson.of("{\"city\":\"Bo");
    assertThat(arguments.value().get("city").text()).isEqualTo("Bo");
    assertThat(arguments.isWhole()).isFalse();
  }
}
