package dev.weir.client.call;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import dev.weir.client.call.NetworkFaultTest.Watching;
import dev.weir.client.provider.Provider;
import dev.weir.client.transport.JdkTransport;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.Request;
import dev.weir.event.StreamEvent;
import dev.weir.event.Verdict;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A consumer that takes its time holds the socket back, and only its own (X4). */
class BackpressureTest {
  private static final byte[] CHUNK =
      "data: {\"id\":\"r1\",\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"%s\"}}]}\n\n"
          .formatted("x".repeat(32 << 10))
          .getBytes(UTF_8);
  private static final byte[] END =
      "data: {\"id\":\"r1\",\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n"
          .getBytes(UTF_8);
  private static final int CHUNKS = 1_200;

  /** More than the buffers of two sockets on one machine, and less than half of what is sent. */
  private static final long MOST_UNDER_WAY = 18L << 20;

  private final AtomicLong sent = new AtomicLong();

  private void pour(Socket socket, int request) throws IOException {
    RawServer.write(
        socket, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n");
    for (int i = 0; i < CHUNKS; i++) {
      RawServer.write(socket, CHUNK);
      sent.addAndGet(CHUNK.length);
    }
    RawServer.write(socket, END);
  }

  @Test
  void aPausedCallLeavesTheBytesWithTheServer() throws Exception {
    var first = new CountDownLatch(1);
    var call =
        new Counting() {
          @Override
          void event(StreamEvent event) {
            super.event(event);
            first.countDown();
          }
        };
    try (var transport = new JdkTransport();
        var server = new RawServer(this::pour)) {
      StreamCall open = upstream(server, transport).open(Request.of("Hi"), call);
      assertThat(first.await(20, TimeUnit.SECONDS)).isTrue();
      open.pause();
      long taken = awaitStill(call.arrived);
      assertThat(awaitStill(sent) - taken).isLessThan(MOST_UNDER_WAY);
      assertThat(call.done.getCount()).isEqualTo(1);
      open.resume();
      assertThat(call.awaitEnd()).isTrue();
      assertThat(call.response().verdict()).isEqualTo(Verdict.COMPLETE);
      assertThat(call.arrived.get()).isEqualTo((long) CHUNKS * CHUNK.length + END.length);
    }
  }

  @Test
  void aConsumerThatBlocksHoldsTheServerBackAndIsNotTakenForAStall() throws Exception {
    var goOn = new CountDownLatch(1);
    var call =
        new Counting() {
          @Override
          void event(StreamEvent event) {
            super.event(event);
            if (event instanceof StreamEvent.BlockDelta) {
              await(goOn);
            }
          }
        };
    try (var transport = new JdkTransport();
        var server = new RawServer(this::pour)) {
      upstream(server, transport).open(Request.of("Hi"), call);
      // Longer than the clocks, which must not ring.
      assertThat(awaitStill(sent)).isLessThan(MOST_UNDER_WAY);
      assertThat(call.done.getCount()).isEqualTo(1);
      goOn.countDown();
      assertThat(call.awaitEnd()).isTrue();
      assertThat(call.response().verdict()).isEqualTo(Verdict.COMPLETE);
    }
  }

  @Test
  void noThreadIsLeftWhenTheTransportIsClosed(@TempDir Path folder) throws Exception {
    Set<String> before = threads(folder.resolve("before"));
    try (var transport = new JdkTransport();
        var server =
            new RawServer((socket, request) -> {
              RawServer.write(socket, "HTTP/1.1 200 OK\r\n\r\n");
              RawServer.write(socket, request % 2 == 0 ? CHUNK : END);
              if (request % 3 == 0) {
                RawServer.awaitClose(socket);
              }
            })) {
      for (int i = 0; i < 12; i++) {
        var call = new Watching();
        StreamCall open = upstream(server, transport).open(Request.of("Hi"), call);
        if (i % 2 == 0) {
          open.cancel();
        }
        assertThat(call.awaitEnd()).isTrue();
      }
    }
    Set<String> left = threads(folder.resolve("after"));
    left.removeAll(before);
    for (int i = 0; !left.isEmpty() && i < 100; i++) {
      Thread.sleep(100);
      left.retainAll(threads(folder.resolve("after-" + i)));
    }
    assertThat(left).isEmpty();
  }

  /** Those of the HTTP client and the virtual ones, which no other call shows, by what they do. */
  private static Set<String> threads(Path file) throws IOException {
    ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
        .dumpThreads(file.toAbsolutePath().toString(), ThreadDumpFormat.TEXT_PLAIN);
    Set<String> threads = new HashSet<>();
    for (String thread : Files.readString(file).split("\n\n", -1)) {
      String name = thread.strip().lines().findFirst().orElse("");
      // The pollers are the JDK's own, and stay.
      boolean isVirtual = name.contains("virtual") && !name.contains("Poller");
      if (name.contains("HttpClient-") || isVirtual) {
        threads.add(name);
      }
    }
    return threads;
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits until it has not grown for a second. */
  private static long awaitStill(AtomicLong growing) throws InterruptedException {
    long seen = -1;
    int still = 0;
    while (still < 10) {
      long now = growing.get();
      still = now == seen ? still + 1 : 0;
      seen = now;
      Thread.sleep(100);
    }
    return seen;
  }

  private static HttpUpstream upstream(RawServer server, JdkTransport transport) {
    Provider provider =
        Provider.builder("raw", Dialects.OPENAI_CHAT, "http://127.0.0.1:" + server.port())
            .defaultModel("m")
            .build();
    Duration shorter = Duration.ofMillis(500);
    CallOptions options =
        CallOptions.DEFAULT
            .withFirstEvent(Duration.ofSeconds(20))
            .withDead(shorter)
            .withStalled(Duration.ofSeconds(20))
            .withTries(1, shorter);
    return new HttpUpstream(provider, transport, options);
  }

  /** Counts the bytes that were taken. */
  private static class Counting extends Watching {
    final AtomicLong arrived = new AtomicLong();

    @Override
    void arrived(byte[] slice) {
      arrived.addAndGet(slice.length);
    }
  }
}
