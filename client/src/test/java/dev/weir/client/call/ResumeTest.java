package dev.weir.client.call;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.client.call.NetworkFaultTest.Watching;
import dev.weir.client.provider.Provider;
import dev.weir.client.provider.Secret;
import dev.weir.client.transport.JdkTransport;
import dev.weir.codec.json.Json;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.Request;
import dev.weir.codec.stream.StreamDecoder;
import dev.weir.event.StreamEvent;
import dev.weir.event.Verdict;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A response that its provider keeps is resumed from where it broke (M5). */
class ResumeTest {
  private static final List<String> CHUNKS = chunks();
  private static final Pattern AFTER =
      Pattern.compile("GET /responses/r1\\?stream=true&starting_after=(\\d+)&include");

  private static JdkTransport transport;

  @BeforeAll
  static void open() {
    transport = new JdkTransport();
  }

  @AfterAll
  static void close() {
    transport.close();
  }

  private static List<String> chunks() {
    String head = new String(DialectSample.RESPONSES.head(), UTF_8);
    List<String> all = new ArrayList<>();
    for (String frame : head.strip().split("\n\n", -1)) {
      all.add(frame + "\n\n");
    }
    for (String text : List.of(" wor", "ld, ", "and", " äll")) {
      all.add(
          "data: {\"type\":\"response.output_text.delta\",\"sequence_number\":%d,\"output_index\":0,\"content_index\":0,\"item_id\":\"m1\",\"delta\":\"%s\"}\n\n"
              .formatted(all.size(), text));
    }
    all.add(
        "data: {\"type\":\"response.completed\",\"sequence_number\":%d,\"response\":{\"id\":\"r1\",\"model\":\"m\",\"status\":\"completed\",\"output\":[{\"type\":\"message\",\"id\":\"m1\",\"role\":\"assistant\",\"status\":\"completed\",\"content\":[{\"type\":\"output_text\",\"text\":\"Hé world, and äll\",\"annotations\":[]}]}]}}\n\n"
            .formatted(all.size()));
    return all;
  }

  private static List<StreamEvent> wholeEvents() {
    List<StreamEvent> events = new ArrayList<>();
    var decoder = new StreamDecoder(Dialects.OPENAI_RESPONSES);
    decoder.feed(String.join("", CHUNKS).getBytes(UTF_8), events::add);
    decoder.end(events::add);
    return events;
  }

  /** What was asked, without that no rest is wanted any more: nobody waits for that. */
  private static List<String> asked(RawServer server) {
    return server.requests().stream().filter(request -> !request.contains("/cancel ")).toList();
  }

  static IntStream cuts() {
    // Within every chunk, and between them.
    return IntStream.range(1, CHUNKS.size()).flatMap(n -> IntStream.of(2 * n, 2 * n + 1));
  }

  @ParameterizedTest
  @MethodSource("cuts")
  void aConnectionThatBreaksLosesNothingAndRepeatsNothing(int cut) throws Exception {
    int chunk = cut / 2;
    try (var server =
        new RawServer((socket, request) -> {
          if (request == 0) {
            String sent = String.join("", CHUNKS.subList(0, chunk));
            String torn = cut % 2 == 0 ? "" : CHUNKS.get(chunk).substring(0, 40);
            stream(socket, sent + torn);
            // No end of the chunks: it broke.
          } else {
            stream(socket, String.join("", CHUNKS.subList(chunk, CHUNKS.size())));
            RawServer.write(socket, "0\r\n\r\n");
          }
        })) {
      Watching call = ask(server, Waits.OPTIONS, /* background= */ true);
      assertThat(call.events).isEqualTo(wholeEvents());
      assertThat(server.requests()).hasSize(2);
      assertThat(after(server.requests().get(1))).isEqualTo(chunk - 1);
      assertThat(server.requests().get(1)).contains("Bearer canary-key");
    }
  }

