package dev.weir.gateway.transport;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.client.transport.HttpCall;
import dev.weir.client.transport.Transport;
import dev.weir.codec.Bytes;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.internal.VertxInternal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VertxTransportTest {
  private static final String KEY = "canary-of-a-key";
  private static final int MEGA = 1 << 20;

  private Vertx vertx;
  private VertxTransport transport;
  private ServerSocket server;

  /** What a server says on its only connection, once it has read the head of the request. */
  private interface Script {
    void run(Socket socket, OutputStream out) throws Exception;
  }

  /** Keeps all that comes. */
  private static final class Heard implements Transport.Sink {
    final ByteArrayOutputStream body = new ByteArrayOutputStream();
    final CompletableFuture<Integer> status = new CompletableFuture<>();
    final CompletableFuture<String> end = new CompletableFuture<>();
    final CountDownLatch aSlice = new CountDownLatch(1);
    volatile boolean isConnected;
    int slices;
    volatile Map<String, String> headers = Map.of();

    @Override
    public void connected() {
      isConnected = true;
    }

    @Override
    public void headers(int code, Map<String, String> seen) {
      headers = seen;
      status.complete(code);
    }

    @Override
    public synchronized void slice(Bytes slice) {
      body.writeBytes(slice.toArray());
      slices++;
      aSlice.countDown();
    }

    synchronized int size() {
      return body.size();
    }

    @Override
    public void end() {
      ended("end");
    }

    @Override
    public void failed(IOException problem) {
      ended(String.valueOf(problem.getMessage()));
    }

    private void ended(String how) {
      if (!end.complete(how)) {
        end.obtrudeValue("twice: " + how);
      }
    }

    String ending() throws Exception {
      return end.get(20, TimeUnit.SECONDS);
    }
  }

  /** How the server is reached; others do it in other ways. */
  String scheme() {
    return "http";
  }

  /** Whether chunks that are read together are one slice. */
  boolean joinsChunks() {
    return true;
  }

  ServerSocket listen() throws IOException {
    return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }

  VertxTransport transport(Vertx on) {
    return new VertxTransport(on);
  }

  @BeforeEach
  void open() throws IOException {
    vertx = Vertx.vertx();
    transport = transport(vertx);
    server = listen();
  }

  @AfterEach
  void close() throws Exception {
    transport.close();
    vertx.close().await(10, TimeUnit.SECONDS);
    server.close();
  }

  private CompletableFuture<Void> serve(Script script) {
    return CompletableFuture.runAsync(() -> {
      try (Socket socket = server.accept()) {
        var head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0 || head.indexOf("question") < 0) {
          head.append((char) socket.getInputStream().read());
        }
        assertThat(head).contains("POST /ask?key=x HTTP/1.1").contains("x-key: " + KEY);
        script.run(socket, socket.getOutputStream());
      } catch (Exception broken) {
        throw new AssertionError(broken);
      }
    });
  }

  private HttpCall call() {
    return new HttpCall(
        "POST",
        URI.create("%s://127.0.0.1:%d/ask?key=x".formatted(scheme(), server.getLocalPort())),
        Map.of("x-key", KEY),
        "question",
        Duration.ofSeconds(5));
  }

  private static void say(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(US_ASCII));
    out.flush();
  }

  @Test
  void statusHeadersAndBodyComeInOrder() throws Exception {
    var served =
        serve((socket, out) ->
            say(out, "HTTP/1.1 200 OK\r\nX-Of: a\r\nx-of: b\r\nContent-Length: 5\r\n\r\nhello"));
    var heard = new Heard();
    transport.send(call(), heard);
    assertThat(heard.ending()).isEqualTo("end");
    assertThat(heard.isConnected).isTrue();
    assertThat(heard.status.get()).isEqualTo(200);
    assertThat(heard.headers).containsEntry("x-of", "a, b").containsEntry("content-length", "5");
    assertThat(heard.body.toString(US_ASCII)).isEqualTo("hello");
    served.get(20, TimeUnit.SECONDS);
  }

  @Test
  void whatOneReadBringsIsOneSliceInHoweverManyChunksItCame() throws Exception {
    int chunks = 2_000;
    var served =
        serve((socket, out) ->
            say(
                out,
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + "3\r\nabc\r\n".repeat(chunks)
                    + "0\r\nTrailer: t\r\n\r\n"));
    var heard = new Heard();
    transport.send(call(), heard);
    assertThat(heard.ending()).isEqualTo("end");
    assertThat(heard.body.toString(US_ASCII)).isEqualTo("abc".repeat(chunks));
    assertThat(heard.slices).isPositive().isLessThan(joinsChunks() ? chunks / 4 : chunks + 1);
    served.get(20, TimeUnit.SECONDS);
  }

  @Test
  void aConnectionIsUsedAgainByTheEventLoopThatHasItAndByNoOther() throws Exception {
    var connections = new AtomicInteger();
    HttpServer keeping =
        vertx
            .createHttpServer()
            .connectionHandler(opened -> connections.incrementAndGet())
            .requestHandler(asked -> asked.response().end("answer"))
            .listen(0, "127.0.0.1")
            .await(10, TimeUnit.SECONDS);
    var call = to("http://127.0.0.1:%d/".formatted(keeping.actualPort()), Map.of());
    Context one = ((VertxInternal) vertx).createEventLoopContext();
    Context other = ((VertxInternal) vertx).createEventLoopContext();
    assertThat(ask(one, call)).isEqualTo("end");
    assertThat(ask(other, call)).isEqualTo("end");
    assertThat(connections).hasValue(2);
    assertThat(ask(one, call)).isEqualTo("end");
    assertThat(ask(other, call)).isEqualTo("end");
    assertThat(connections).hasValue(2);
  }

  @Test
  void theAnswerToAHeadHasNoBodyWhateverLengthItTells() throws Exception {
    HttpServer telling =
        vertx
            .createHttpServer()
            .requestHandler(asked ->
                asked.response().putHeader("Content-Length", "6").end(asked.method().name()))
            .listen(0, "127.0.0.1")
            .await(10, TimeUnit.SECONDS);
    URI url = URI.create("http://127.0.0.1:%d/".formatted(telling.actualPort()));
    Context one = ((VertxInternal) vertx).createEventLoopContext();
    var head = new HttpCall("HEAD", url, Map.of(), /* body= */ "", Duration.ofSeconds(5));
    var delete = new HttpCall("DELETE", url, Map.of(), /* body= */ "", Duration.ofSeconds(5));
    assertThat(hear(one, head).body.toString(US_ASCII)).isEmpty();
    assertThat(hear(one, delete).body.toString(US_ASCII)).isEqualTo("DELETE");
    assertThat(hear(one, head).headers).containsEntry("content-length", "6");
  }

  @Test
  void aConnectionThatServesNobodyIsClosedAfterAWhile() throws Exception {
    var closed = new CompletableFuture<Void>();
    HttpServer keeping =
        vertx
            .createHttpServer()
            .connectionHandler(opened -> opened.closeHandler(v -> closed.complete(null)))
            .requestHandler(asked -> asked.response().end("answer"))
            .listen(0, "127.0.0.1")
            .await(10, TimeUnit.SECONDS);
    var call = to("http://127.0.0.1:%d/".formatted(keeping.actualPort()), Map.of());
    try (var impatient =
        new VertxTransport(
            vertx, new UpstreamNames(), Duration.ofMillis(50), VertxTransport.secure())) {
      var heard = new Heard();
      impatient.send(call, heard);
      assertThat(heard.ending()).isEqualTo("end");
      closed.get(20, TimeUnit.SECONDS);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "http://127.0.0.1:PORT,               /,            127.0.0.1:PORT",
    "http://127.0.0.1:PORT/a%20b?c=%26#d, /a%20b?c=%26, 127.0.0.1:PORT",
    "http://localhost:PORT/a,             /a,           localhost:PORT",
  })
  void whatIsAskedForIsWhatTheAddressSays(String url, String target, String host) throws Exception {
    var asked = new CompletableFuture<String>();
    HttpServer listening =
        vertx
            .createHttpServer()
            .requestHandler(request -> {
              asked.complete(request.uri() + " " + request.getHeader("Host"));
              var unused = request.response().end();
            })
            .listen(0, "127.0.0.1")
            .await(10, TimeUnit.SECONDS);
    String port = Integer.toString(listening.actualPort());
    var heard = new Heard();
    transport.send(to(url.replace("PORT", port), Map.of()), heard);
    assertThat(asked.get(20, TimeUnit.SECONDS))
        .isEqualTo(target + " " + host.replace("PORT", port));
    assertThat(heard.ending()).isEqualTo("end");
  }

  /** Nobody would end the call of a request that was never sent. */
  @Test
  void aHeaderThatCannotBeSentIsAFailure() throws Exception {
    HttpCall call =
        to("http://127.0.0.1:%d/".formatted(server.getLocalPort()), Map.of("x", "a\nb"));
    var heard = new Heard();
    transport.send(call, heard);
    assertThat(heard.ending()).startsWith("The connection to 127.0.0.1:").contains("broke: ");
  }

  @Test
  void whoeverWaitsIsToldWhenAllIsClosed() throws Exception {
    var served =
        serve((socket, out) -> {
          say(out, "HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nhalf");
          assertThat(socket.getInputStream().read()).isNegative();
        });
    var heard = new Heard();
    transport.send(call(), heard);
    assertThat(heard.aSlice.await(20, TimeUnit.SECONDS)).isTrue();
    transport.close();
    assertThat(heard.ending()).matches("The connection to 127\\.0\\.0\\.1:\\d+ broke");
    served.get(20, TimeUnit.SECONDS);
  }

  private static HttpCall to(String url, Map<String, String> headers) {
    return new HttpCall("POST", URI.create(url), headers, "question", Duration.ofSeconds(5));
  }

  private String ask(Context on, HttpCall call) throws Exception {
    return hear(on, call).ending();
  }

  private Heard hear(Context on, HttpCall call) throws Exception {
    var heard = new Heard();
    on.runOnContext(v -> transport.send(call, heard));
    assertThat(heard.ending()).isNotEmpty();
    return heard;
  }

  @Test
  void whatIsDueLaterRunsOnTheEventLoopThatAskedUnlessItIsCancelled() throws Exception {
    var threads = new CompletableFuture<List<Thread>>();
    var cancelled = new AtomicBoolean();
    vertx.runOnContext(v -> {
      Thread asking = Thread.currentThread();
      transport.after(Duration.ofMillis(1), () -> cancelled.set(true)).cancel();
      transport.after(
          Duration.ofMillis(20), () -> threads.complete(List.of(asking, Thread.currentThread())));
    });
    List<Thread> both = threads.get(20, TimeUnit.SECONDS);
    assertThat(both.getLast()).isSameAs(both.getFirst());
    assertThat(cancelled).isFalse();
  }

  @Test
  void whoIsNotOnAnEventLoopIsWokenWhereItMayBlock() throws Exception {
    var thread = new CompletableFuture<Thread>();
    transport.after(Duration.ofMillis(1), () -> thread.complete(Thread.currentThread()));
    assertThat(thread.get(20, TimeUnit.SECONDS).isVirtual()).isTrue();
  }

  @Test
  void aRedirectIsNotFollowed() throws Exception {
    var served =
        serve((socket, out) ->
            say(
                out,
                "HTTP/1.1 307 Go\r\nLocation: http://127.0.0.1:%d/other\r\nContent-Length: 0\r\n\r\n"
                    .formatted(server.getLocalPort())));
    var heard = new Heard();
    transport.send(call(), heard);
    assertThat(heard.ending()).isEqualTo("end");
    assertThat(heard.status.get()).isEqualTo(307);
    served.get(20, TimeUnit.SECONDS);
  }

  /** Otherwise the next call would send its question into whatever is spoken there now. */
  @Test
  void aConnectionThatChangedItsProtocolIsNotUsedAgain() throws Exception {
    var first =
        serve((socket, out) -> {
          say(out, "HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n");
          assertThat(socket.getInputStream().read()).isEqualTo(-1);
        });
    var heard = new Heard();
    transport.send(call(), heard);
    assertThat(heard.ending()).contains("HTTP 101").contains("nobody asked for");
    first.get(20, TimeUnit.SECONDS);

    var second = serve((socket, out) -> say(out, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"));
    var next = new Heard();
    transport.send(call(), next);
    assertThat(next.ending()).isEqualTo("end");
    assertThat(next.status.get()).isEqualTo(200);
    second.get(20, TimeUnit.SECONDS);
  }

  @Test
  void whoIsNotThereIsNamedWithoutKeys() throws Exception {
    HttpCall call = call();
    server.close();
    var heard = new Heard();
    transport.send(call, heard);
    assertThat(heard.ending())
        .isEqualTo(
            "Nothing answers at 127.0.0.1:%d: is the server running there?"
                .formatted(call.url().getPort()));
  }

  @Test
  void aServerThatDoesNotAcceptInTimeIsNotTakenForOneThatIsNotThere() throws Exception {
    List<SocketChannel> waiting = new ArrayList<>();
    try (var busy = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      // Until nobody else can even wait to be accepted.
      for (boolean isFull = false; !isFull; ) {
        SocketChannel next = SocketChannel.open();
        waiting.add(next);
        next.configureBlocking(false);
        isFull = !next.connect(busy.getLocalSocketAddress());
        for (int i = 0; isFull && i < 20; i++) {
          Thread.sleep(10);
          isFull = !next.finishConnect();
        }
      }
      URI url = URI.create("%s://127.0.0.1:%d/ask".formatted(scheme(), busy.getLocalPort()));
      var heard = new Heard();
      transport.send(
          new HttpCall("POST", url, Map.of(), "question", Duration.ofMillis(300)), heard);
      assertThat(heard.ending())
          .isEqualTo(
              "%s did not accept a connection in time: is it up, and is the address right?"
                  .formatted(url.getAuthority()));
    } finally {
      for (SocketChannel one : waiting) {
        one.close();
      }
    }
  }

  @Test
  void aNameThatIsNotFoundAsksWhetherThisMachineIsOnline() throws Exception {
    HttpCall call = call();
    var heard = new Heard();
    transport.send(
        new HttpCall(
            call.method(),
            URI.create("http://nowhere.invalid/ask"),
            call.headers(),
            call.body(),
            call.connectTimeout()),
        heard);
    assertThat(heard.ending()).isEqualTo("nowhere.invalid was not found: is this machine online?");
  }

  @Test
  void aConnectionThatBreaksBeforeTheHeadersIsOneFailure() throws Exception {
    var served = serve((socket, out) -> socket.setSoLinger(true, 0));
    var heard = new Heard();
    transport.send(call(), heard);
    assertThat(heard.ending()).startsWith("The connection to 127.0.0.1:").doesNotContain(KEY);
    assertThat(heard.status).isNotDone();
    served.get(20, TimeUnit.SECONDS);
  }

  @Test
  void whatCameBeforeABreakStays() throws Exception {
    var served =
        serve((socket, out) -> say(out, "HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nhalf"));
    var heard = new Heard();
    transport.send(call(), heard);
    assertThat(heard.ending()).matches("The connection to 127\\.0\\.0\\.1:\\d+ broke");
    assertThat(heard.body.toString(US_ASCII)).isEqualTo("half");
    served.get(20, TimeUnit.SECONDS);
  }

  @Test
  void cancelClosesTheConnectionAndNothingMoreIsHeard() throws Exception {
    var served =
        serve((socket, out) -> {
          say(out, "HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nhalf");
          try {
            assertThat(socket.getInputStream().read()).isNegative();
          } catch (IOException reset) {
            // That is an end too.
          }
        });
    var heard = new Heard();
    Transport.Exchange exchange = transport.send(call(), heard);
    assertThat(heard.aSlice.await(20, TimeUnit.SECONDS)).isTrue();
    exchange.cancel();
    served.get(20, TimeUnit.SECONDS);
    assertThat(heard.end).isNotDone();
  }

  @Test
  void cancelBeforeThereIsAConnectionAsksNobody() throws Exception {
    var heard = new Heard();
    // On the loop that would connect, so that it cannot have done so in between.
    vertx.runOnContext(v -> transport.send(call(), heard).cancel());
    server.setSoTimeout(20_000);
    try (Socket socket = server.accept()) {
      socket.setSoTimeout(2_000);
      assertThat(socket.getInputStream().read()).isNegative();
    } catch (IOException neverAsked) {
      // Nor does anybody have to be connected to; and a connection may wait for who asks next.
    }
    assertThat(heard.end).isNotDone();
    assertThat(heard.isConnected).isFalse();
  }

  @Test
  void whilePausedTheServerHasToWaitAndNothingIsLost() throws Exception {
    int bytes = 24 * MEGA;
    var served =
        serve((socket, out) -> {
          say(out, "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n".formatted(bytes));
          byte[] piece = new byte[MEGA];
          for (int sent = 0; sent < bytes; sent += MEGA) {
            out.write(piece);
          }
        });
    var heard = new Heard();
    Transport.Exchange exchange = transport.send(call(), heard);
    exchange.pause();
    assertThat(heard.status.get(20, TimeUnit.SECONDS)).isEqualTo(200);
    try {
      served.get(700, TimeUnit.MILLISECONDS);
      throw new AssertionError("the server could send everything");
    } catch (TimeoutException waits) {
      assertThat(heard.size()).isLessThan(bytes / 2);
    }
    exchange.resume();
    assertThat(heard.ending()).isEqualTo("end");
    assertThat(heard.size()).isEqualTo(bytes);
    served.get(20, TimeUnit.SECONDS);
  }
}
