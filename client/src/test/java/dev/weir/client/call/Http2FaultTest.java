package dev.weir.client.call;

import static dev.weir.client.call.Http2Server.INTERNAL_ERROR;
import static dev.weir.client.call.Http2Server.REFUSED_STREAM;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.client.call.NetworkFaultTest.Watching;
import dev.weir.client.provider.Provider;
import dev.weir.client.transport.JdkTransport;
import dev.weir.client.transport.TransportOptions;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.Request;
import dev.weir.event.BlockKind;
import dev.weir.event.Verdict;
import dev.weir.testkit.OwnCertificate;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What only HTTP/2 can do wrong, over TLS as with real providers. */
class Http2FaultTest {
  private static final byte[] HEAD = DialectSample.CHAT.head();
  private static final byte[] TAIL =
      "data: {\"id\":\"r1\",\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n"
          .getBytes(UTF_8);

  private static SSLContext context;
  private static JdkTransport transport;

  @BeforeAll
  static void open(@TempDir Path folder) throws Exception {
    context = OwnCertificate.in(folder).context();
    transport = new JdkTransport(TransportOptions.DEFAULT.withTrust(context));
  }

  @AfterAll
  static void close() {
    transport.close();
  }

  /** One thing that goes wrong, and whether the text has come before. */
  record FaultCase(String name, boolean keepsText, Wrong wrong) {
    @Override
    public String toString() {
      return name;
    }
  }

  private interface Wrong {
    void does(Http2Server.Connection connection, int stream, Watching call)
        throws IOException, InterruptedException;
  }

  static List<FaultCase> faults() {
    return List.of(
        new FaultCase("REFUSED", false, (c, s, call) -> c.resetStream(s, REFUSED_STREAM)),
        new FaultCase(
            "RESET_BEFORE_HEADERS", false, (c, s, call) -> c.resetStream(s, INTERNAL_ERROR)),
        new FaultCase(
            "RESET_AFTER_HEADERS",
            false,
            (c, s, call) -> {
              c.headers(s);
              c.resetStream(s, INTERNAL_ERROR);
            }),
        new FaultCase(
            "RESET_MID_STREAM",
            true,
            (c, s, call) -> {
              begin(c, s, call);
              c.resetStream(s, INTERNAL_ERROR);
            }),
        new FaultCase(
            "GOAWAY_BEFORE_HEADERS",
            false,
            (c, s, call) -> {
              c.goAway(0, INTERNAL_ERROR);
              c.close();
            }),
        new FaultCase(
            "GOAWAY_MID_STREAM",
            true,
            (c, s, call) -> {
              begin(c, s, call);
              c.goAway(0, INTERNAL_ERROR);
              c.close();
            }),
        new FaultCase(
            "CLOSED_MID_STREAM",
            true,
            (c, s, call) -> {
              begin(c, s, call);
              c.close();
            }),
        new FaultCase(
            "ENDED_WITHOUT_TERMINAL",
            true,
            (c, s, call) -> {
              begin(c, s, call);
              c.end(s);
            }));
  }

  private static void begin(Http2Server.Connection connection, int stream, Watching call)
      throws IOException, InterruptedException {
    connection.headers(stream);
    connection.data(stream, HEAD);
    // A reset takes away what was not read yet.
    call.awaitText();
  }

  @ParameterizedTest
  @MethodSource("faults")
  void everyFaultEndsInOneTerminalEventWithThePartialKept(FaultCase fault) throws Exception {
    var call = new Watching();
    try (var server = new Http2Server(context, (c, s) -> fault.wrong.does(c, s, call))) {
      ask(server, call);
      assertThat(call.response().verdict()).isIn(Verdict.FAILED, Verdict.TRUNCATED);
      if (fault.keepsText) {
        assertThat(call.response().text(BlockKind.TEXT)).isEqualTo("Hé");
        assertThat(server.requests()).isEqualTo(1);
      } else {
        assertThat(server.requests()).isGreaterThan(1);
      }
    }
  }

  @Test
  void aServerThatGoesAwayAfterThisStreamLetsItEnd() throws Exception {
    try (var server =
        new Http2Server(
            context,
            (c, s) -> {
              c.headers(s);
              c.data(s, HEAD);
              c.goAway(s, 0);
              c.data(s, TAIL);
              c.end(s);
            })) {
      Watching call = ask(server);
      assertThat(call.response().verdict()).isEqualTo(Verdict.COMPLETE);
      assertThat(server.requests()).isEqualTo(1);
    }
  }

  @Test
  void aStreamThatIsResetBeforeAnythingWasSeenIsTriedAgain() throws Exception {
    var first = new AtomicBoolean(true);
    try (var server =
        new Http2Server(
            context,
            (c, s) -> {
              c.headers(s);
              if (first.getAndSet(false)) {
                c.resetStream(s, INTERNAL_ERROR);
              } else {
                c.data(s, HEAD);
                c.data(s, TAIL);
                c.end(s);
              }
            })) {
      assertThat(ask(server).response().verdict()).isEqualTo(Verdict.COMPLETE);
      assertThat(server.requests()).isEqualTo(2);
    }
  }

  private static Watching ask(Http2Server server) {
    var call = new Watching();
    ask(server, call);
    return call;
  }

  private static void ask(Http2Server server, Watching call) {
    Provider provider =
        Provider.builder("h2", Dialects.OPENAI_CHAT, "https://127.0.0.1:" + server.port())
            .defaultModel("m")
            .build();
    new HttpUpstream(provider, transport, Waits.OPTIONS, new Waits()).open(Request.of("Hi"), call);
    assertThat(call.awaitEnd()).isTrue();
  }
}
