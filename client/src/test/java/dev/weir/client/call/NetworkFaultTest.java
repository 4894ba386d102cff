package dev.weir.client.call;

import static dev.weir.client.call.RawServer.answer;
import static dev.weir.client.call.RawServer.chunk;
import static dev.weir.client.call.RawServer.reset;
import static dev.weir.client.call.RawServer.write;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.client.provider.Provider;
import dev.weir.client.provider.Secret;
import dev.weir.client.transport.JdkTransport;
import dev.weir.codec.Limits;
import dev.weir.codec.dialect.DecodeOptions;
import dev.weir.codec.dialect.ThinkTags;
import dev.weir.codec.request.Request;
import dev.weir.event.BlockKind;
import dev.weir.event.GrammarChecker;
import dev.weir.event.Response;
import dev.weir.event.ResponseAssembler;
import dev.weir.event.StreamEvent;
import dev.weir.event.Verdict;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a network and a server can do, in every HTTP dialect: one terminal event, never COMPLETE.
 */
class NetworkFaultTest {
  private static final String OK =
      "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";
  private static final byte[] PACKED = {0x1f, (byte) 0x8b, 8, 0};
  private static final Duration LONG = Duration.ofSeconds(20);

  private static JdkTransport transport;

  /** Faults before which the answer had begun. */
  private static final Set<String> KEEP_TEXT =
      Set.of(
          "RESET_MID_STREAM",
          "RESET_MID_EVENT",
          "CLOSED_MID_CHUNK",
          "BAD_CHUNK_LENGTH",
          "ENDED_WITHOUT_TERMINAL",
          "SHORTER_THAN_ANNOUNCED",
          "CLOSE_DELIMITED_AND_CUT",
          "UNKNOWN_EVENTS_THEN_CUT",
          "ENDLESS_FRAME");

