package dev.weir.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.gateway.security.Keys;
import dev.weir.gateway.settings.RequestLimits;
import dev.weir.gateway.settings.StreamLimits;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
                1_000,
                /* maxBytes= */ 1 << 20,
                maxLive,
                maxLivePerOwner,
                StreamLimits.DEFAULT.maxKeptPerOwner(),
                Duration.ofDays(1)),
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
  void whoseStreamsTakeTheirShareOfTheDiskBeginsNoMoreAndOthersDo() throws Exception {
    String alice = "Bearer " + Keys.newKey();
    String bob = "Bearer " + Keys.newKey();
    GatewayOptions options =
        GatewayOptions.local(0, folder)
            .withLimits(
                new StreamLimits(
                    1_000, 1 << 20, 10, 10, /* maxKeptPerOwner= */ 50_000, Duration.ofDays(1)),
                RequestLimits.DEFAULT)
            .withKeys(
                Keys.of(
                    Map.of(
                        "alice",
                        Keys.hash(alice.substring(7)),
                        "bob",
                        Keys.hash(bob.substring(7)))));
    String large = DETACHED.replace("hello", "x".repeat(60_000));
    for (int run = 0; run < 2; run++) {
      // What is kept counts after a restart too.
      try (var gateway = RunningGateway.start(options, upstream)) {
        if (run == 0) {
          assertThat(gateway.send(gateway.chat(large, "Authorization", alice)).statusCode())
              .isEqualTo(202);
        }
        HttpResponse<String> refused = gateway.send(gateway.chat(DETACHED, "Authorization", alice));
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.body()).contains("expire after 24 hours");
        assertThat(gateway.send(gateway.chat(DETACHED, "Authorization", bob)).statusCode())
            .isEqualTo(202);
      }
    }
  }

  @Test
  void aBodyThatIsTooLongIsRefused() throws Exception {
    var limits =
        new RequestLimits(Duration.ofSeconds(10), /* maxBodyBytes= */ 1_000, 1 << 20, 1, 100, 100);
    try (var gateway = RunningGateway.start(options(10, 10, limits), upstream)) {
      String body = DETACHED.replace("hello", "x".repeat(2_000));
      HttpResponse<String> refused = gateway.send(gateway.chat(body));
      assertThat(refused.statusCode()).isEqualTo(413);
      assertThat(refused.body()).contains("body_too_large");
      assertThat(gateway.send(gateway.chat(DETACHED)).statusCode()).isEqualTo(202);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"1001", "99999999999999", "9223372036854775807"})
  void aBodyThatSaysThatItIsTooLongNeedNotBeSent(String length) throws Exception {
    var limits =
        new RequestLimits(Duration.ofSeconds(10), /* maxBodyBytes= */ 1_000, 1 << 20, 1, 100, 100);
    try (var gateway = RunningGateway.start(options(10, 10, limits), upstream);
        var raw = new RawHttp(gateway)) {
      raw.bytes(
          "POST /v1/chat HTTP/1.1\r\nHOST\r\nContent-Type: application/json\r\nContent-Length: %s\r\n\r\n"
              .formatted(length));
      RawHttp.Head head = raw.head();
      assertThat(head.status()).isEqualTo(413);
      assertThat(raw.body(head)).contains("body_too_large");
    }
  }

  @Test
  void bodiesThatDoNotFitTogetherWaitForEachOther() throws Exception {
    var limits =
        new RequestLimits(
            Duration.ofSeconds(30), 1 << 20, /* maxBodiesBytes= */ 1_000_000, 1, 100, 100);
    try (var gateway = RunningGateway.start(options(10, 10, limits), upstream)) {
      String large = DETACHED.replace("hello", "x".repeat(900_000));
      try (var coming = new RawHttp(gateway)) {
        coming.bytes(
            "POST /v1/chat HTTP/1.1\r\nHOST\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
                .formatted(large.length(), large.substring(0, 800_000)));
        awaitBodies(gateway, 800_000);
        assertTooMuch(gateway, large);
      }
      awaitBodies(gateway, 0);

      assertThat(gateway.send(gateway.chat(large)).statusCode()).isEqualTo(202);
      // While its stream runs, half of it counts.
      awaitBodies(gateway, large.length() / 2);
      assertTooMuch(gateway, large);
      assertThat(gateway.send(gateway.chat(DETACHED)).statusCode()).isEqualTo(202);
      upstream.next().say(ScriptedUpstream.answer("x"));
      upstream.next().say(ScriptedUpstream.answer("x"));
      awaitBodies(gateway, 0);

      assertThat(gateway.send(gateway.chat(large)).statusCode()).isEqualTo(202);
    }
  }

  /** A small request can stand for a large one: what it continues is read from the log. */
  @Test
  void whatARequestContinuesCountsLikeItsBody() throws Exception {
    var limits =
        new RequestLimits(
            Duration.ofSeconds(30), 1 << 20, /* maxBodiesBytes= */ 1_000_000, 1, 100, 100);
    try (var gateway = RunningGateway.start(options(10, 10, limits), upstream)) {
      String large = DETACHED.replace("hello", "x".repeat(900_000));
      String id = id(gateway.send(gateway.chat(large)).body());
      upstream.next().say(ScriptedUpstream.answer("x"));
      gateway.awaitEnd(id);
      awaitBodies(gateway, 0);

      String half = DETACHED.replace("hello", "x".repeat(400_000));
      assertThat(gateway.send(gateway.chat(half)).statusCode()).isEqualTo(202);
      awaitBodies(gateway, half.length() / 2);
      String more = DETACHED.replaceFirst("}$", ",\"after\":\"%s\"}".formatted(id));
      assertTooMuch(gateway, more);

      upstream.next().say(ScriptedUpstream.answer("x"));
      awaitBodies(gateway, 0);
      assertThat(gateway.send(gateway.chat(more)).statusCode()).isEqualTo(202);
      upstream.next().say(ScriptedUpstream.answer("x"));
      awaitBodies(gateway, 0);
    }
  }

  private static String id(String body) {
    return body.replaceAll(".*\"id\":\"([0-9a-f]+)\".*", "$1");
  }

  @Test
  void whoIsRefusedWhileItSendsLearnsWhy() throws Exception {
    var limits =
        new RequestLimits(Duration.ofSeconds(10), /* maxBodyBytes= */ 1_000, 1 << 20, 1, 100, 100);
    try (var gateway = RunningGateway.start(options(10, 10, limits), upstream);
        var sending = new RawHttp(gateway)) {
      int length = 8 << 20;
      sending.bytes(
          "POST /v1/chat HTTP/1.1\r\nHOST\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
              .formatted(length));
      sending.bytes("x".repeat(2_000));
      // Not before it has answered: what is sent to a closed connection resets it.
      while (!gateway.body("/metrics").contains("code=\"body_too_large\"} 1")) {
        Thread.sleep(10);
      }
      sending.bytes("x".repeat(length - 2_000));
      RawHttp.Head head = sending.head();
      assertThat(head.status()).isEqualTo(413);
      assertThat(sending.body(head)).contains("body_too_large");
      assertThat(sending.rest()).isEmpty();
    }
  }

  private static void assertTooMuch(RunningGateway gateway, String body) throws Exception {
    HttpResponse<String> refused = gateway.send(gateway.chat(body));
    assertThat(refused.statusCode()).isEqualTo(503);
    assertThat(refused.headers().firstValue("Retry-After")).hasValue("2");
    assertThat(refused.body()).contains("too_much_at_once");
  }

  private static void awaitBodies(RunningGateway gateway, long bytes) throws Exception {
    String line = "weir_bodies_bytes %d\n".formatted(bytes);
    for (int i = 0; i < 1_000 && !gateway.body("/metrics").contains(line); i++) {
      Thread.sleep(10);
    }
    assertThat(gateway.body("/metrics")).contains(line);
  }

  @Test
  void oneConnectionTooManyIsClosedAndTheOthersStay() throws Exception {
    var limits =
        new RequestLimits(Duration.ofSeconds(30), 1 << 20, 1 << 20, 1, /* maxConnections= */ 3, 3);
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
