package dev.weir.client.call;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.client.call.NetworkFaultTest.Watching;
import dev.weir.client.provider.Provider;
import dev.weir.client.transport.JdkTransport;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.Request;
import dev.weir.codec.request.Style;
import dev.weir.codec.request.ToolSpec;
import dev.weir.event.BlockKind;
import dev.weir.event.StreamEvent;
import dev.weir.event.Verdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tries that follow tries, over real sockets; only the waits between them are let pass at once. */
class RetryTest {
  private static final String STREAM = "Content-Type: text/event-stream\r\n";
  private static final String WHOLE =
      new String(DialectSample.CHAT.head(), UTF_8)
          + "data: {\"id\":\"r1\",\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n"
          + "data: [DONE]\n\n";

  private static JdkTransport transport;

  @BeforeAll
  static void open() {
    transport = new JdkTransport();
  }

  @AfterAll
  static void close() {
    transport.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          408 Timeout     | ''
          425 Too Early   | ''
          429 Too Many    | {"error":{"message":"slow","type":"rate_limit_error"}}
          500 Oops        | ''
          503 Unavailable | <html>busy</html>
          529 Overloaded  | {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}
          """)
  void whatPassesIsTriedAgainUntilItSucceeds(String status, String body) throws Exception {
    var waits = new Waits();
    try (var server =
        new RawServer((socket, request) -> {
          if (request < 2) {
            RawServer.answer(socket, status, "", body);
          } else {
            RawServer.answer(socket, "200 OK", STREAM, WHOLE);
          }
        })) {
      Watching call = ask(chat(server.port()), waits);
      assertThat(call.response().verdict()).isEqualTo(Verdict.COMPLETE);
      assertThat(call.response().text(BlockKind.TEXT)).isEqualTo("Hé");
      assertThat(call.events.stream().filter(StreamEvent.Fault.class::isInstance)).isEmpty();
      assertThat(server.requests()).hasSize(3);
      assertThat(waits.waited()).hasSize(2);
      assertThat(waits.waited().get(0)).isBetween(Duration.ofMillis(250), Duration.ofMillis(500));
      assertThat(waits.waited().get(1)).isBetween(Duration.ofMillis(500), Duration.ofSeconds(1));
    }
  }

  @Test
  void aTimeToWaitInSecondsIsKeptTo() throws Exception {
    assertThat(waitAfter("Retry-After: 7\r\n")).isEqualTo(Duration.ofSeconds(7));
  }

  @Test
  void aTimeToWaitAsADateIsKeptTo() throws Exception {
    String date =
        DateTimeFormatter.RFC_1123_DATE_TIME.format(
            ZonedDateTime.now(ZoneOffset.UTC).plusSeconds(50));
    assertThat(waitAfter("Retry-After: " + date + "\r\n"))
        .isBetween(Duration.ofSeconds(10), Duration.ofSeconds(50));
  }

  @Test
  void aProviderThatAsksForTooMuchTimeIsNotAskedAgain() throws Exception {
    assertThat(waitAfter("Retry-After: 3600\r\n")).isNull();
  }

  private static @Nullable Duration waitAfter(String header) throws Exception {
    var waits = new Waits();
    try (var server =
        new RawServer((socket, request) -> {
          if (request == 0) {
            RawServer.answer(socket, "429 Too Many", header, "{}");
          } else {
            RawServer.answer(socket, "200 OK", STREAM, WHOLE);
          }
        })) {
      Verdict verdict = ask(chat(server.port()), waits).response().verdict();
      assertThat(verdict).isEqualTo(waits.waited().isEmpty() ? Verdict.FAILED : Verdict.COMPLETE);
      return waits.waited().isEmpty() ? null : waits.waited().getFirst();
    }
  }

  @Test
  void aServerThatComesWhileWeWaitIsFound() throws Exception {
    int port;
    try (var reserved = new RawServer((socket, request) -> {})) {
      port = reserved.port();
    }
    var late = new AtomicReference<@Nullable RawServer>();
    var waits =
        new Waits(() -> {
          try {
            late.set(
                new RawServer(
                    port, (socket, request) -> RawServer.answer(socket, "200 OK", STREAM, WHOLE)));
          } catch (IOException taken) {
            throw new UncheckedIOException(taken);
          }
        });
    try {
      Watching call = ask(chat(port), waits);
      assertThat(call.response().verdict()).isEqualTo(Verdict.COMPLETE);
      assertThat(call.problems)
          .extracting(ProviderError::code)
          .containsExactly("connection_failed");
    } finally {
      RawServer server = late.get();
      if (server != null) {
        server.close();
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"reset", "error", "end"})
  void nothingIsTriedAgainAfterSomethingVisible(String how) throws Exception {
    var waits = new Waits();
    var call = new Watching();
    try (var server =
        new RawServer((socket, request) -> {
          RawServer.write(
              socket, "HTTP/1.1 200 OK\r\n" + STREAM + "Transfer-Encoding: chunked\r\n\r\n");
          RawServer.chunk(socket, DialectSample.CHAT.head());
          // A reset takes away what was not read yet.
          call.awaitText();
          breakOff(socket, how);
        })) {
      ask(chat(server.port()), waits, Request.of("Hi"), Waits.OPTIONS, call);
      assertThat(call.response().verdict()).isIn(Verdict.FAILED, Verdict.TRUNCATED);
      assertThat(call.response().text(BlockKind.TEXT)).isEqualTo("Hé");
      assertThat(server.requests()).hasSize(1);
      assertThat(waits.waited()).isEmpty();
    }
  }

  private static void breakOff(Socket socket, String how) throws IOException {
    switch (how) {
      case "reset" -> RawServer.reset(socket);
      case "error" -> {
        RawServer.chunk(
            socket,
            "data: {\"error\":{\"type\":\"server_error\",\"code\":\"overloaded\",\"message\":\"busy\"}}\n\n"
                .getBytes(UTF_8));
        RawServer.write(socket, "0\r\n\r\n");
      }
      default -> RawServer.write(socket, "0\r\n\r\n");
    }
  }

  @Test
  void anErrorInsideTheStreamIsTriedAgainWhileNothingWasSeen() throws Exception {
    var waits = new Waits();
    try (var server =
        new RawServer((socket, request) ->
            RawServer.answer(
                socket,
                "200 OK",
                STREAM,
                request == 0
                    ? "data: {\"error\":{\"code\":\"overloaded\",\"type\":\"overloaded_error\",\"message\":\"busy\"}}\n\n"
                    : WHOLE))) {
      Watching call = ask(chat(server.port()), waits);
      assertThat(call.response().verdict()).isEqualTo(Verdict.COMPLETE);
      assertThat(call.events.stream().filter(StreamEvent.Fault.class::isInstance)).isEmpty();
      assertThat(server.requests()).hasSize(2);
    }
  }

  @Test
  void anEndpointThatRefusesStreamedArgumentsIsAskedOnceMoreWithout() throws Exception {
    var waits = new Waits();
    try (var server =
        new RawServer((socket, request) -> {
          if (request == 0) {
            RawServer.answer(
                socket, "400 Bad", "", "{\"error\":{\"message\":\"no\",\"status\":\"INVALID\"}}");
          } else {
            RawServer.answer(
                socket,
                "200 OK",
                STREAM,
                new String(DialectSample.GEMINI.head(), UTF_8)
                    + "data: {\"candidates\":[{\"index\":0,\"finishReason\":\"STOP\"}]}\n\n");
          }
        })) {
      Provider vertex =
          Provider.builder("vertex", Dialects.GEMINI, "http://127.0.0.1:" + server.port())
              .defaultModel("m")
              .style(Style.DEFAULT.withStreamedArguments(true))
              .build();
      var schema = new JsonReader(10, 1000).read("{\"type\":\"object\"}");
      Watching call =
          ask(
              vertex,
              waits,
              Request.builder()
                  .message(Request.of("Hi").messages().getFirst())
                  .tool(new ToolSpec("look", "Looks", schema))
                  .build(),
              Waits.OPTIONS.withTries(1, Duration.ofMillis(500)));
      assertThat(call.response().verdict()).isEqualTo(Verdict.COMPLETE);
      assertThat(server.requests()).hasSize(2);
      assertThat(server.requests().get(0)).contains("streamFunctionCallArguments");
      assertThat(server.requests().get(1)).doesNotContain("streamFunctionCallArguments");
      assertThat(waits.waited()).isEmpty();
    }
  }

  @Test
  void anEndpointThatRefusesTheRestTooIsNotAskedAThirdTime() throws Exception {
    try (var server =
        new RawServer((socket, request) -> RawServer.answer(socket, "400 Bad", "", "{}"))) {
      Watching call = ask(chat(server.port()), new Waits());
      assertThat(call.response().verdict()).isEqualTo(Verdict.FAILED);
      assertThat(server.requests()).hasSize(1);
    }
  }

  private static Provider chat(int port) {
    return Provider.builder("raw", Dialects.OPENAI_CHAT, "http://127.0.0.1:" + port)
        .defaultModel("m")
        .build();
  }

  private static Watching ask(Provider provider, Timers timers) {
    return ask(provider, timers, Request.of("Hi"), Waits.OPTIONS);
  }

  private static Watching ask(
      Provider provider, Timers timers, Request request, CallOptions options) {
    var call = new Watching();
    ask(provider, timers, request, options, call);
    return call;
  }

  private static void ask(
      Provider provider, Timers timers, Request request, CallOptions options, Watching call) {
    new HttpUpstream(provider, transport, options, timers).open(request, call);
    assertThat(call.awaitEnd()).isTrue();
  }
}
