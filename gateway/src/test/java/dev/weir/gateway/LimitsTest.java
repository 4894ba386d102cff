package dev.weir.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.gateway.http.RequestLimits;
import dev.weir.gateway.security.Keys;
import dev.weir.gateway.stream.StreamLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a limit says when it is reached, and that it ends there. */
class LimitsTest {
  private static final String DETACHED =
      RunningGateway.HELLO.replaceFirst("}$", ",\"detach\":true}");

  private final ScriptedUpstream upstream = new ScriptedUpstream();
  @TempDir private Path folder;

  private GatewayOptions options(int maxLive, int maxLivePerOwner, RequestLimits ofRequests) {
    return GatewayOptions.local(0, folder)
        .withLimits(
            new StreamLimits(
                1_000, /* maxBytes= */ 1 << 20, maxLive, maxLivePerOwner, Duration.ofDays(1)),
            ofRequests);
  }

  @Test
  void oneStreamTooManyWaitsUntilAnotherEnds() throws Exception {
    try (var gateway = RunningGateway.start(options(2, 2, RequestLimits.DEFAULT), upstream)) {
      String first = gateway.detached();
      gateway.detached();
      HttpResponse<String> refused = gateway.send(gateway.chat(DETACHED));
      assertThat(refused.statusCode()).isEqualTo(429);
      assertThat(refused.headers().firstValue("Retry-After")).hasValue("5");
      assertThat(refused.body()).contains("too_many_streams");

      upstream.next().say(ScriptedUpstream.answer("x"));
      gateway.awaitEnd(first);
      assertThat(gateway.send(gateway.chat(DETACHED)).statusCode()).isEqualTo(202);
    }
  }

  @Test
  void oneOwnerCannotTakeThePlaceOfAnother() throws Exception {
    String alice = "Bearer " + Keys.newKey();
    String bob = "Bearer " + Keys.newKey();
    GatewayOptions options =
        options(10, 1, RequestLimits.DEFAULT)
            .withKeys(
                Keys.of(
                    Map.of(
                        "alice",
                        Keys.hash(alice.substring(7)),
                        "bob",
                        Keys.hash(bob.substring(7)))));
    try (var gateway = RunningGateway.start(options, upstream)) {
      List<Integer> statuses = new ArrayList<>();
      for (String key : List.of(alice, alice, bob)) {
        statuses.add(gateway.send(gateway.chat(DETACHED, "Authorization", key)).statusCode());
      }
      assertThat(statuses).containsExactly(202, 429, 202);
    }
  }

  @Test
  void aBodyThatIsTooLongIsRefused() throws Exception {
    var limits = new RequestLimits(Duration.ofSeconds(10), /* maxBodyBytes= */ 1_000, 1, 100, 100);
    try (var gateway = RunningGateway.start(options(10, 10, limits), upstream)) {
      String body = DETACHED.replace("hello", "x".repeat(2_000));
      HttpResponse<String> refused = gateway.send(gateway.chat(body));
      assertThat(refused.statusCode()).isEqualTo(413);
      assertThat(refused.body()).contains("body_too_large");
      assertThat(gateway.send(gateway.chat(DETACHED)).statusCode()).isEqualTo(202);
    }
  }

  @Test
  void oneConnectionTooManyIsClosedAndTheOthersStay() throws Exception {
    var limits = new RequestLimits(Duration.ofSeconds(30), 1 << 20, 1, /* maxConnections= */ 3, 3);
    try (var gateway = RunningGateway.start(options(10, 10, limits), upstream)) {
      List<Socket> open = new ArrayList<>();
      try {
        assertThat(gateway.get("/healthz").statusCode()).isEqualTo(200);
        for (int i = 0; i < 2; i++) {
          open.add(new Socket(InetAddress.getLoopbackAddress(), gateway.gateway.port()));
        }
        while (!gateway.body("/metrics").contains("weir_connections 3\n")) {
          Thread.sleep(20);
        }
        var tooMany = new Socket(InetAddress.getLoopbackAddress(), gateway.gateway.port());
        open.add(tooMany);
        tooMany.setSoTimeout(20_000);
        assertThat(isClosed(tooMany)).isTrue();
        assertThat(gateway.body("/metrics"))
            .contains("weir_requests_refused_total{code=\"too_many_connections\"} 1");
      } finally {
        for (Socket socket : open) {
          socket.close();
        }
      }
    }
  }

  private static boolean isClosed(Socket socket) {
    try {
      return socket.getInputStream().read() < 0;
    } catch (SocketTimeoutException open) {
      return false;
    } catch (IOException reset) {
      return true;
    }
  }
}
