package dev.weir.client.call;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.client.EventStream;
import dev.weir.client.Weir;
import dev.weir.client.provider.Provider;
import dev.weir.client.transport.JdkTransport;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.Request;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamMetrics.Tries;
import dev.weir.event.Verdict;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Calls that share connections do not harm each other. */
class NeighbourTest {
  private static final int HEALTHY = 6;
  private static final int CALLS = 150;
  private static final int OTHERS = 6;

  private static final String STREAM =
      new String(DialectSample.CHAT.head(), UTF_8)
          + "data: {\"id\":\"r1\",\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n"
          + "data: [DONE]\n\n";

  /** What a healthy call ended with. */
  private record Outcome(Verdict verdict, Tries tries) {}

  @Test
  void noHealthyCallNeedsASecondTryWhileOthersEndCloseAndCancel() throws Exception {
    Queue<Outcome> outcomes = new ConcurrentLinkedQueue<>();
    var isOver = new AtomicBoolean();
    try (var server = new KeepAliveServer();
        var transport = new JdkTransport()) {
      Provider provider =
          Provider.builder("acme", Dialects.OPENAI_CHAT, "http://127.0.0.1:" + server.port())
              .defaultModel("m")
              .build();
      var upstream =
          new HttpUpstream(
              provider, transport, CallOptions.DEFAULT.withTries(3, Duration.ofMillis(1)));
      try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
        for (int i = 0; i < OTHERS; i++) {
          int way = i;
          threads.execute(() -> {
            while (!isOver.get()) {
              leave(Weir.of(upstream), way % 3);
            }
          });
        }
        var left = new CountDownLatch(HEALTHY);
        for (int i = 0; i < HEALTHY; i++) {
          threads.execute(() -> {
            for (int call = 0; call < CALLS; call++) {
              outcomes.add(ask(upstream));
            }
            left.countDown();
          });
        }
        assertThat(left.await(120, TimeUnit.SECONDS)).isTrue();
        isOver.set(true);
      }
    }
    assertThat(outcomes).hasSize(HEALTHY * CALLS);
    var atOnce = new Outcome(Verdict.COMPLETE, new Tries(1, 0, null, List.of()));
    assertThat(outcomes.stream().filter(outcome -> !outcome.equals(atOnce))).isEmpty();
  }

  /** Closes at the end of the response, cancels after it, or leaves before it. */
  private static void leave(Weir weir, int way) {
    try (EventStream stream = weir.stream(Request.of("Hi"))) {
      for (StreamEvent event : stream) {
        if (way == 2 && event instanceof StreamEvent.BlockDelta) {
          return;
        }
      }
      if (way == 1) {
        stream.cancel();
      }
    }
  }

  private static Outcome ask(Upstream upstream) {
    var outcome = new CompletableFuture<Outcome>();
    upstream.open(
        Request.of("Hi"),
        event -> {
          if (event instanceof CallEvent.Measured measured) {
            Verdict verdict = Objects.requireNonNull(measured.metrics().verdict());
            outcome.complete(new Outcome(verdict, measured.metrics().tries()));
          }
        });
    return outcome.orTimeout(30, TimeUnit.SECONDS).join();
  }

  /** Answers every request on every connection, and closes none. */
  private static final class KeepAliveServer implements AutoCloseable {
    private static final String ANSWER =
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";

    private final ServerSocket listening;

    KeepAliveServer() throws IOException {
      listening = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
      Thread.ofVirtual().start(this::accept);
    }

    int port() {
      return listening.getLocalPort();
    }

    private void accept() {
      while (!listening.isClosed()) {
        try {
          Socket socket = listening.accept();
          socket.setTcpNoDelay(true);
          Thread.ofVirtual().start(() -> serve(socket));
        } catch (IOException closed) {
          return;
        }
      }
    }

    private static void serve(Socket socket) {
      try (socket) {
        while (RawServer.nextRequest(socket.getInputStream()) != null) {
          RawServer.write(socket, ANSWER);
          RawServer.chunk(socket, STREAM.getBytes(UTF_8));
          RawServer.write(socket, "0\r\n\r\n");
        }
      } catch (IOException gone) {
        // The client left.
      }
    }

    @Override
    public void close() throws IOException {
      listening.close();
    }
  }
}
