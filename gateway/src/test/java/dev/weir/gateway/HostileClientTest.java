package dev.weir.gateway;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.event.BlockId;
import dev.weir.event.BlockKind;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamEvent.ResponseStart;
import dev.weir.event.Verdict;
import dev.weir.gateway.settings.RequestLimits;
import dev.weir.gateway.settings.StreamLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that take their time (threat 8, M2). */
class HostileClientTest {
  private static final RequestLimits IMPATIENT =
      new RequestLimits(Duration.ofSeconds(1), 1 << 20, 1 << 24, 16 << 10, 100, 100);

  private final ScriptedUpstream upstream = new ScriptedUpstream();
  @TempDir private Path folder;

  @Test
  void headersThatTrickleInAreNotWaitedFor() throws Exception {
    try (var gateway = impatient();
        var socket = connect(gateway)) {
      socket.getOutputStream().write("GET /healthz HTTP/1.1\r\nHost: ".getBytes(US_ASCII));
      assertClosed(socket, "l");
      assertThat(gateway.get("/healthz").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void aBodyThatTricklesInIsNotWaitedFor() throws Exception {
    try (var gateway = impatient();
        var socket = connect(gateway)) {
      String head =
          "POST /v1/chat HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n"
              .formatted(gateway.gateway.port());
      socket.getOutputStream().write(head.getBytes(US_ASCII));
      assertClosed(socket, " ");
    }
  }

  /** Sends a byte now and then until the other side has had enough. */
  private static void assertClosed(Socket socket, String drop) throws Exception {
    socket.setSoTimeout(200);
    for (int i = 0; i < 150; i++) {
      try {
        socket.getOutputStream().write(drop.getBytes(US_ASCII));
        while (socket.getInputStream().read() >= 0) {
          // An answer may come before the end.
        }
        return;
      } catch (SocketTimeoutException open) {
        assertThat(socket.isConnected()).isTrue();
      } catch (IOException closed) {
        return;
      }
    }
    throw new AssertionError("the connection is still open");
  }

  @Test
  void aReaderThatDoesNotReadLosesItsConnectionAndNobodyElseNotices() throws Exception {
    try (var gateway = RunningGateway.start(folder, upstream);
        var stuck = new Socket()) {
      String id = gateway.detached();
      ScriptedUpstream.Call call = upstream.next();
      var text = new BlockId(0, 0);
      call.say(new ResponseStart("r", "m"), ScriptedUpstream.start(text, BlockKind.TEXT));
      gateway.awaitEvents(id, 2);
      stuck.setReceiveBufferSize(4 << 10);
      stuck.connect(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), gateway.gateway.port()));
      String ask =
          "GET /v1/streams/%s/events HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n"
              .formatted(id, gateway.gateway.port());
      stuck.getOutputStream().write(ask.getBytes(US_ASCII));
      var reading =
          CompletableFuture.supplyAsync(() -> {
            try {
              return gateway.body("/v1/streams/" + id + "/events");
            } catch (Exception failed) {
              throw new AssertionError(failed);
            }
          });
      String words = "word ".repeat(2_000);
      int said = 0;
      while (dropped(gateway) == 0 && said < 2_000) {
        call.say(new BlockDelta(text, words));
        said++;
        if (said % 50 == 0) {
          gateway.awaitEvents(id, said + 2);
        }
      }
      assertThat(dropped(gateway)).isEqualTo(1);
      call.say(ScriptedUpstream.end(text), new ResponseEnd(Verdict.COMPLETE, "stop", null));

      String whole = reading.get(30, TimeUnit.SECONDS);
      assertThat(whole).endsWith("data: [DONE]\n\n");
      assertThat(whole.split("\"type\":\"text_delta\"", -1)).hasSize(said + 1);
    }
  }

  @Test
  void aReaderThatIsSlowAndAloneHoldsUpItsProviderAndLosesNothing() throws Exception {
    try (var gateway = RunningGateway.start(folder, upstream);
        var slow = new Socket()) {
      String id = gateway.detached();
      ScriptedUpstream.Call call = upstream.next();
      var text = new BlockId(0, 0);
      call.say(new ResponseStart("r", "m"), ScriptedUpstream.start(text, BlockKind.TEXT));
      gateway.awaitEvents(id, 2);
      slow.setReceiveBufferSize(4 << 10);
      slow.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), gateway.gateway.port()));
      String ask =
          "GET /v1/streams/%s/events HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n\r\n"
              .formatted(id, gateway.gateway.port());
      slow.getOutputStream().write(ask.getBytes(US_ASCII));
      until(() -> gateway.body("/metrics").contains("weir_subscribers 1"));
      String words = "word ".repeat(2_000);
      int said = 0;
      while (!call.isPaused() && said < 5_000) {
        call.say(new BlockDelta(text, words));
        said++;
        gateway.awaitEvents(id, said + 2);
      }
      assertThat(call.isPaused()).isTrue();
      assertThat(dropped(gateway)).isZero();

      var reading =
          CompletableFuture.supplyAsync(() -> {
            try {
              return new String(slow.getInputStream().readAllBytes(), US_ASCII);
            } catch (IOException broken) {
              throw new AssertionError(broken);
            }
          });
      until(() -> !call.isPaused());
      call.say(ScriptedUpstream.end(text), new ResponseEnd(Verdict.COMPLETE, "stop", null));
      String whole = reading.get(30, TimeUnit.SECONDS);
      assertThat(whole).contains("data: [DONE]\n\n");
      assertThat(whole.split("\"type\":\"text_delta\"", -1)).hasSize(said + 1);
      assertThat(dropped(gateway)).isZero();
    }
  }

  private static void until(Callable<Boolean> condition) throws Exception {
    for (int i = 0; i < 2_000; i++) {
      if (condition.call()) {
        return;
      }
      Thread.sleep(10);
    }
    throw new AssertionError("it did not come to that within 20 s");
  }

  private static long dropped(RunningGateway gateway) throws Exception {
    return gateway
        .body("/metrics")
        .lines()
        .filter(line -> line.startsWith("weir_subscribers_dropped_total "))
        .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(' ') + 1)))
        .sum();
  }

  private RunningGateway impatient() throws IOException {
    return RunningGateway.start(
        GatewayOptions.local(0, folder).withLimits(StreamLimits.DEFAULT, IMPATIENT), upstream);
  }

  private static Socket connect(RunningGateway gateway) throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), gateway.gateway.port());
  }
}