  @Test
  void chunksThatAreMissingAreFetched() throws Exception {
    var arrived = new ByteArrayOutputStream();
    try (var server =
        new RawServer((socket, request) -> {
          if (request == 0) {
            stream(socket, String.join("", CHUNKS.subList(0, 4)));
            stream(socket, CHUNKS.get(6) + CHUNKS.get(7), /* headers= */ false);
            RawServer.awaitClose(socket);
          } else {
            stream(socket, String.join("", CHUNKS.subList(4, CHUNKS.size())));
            RawServer.write(socket, "0\r\n\r\n");
          }
        })) {
      var call =
          new Watching() {
            @Override
            void arrived(byte[] slice) {
              arrived.writeBytes(slice);
            }
          };
      open(server, Waits.OPTIONS, /* background= */ true, call);
      assertThat(call.events).isEqualTo(wholeEvents());
      assertThat(call.problems).extracting(ProviderError::code).containsExactly("sequence_gap");
      assertThat(after(server.requests().get(1))).isEqualTo(3);
      assertThat(arrived.toString(UTF_8)).isEqualTo(String.join("", CHUNKS));
    }
  }

  @Test
  void aProviderThatBeginsAgainAtZeroIsNotHeardTwice() throws Exception {
    try (var server =
        new RawServer((socket, request) -> {
          stream(socket, String.join("", CHUNKS.subList(0, request == 0 ? 5 : CHUNKS.size())));
          if (request > 0) {
            RawServer.write(socket, "0\r\n\r\n");
          }
        })) {
      assertThat(ask(server, Waits.OPTIONS, true).events).isEqualTo(wholeEvents());
    }
  }