  /** One thing that goes wrong. */
  record FaultCase(String name, Wrong wrong) {
    boolean keepsText() {
      return KEEP_TEXT.contains(name);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private static FaultCase fault(String name, Wrong wrong) {
    return new FaultCase(name, wrong);
  }

  static List<FaultCase> faults() {
    return List.of(
        fault("RESET_BEFORE_HEADERS", (s, d, call) -> reset(s)),
        fault("CLOSED_BEFORE_HEADERS", (s, d, call) -> {}),
        fault("CLOSED_IN_HEADERS", (s, d, call) -> write(s, "HTTP/1.1 200 OK\r\nContent-Ty")),
        fault("NO_HTTP_AT_ALL", (s, d, call) -> write(s, "SSH-2.0-OpenSSH_9.9\r\n\r\n")),
        fault(
            "RESET_AFTER_HEADERS",
            (s, d, call) -> {
              write(s, OK);
              reset(s);
            }),
        fault("CLOSED_AFTER_HEADERS", (s, d, call) -> write(s, OK)),
        fault("EMPTY_BODY", (s, d, call) -> write(s, OK + "0\r\n\r\n")),
        fault(
            "RESET_MID_STREAM",
            (s, d, call) -> {
              begin(s, d.head());
              call.awaitText();
              reset(s);
            }),
        fault(
            "RESET_MID_EVENT",
            (s, d, call) -> {
              begin(s, d.head());
              call.awaitText();
              chunk(s, Arrays.copyOf(d.head(), 20));
              reset(s);
            }),
        fault(
            "RESET_MID_CHARACTER",
            (s, d, call) -> {
              write(s, OK);
              chunk(s, d.headCutInACharacter());
              call.awaitBytes();
              reset(s);
            }),
        fault(
            "CLOSED_MID_CHUNK",
            (s, d, call) -> {
              begin(s, d.head());
              write(s, "400\r\ndata: ");
            }),
        fault(
            "BAD_CHUNK_LENGTH",
            (s, d, call) -> {
              begin(s, d.head());
              // The JDK drops what it read together with the bad length.
              call.awaitText();
              write(s, "zz\r\nwhat\r\n");
            }),
        fault(
            "ENDED_WITHOUT_TERMINAL",
            (s, d, call) -> {
              begin(s, d.head());
              write(s, "0\r\n\r\n");
            }),
        fault(
            "SHORTER_THAN_ANNOUNCED",
            (s, d, call) -> {
              write(
                  s,
                  "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 99999\r\n\r\n");
              write(s, d.head());
            }),
        fault(
            "CLOSE_DELIMITED_AND_CUT",
            (s, d, call) -> {
              write(
                  s,
                  "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n");
              write(s, d.head());
            }),
        fault(
            "STATUS_429_WITH_RETRY_AFTER",
            (s, d, call) -> answer(s, "429 Too Many", "Retry-After: 0\r\n", "{}")),
        fault(
            "STATUS_429",
            (s, d, call) -> answer(s, "429 Too Many", "", "{\"error\":{\"message\":\"slow\"}}")),
        fault("STATUS_500", (s, d, call) -> answer(s, "500 Oops", "", "")),
        fault(
            "STATUS_503_AS_PAGE",
            (s, d, call) -> answer(s, "503 No", "Content-Type: text/html\r\n", "<html>")),
        fault(
            "STATUS_529",
            (s, d, call) ->
                answer(s, "529 Busy", "", "{\"error\":{\"type\":\"overloaded_error\"}}")),
        fault(
            "STATUS_400",
            (s, d, call) -> answer(s, "400 Bad", "", "{\"error\":{\"message\":\"no\"}}")),
        fault(
            "PAGE_WITH_200",
            (s, d, call) -> answer(s, "200 OK", "Content-Type: text/html\r\n", "<html>hi</html>")),
        fault("PAGE_WITHOUT_TYPE", (s, d, call) -> answer(s, "200 OK", "", "  <!doctype html>")),
        fault(
            "WRONG_TYPE",
            (s, d, call) -> answer(s, "200 OK", "Content-Type: image/png\r\n", "PNG")),
        fault(
            "ERROR_BODY_WITH_200",
            (s, d, call) ->
                answer(s, "200 OK", "", "{\"error\":{\"code\":\"bad\",\"message\":\"no\"}}")),
        fault(
            "PACKED_THOUGH_NOT_ASKED",
            (s, d, call) -> answer(s, "200 OK", "Content-Encoding: gzip\r\n", PACKED)),
        fault("PACKED_AND_NOT_SAID", (s, d, call) -> answer(s, "200 OK", "", PACKED)),
        fault("REDIRECT_LOOP", (s, d, call) -> answer(s, "302 Found", "Location: /\r\n", "")),
        fault(
            "GARBAGE", (s, d, call) -> answer(s, "200 OK", "", "\u0007garbage\u0000\u0001\u0002")),
        fault(
            "UNKNOWN_EVENTS_THEN_CUT",
            (s, d, call) -> {
              begin(s, d.head());
              chunk(s, "data: {\"type\":\"never.heard.of\",\"x\":1}\n\n".getBytes(UTF_8));
              write(s, "0\r\n\r\n");
            }),
        fault(
            "HEAD_TWICE_THEN_CUT",
            (s, d, call) -> {
              begin(s, d.head());
              chunk(s, d.head());
              write(s, "0\r\n\r\n");
            }),
        fault(
            "ENDLESS_FRAME",
            (s, d, call) -> {
              begin(s, d.head());
              byte[] much = "x".repeat(16 << 10).getBytes(UTF_8);
              for (int i = 0; i < 100; i++) {
                chunk(s, much);
              }
              RawServer.awaitClose(s);
            }));
  }

  interface Wrong {
    /** A reset takes away what the call has not read yet. */
    void does(Socket socket, DialectSample dialect, Watching call)
        throws IOException, InterruptedException;
  }

  private static void begin(Socket socket, byte[] head) throws IOException {
    write(socket, OK);
    chunk(socket, head);
  }

  @BeforeAll
  static void open() {
    transport = new JdkTransport();
  }

  @AfterAll
  static void close() {
    transport.close();
  }

  @ParameterizedTest
  @MethodSource("faults")
  void everyFaultEndsInOneTerminalEventWithThePartialKept(FaultCase fault) throws Exception {
    List<RawServer> servers = new ArrayList<>();
    Map<DialectSample, Watching> calls = new EnumMap<>(DialectSample.class);
    try {
      for (DialectSample sample : DialectSample.values()) {
        var watching = new Watching();
        var server = new RawServer((socket, request) -> fault.wrong.does(socket, sample, watching));
        servers.add(server);
        calls.put(sample, watching);
        upstream(sample, server.port()).open(Request.of("Hi"), watching);
      }
      calls.forEach((sample, call) -> check(fault, sample, call));
      for (RawServer server : servers) {
        awaitNoConnection(server);
      }
    } finally {
      for (RawServer server : servers) {
        server.close();
      }
    }
  }

  private static void check(FaultCase fault, DialectSample sample, Watching call) {
    String what = fault + " in " + sample;
    assertThat(call.awaitEnd()).as(what).isTrue();
    Response response = call.response();
    assertThat(call.events.stream().filter(StreamEvent.ResponseEnd.class::isInstance))
        .as(what)
        .hasSize(1);
    assertThat(response.verdict()).as(what).isIn(Verdict.FAILED, Verdict.TRUNCATED);
    if (fault.keepsText()) {
      assertThat(response.text(BlockKind.TEXT)).as(what).isEqualTo("Hé");
    }
  }

  private static void awaitNoConnection(RawServer server) throws InterruptedException {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(15);
    while (server.openConnections() > 0 && System.nanoTime() < until) {
      Thread.sleep(10);
    }
    assertThat(server.openConnections()).as("connections left open").isZero();
  }

  private static HttpUpstream upstream(DialectSample sample, int port) {
    Provider provider =
        Provider.builder("raw", sample.dialect(), "http://127.0.0.1:" + port)
            .key(Secret.of("canary-key"))
            .defaultModel("m")
            .build();
    CallOptions options =
        CallOptions.DEFAULT
            .withFirstEvent(LONG)
            .withDead(LONG)
            .withStalled(LONG)
            .withTries(2, Duration.ofMillis(1))
            .withDecode(
                new DecodeOptions(Limits.DEFAULT.withMaxFrameBytes(256 << 10), ThinkTags.KEEP));
    return new HttpUpstream(provider, transport, options);
  }

  /** Keeps the events of a call. */
  static class Watching implements CallSink {
    final List<StreamEvent> events = new ArrayList<>();
    final List<ProviderError> problems = new CopyOnWriteArrayList<>();
    final CountDownLatch done = new CountDownLatch(1);
    private final CountDownLatch text = new CountDownLatch(1);
    private final CountDownLatch bytes = new CountDownLatch(1);

    @Override
    public void accept(CallEvent event) {
      if (event instanceof CallEvent.Streamed streamed) {
        event(streamed.event());
      } else if (event instanceof CallEvent.Problem problem) {
        problems.add(problem.error());
      } else if (event instanceof CallEvent.Arrived some) {
        arrived(some.slice().toArray());
      }
    }

    void arrived(byte[] slice) {
      bytes.countDown();
    }

    void event(StreamEvent event) {
      synchronized (events) {
        events.add(event);
      }
      if (event instanceof StreamEvent.BlockDelta) {
        text.countDown();
      }
      if (event instanceof StreamEvent.ResponseEnd) {
        done.countDown();
      }
    }

    /** What the events amount to; they must keep the grammar. */
    Response response() {
      var checker = new GrammarChecker();
      var assembler = new ResponseAssembler();
      synchronized (events) {
        events.forEach(event -> {
          checker.accept(event);
          assembler.accept(event);
        });
      }
      assertThat(checker.violation()).isEmpty();
      return assembler.response();
    }

    /** Waits until some text has come. */
    void awaitText() throws InterruptedException {
      assertThat(text.await(30, TimeUnit.SECONDS)).as("text has come").isTrue();
    }

    /** Waits until some bytes of the stream have come. */
    void awaitBytes() throws InterruptedException {
      assertThat(bytes.await(30, TimeUnit.SECONDS)).as("bytes have come").isTrue();
    }

    boolean awaitEnd() {
      try {
        return done.await(30, TimeUnit.SECONDS);
      } catch (InterruptedException stop) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
  }
}
