package dev.weir.gateway.transport;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.client.transport.HttpCall;
import dev.weir.client.transport.Transport;
import dev.weir.client.transport.Transport.Exchange;
import dev.weir.codec.Bytes;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.internal.VertxInternal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever one answer was and whatever was done with it, the next call gets its own. */
class ReusedConnectionTest {
  private static final String CHUNKED = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
  private static final int CALLS_AFTER_IT = 3;

  /** What the one who asked does as soon as a slice of the first answer comes. */
  enum Deed {
    NOTHING,
    PAUSE,
    PAUSE_AND_RESUME,
    PAUSE_LATER,
    RESUME_LATER,
    CANCEL
  }

  private Vertx vertx;
  private VertxTransport transport;
  private ServerSocket server;
  private Context context;
  private final AtomicInteger asked = new AtomicInteger();

  /** How the server is reached; others do it in other ways. */
  String scheme() {
    return "http";
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
    // One event loop, which has its own connections: the next call takes the one before if it can.
    context = ((VertxInternal) vertx).createEventLoopContext();
    server = listen();
  }

  @AfterEach
  void close() throws Exception {
    server.close();
    transport.close();
    vertx.close().await(10, TimeUnit.SECONDS);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          chunked              | open   | 2;hi;0;;                                                 | end    | hi
          chunks and trailers  | open   | 2;hi;0;X-After: it;;                                     | end    | hi
          a chunk and no more  | closed | 2;hi;                                                    | broken | hi
          inside a chunk       | closed | 9;hi                                                     | broken | hi
          a wrong chunk length | open   | 2;hi;zz;                                                 | broken | hi
          no line end after it | open   | 2;hihi;0;;                                               | broken | hi
          a length             | open   | =HTTP/1.1 200 OK;Content-Length: 2;;hi                   | end    | hi
          too short for it     | closed | =HTTP/1.1 200 OK;Content-Length: 3;;hi                   | broken | hi
          until the end        | closed | =HTTP/1.1 200 OK;;hi                                     | end    | hi
          until the end, 1.0   | closed | =HTTP/1.0 200 OK;;hi                                     | end    | hi
          nothing              | open   | =HTTP/1.1 204 No Content;;                               | end    | ''
          going on first       | open   | =HTTP/1.1 100 Continue;;HTTP/1.1 200 OK;Content-Length: 2;;hi  | end | hi
          hints first          | open   | =HTTP/1.1 103 Early Hints;Link: x;;HTTP/1.1 200 OK;Content-Length: 2;;hi | end | hi
          closing              | closed | =HTTP/1.1 200 OK;Connection: close;Content-Length: 2;;hi | end    | hi
          an answer too many   | open   | =HTTP/1.1 200 OK;Content-Length: 2;;hiHTTP/1.1 200 OK;Content-Length: 4;;evil | end | hi
          too many, chunked    | open   | 2;hi;0;;HTTP/1.1 200 OK;Content-Length: 4;;evil          | end    | hi
          """)
  void afterAnAnswerOfAnyForm(String name, String after, String wire, String ending, String body)
      throws Exception {
    String answer = wire.startsWith("=") ? wire.substring(1) : CHUNKED + wire;
    serve(answer.replace(";", "\r\n"), after.equals("closed"));

    Heard first = ask(Deed.NOTHING);
    assertThat(first.end.get(20, TimeUnit.SECONDS)).as(name).isEqualTo(ending);
    assertThat(first.body.toString(US_ASCII)).isEqualTo(body);
    othersAreAnswered();
  }

  @ParameterizedTest
  @EnumSource(Deed.class)
  void whateverIsDoneWhileTheLastSliceComes(Deed deed) throws Exception {
    serve(CHUNKED + "2\r\nhi\r\n0\r\n\r\n", /* closes= */ false);

    Heard first = ask(deed);
    assertThat(first.sliced.get(20, TimeUnit.SECONDS)).isTrue();
    if (deed != Deed.CANCEL) {
      assertThat(first.end.get(20, TimeUnit.SECONDS)).isEqualTo("end");
    }
    first.later();
    othersAreAnswered();
  }

  private void othersAreAnswered() throws Exception {
    for (int i = 0; i < CALLS_AFTER_IT; i++) {
      Heard next = ask(Deed.NOTHING);
      assertThat(next.end.get(20, TimeUnit.SECONDS)).isEqualTo("end");
      assertThat(next.body.toString(US_ASCII)).isEqualTo("own");
    }
    assertThat(asked).hasValue(1 + CALLS_AFTER_IT);
  }

  private Heard ask(Deed deed) {
    var call =
        new HttpCall(
            "POST",
            URI.create("%s://127.0.0.1:%d/".formatted(scheme(), server.getLocalPort())),
            Map.of(),
            "question",
            Duration.ofSeconds(5));
    var heard = new Heard(deed);
    context.runOnContext(v -> heard.exchange.complete(transport.send(call, heard)));
    return heard;
  }

  /** The first who asks, on whatever connection, is told that; all others the same thing. */
  private void serve(String first, boolean closes) {
    Thread.startVirtualThread(() -> {
      while (!server.isClosed()) {
        try {
          Socket socket = server.accept();
          Thread.startVirtualThread(() -> answer(socket, first, closes));
        } catch (IOException closed) {
          return;
        }
      }
    });
  }

  private void answer(Socket socket, String first, boolean closes) {
    try (socket) {
      while (question(socket.getInputStream())) {
        boolean isFirst = asked.getAndIncrement() == 0;
        String answer = isFirst ? first : "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nown";
        socket.getOutputStream().write(answer.getBytes(US_ASCII));
        if (isFirst && closes) {
          return;
        }
      }
    } catch (IOException gone) {
      // The other side may close a connection that it cannot use again.
    }
  }

  private static boolean question(InputStream in) throws IOException {
    var head = new StringBuilder();
    while (head.indexOf("question") < 0) {
      int read = in.read();
      if (read < 0) {
        return false;
      }
      head.append((char) read);
    }
    return true;
  }

  private static final class Heard implements Transport.Sink {
    final ByteArrayOutputStream body = new ByteArrayOutputStream();
    final CompletableFuture<Exchange> exchange = new CompletableFuture<>();
    final CompletableFuture<Boolean> sliced = new CompletableFuture<>();
    final CompletableFuture<String> end = new CompletableFuture<>();
    private final Deed deed;

    Heard(Deed deed) {
      this.deed = deed;
    }

    @Override
    public void connected() {}

    @Override
    public void headers(int code, Map<String, String> seen) {}

    @Override
    public void slice(Bytes slice) {
      body.writeBytes(slice.toArray());
      Exchange own = exchange.join();
      switch (deed) {
        case PAUSE -> own.pause();
        case PAUSE_AND_RESUME -> {
          own.pause();
          own.resume();
        }
        case CANCEL -> own.cancel();
        case NOTHING, PAUSE_LATER, RESUME_LATER -> {}
      }
      sliced.complete(true);
    }

    /** What is done only when the answer has ended. */
    void later() {
      if (deed == Deed.PAUSE_LATER) {
        exchange.join().pause();
      } else if (deed == Deed.RESUME_LATER) {
        exchange.join().resume();
      }
    }

    @Override
    public void end() {
      end.complete("end");
    }

    @Override
    public void failed(IOException problem) {
      end.complete("broken");
    }
  }
}