  @Test
  void chunksThatTheProviderDoesNotHaveAreReportedAsAGap() throws Exception {
    List<String> kept = new ArrayList<>(CHUNKS);
    kept.subList(5, 7).clear();
    try (var server =
        new RawServer((socket, request) -> {
          stream(socket, String.join("", request == 0 ? kept : kept.subList(5, kept.size())));
          RawServer.write(socket, "0\r\n\r\n");
        })) {
      Watching call = ask(server, Waits.OPTIONS, true);
      assertThat(call.events).contains(new StreamEvent.SequenceGap(5, 7));
      assertThat(call.response().verdict()).isEqualTo(Verdict.COMPLETE);
      assertThat(server.requests()).hasSize(2);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          404 Not Found | 2 | {"error":{"message":"No such response"}}
          200 OK        | 2 | {"id":"r1","object":"response"}
          503 Busy      | 4 | {}
          """)
  void aRestThatCannotBeHadEndsTheResponseAsItBroke(String status, int requests, String body)
      throws Exception {
    try (var server =
        new RawServer((socket, request) -> {
          if (request == 0) {
            stream(socket, String.join("", CHUNKS.subList(0, 5)) + "data: {\"type");
          } else {
            RawServer.answer(socket, status, "", body);
          }
        })) {
      Watching call = ask(server, Waits.OPTIONS, true);
      assertThat(call.response().verdict()).isEqualTo(Verdict.FAILED);
      assertThat(call.response().text(dev.weir.event.BlockKind.TEXT)).isEqualTo("Hé wor");
      assertThat(asked(server)).hasSize(requests);
    }
  }

  @Test
  void aProviderThatAsksToWaitIsGivenTheTime() throws Exception {
    var waits = new Waits();
    try (var server =
        new RawServer((socket, request) -> {
          switch (request) {
            case 0 -> stream(socket, String.join("", CHUNKS.subList(0, 5)));
            case 1 -> RawServer.answer(socket, "429 Slow", "Retry-After: 9\r\n", "{}");
            default -> {
              stream(socket, String.join("", CHUNKS.subList(5, CHUNKS.size())));
              RawServer.write(socket, "0\r\n\r\n");
            }
          }
        })) {
      var call = new Watching();
      upstream(server, Waits.OPTIONS, waits).open(request(true), call);
      assertThat(call.awaitEnd()).isTrue();
      assertThat(call.events).isEqualTo(wholeEvents());
      assertThat(waits.waited()).hasSize(2).last().isEqualTo(Duration.ofSeconds(9));
    }
  }

  @Test
  void aResponseThatIsNotKeptIsNotResumed() throws Exception {
    try (var server =
        new RawServer((socket, request) -> stream(socket, String.join("", CHUNKS.subList(0, 5))))) {
      assertThat(ask(server, Waits.OPTIONS, /* background= */ false).response().verdict())
          .isEqualTo(Verdict.FAILED);
      assertThat(ask(server, Waits.OPTIONS.withResumes(0), true).response().verdict())
          .isEqualTo(Verdict.FAILED);
      assertThat(asked(server)).hasSize(2);
    }
  }

  @Test
  void aGapBeforeAnythingWasSeenIsTriedAgainIfAsked() throws Exception {
    try (var server =
        new RawServer((socket, request) -> {
          stream(
              socket,
              request == 0
                  ? CHUNKS.get(0) + String.join("", CHUNKS.subList(3, CHUNKS.size()))
                  : String.join("", CHUNKS));
          RawServer.write(socket, "0\r\n\r\n");
        })) {
      Watching call = ask(server, Waits.OPTIONS.withResumes(0).withOnGap(OnGap.RETRY), false);
      assertThat(call.response().verdict()).isEqualTo(Verdict.COMPLETE);
      assertThat(call.events).noneMatch(StreamEvent.SequenceGap.class::isInstance);
      assertThat(call.problems).extracting(ProviderError::code).containsExactly("sequence_gap");
      assertThat(server.requests()).hasSize(2);
    }
  }

  @Test
  void cancelWhileTheRestIsWaitedForEndsWithWhatCame() throws Exception {
    var call = new Watching();
    var opened = new CompletableFuture<StreamCall>();
    Timers timers =
        (delay, task) -> {
          if (delay.compareTo(Duration.ofHours(1)) < 0) {
            Thread.ofVirtual().start(() -> opened.join().cancel());
          }
          return () -> {};
        };
    try (var server =
        new RawServer((socket, request) -> stream(socket, String.join("", CHUNKS.subList(0, 5))))) {
      opened.complete(upstream(server, Waits.OPTIONS, timers).open(request(true), call));
      assertThat(call.awaitEnd()).isTrue();
      assertThat(call.response().verdict()).isEqualTo(Verdict.CANCELLED);
      assertThat(call.response().text(dev.weir.event.BlockKind.TEXT)).isEqualTo("Hé wor");
      // The provider is told to stop, aside: that may have arrived by now.
      assertThat(server.requests()).noneMatch(request -> request.startsWith("GET "));
    }
  }

  private static long after(String request) {
    Matcher found = AFTER.matcher(request);
    assertThat(found.find()).as(request).isTrue();
    return Long.parseLong(found.group(1));
  }

  private static void stream(Socket socket, String frames) throws IOException {
    stream(socket, frames, /* headers= */ true);
  }

  private static void stream(Socket socket, String frames, boolean headers) throws IOException {
    if (headers) {
      RawServer.write(
          socket,
          "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n");
    }
    RawServer.chunk(socket, frames.getBytes(UTF_8));
  }

  private static Watching ask(RawServer server, CallOptions options, boolean background) {
    return open(server, options, background, new Watching());
  }

  private static Watching open(
      RawServer server, CallOptions options, boolean background, Watching call) {
    upstream(server, options, new Waits()).open(request(background), call);
    assertThat(call.awaitEnd()).isTrue();
    return call;
  }

  private static Request request(boolean background) {
    return Request.builder()
        .message(Request.of("Hi").messages().getFirst())
        .vendorOption("store", new Json.Bool(true))
        .vendorOption("background", new Json.Bool(background))
        .build();
  }

  private static HttpUpstream upstream(RawServer server, CallOptions options, Timers timers) {
    Provider provider =
        Provider.builder("raw", Dialects.OPENAI_RESPONSES, "http://127.0.0.1:" + server.port())
            .key(Secret.of("canary-key"))
            .defaultModel("m")
            .build();
    return new HttpUpstream(provider, transport, options, timers);
  }
}
