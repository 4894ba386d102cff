package dev.weir.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.client.call.CallOptions;
import dev.weir.client.call.HttpUpstream;
import dev.weir.client.provider.Provider;
import dev.weir.codec.json.Json;
import dev.weir.codec.registry.Dialects;
import dev.weir.gateway.settings.RequestLimits;
import dev.weir.gateway.settings.StreamLimits;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Providers that send without end (M1). Each ends in one error of ours. {@code
 * -Dweir.hostile.mega=1000} sends a gigabyte, as it was measured.
 */
class HostileUpstreamTest {
  private static final int MEGA = Integer.getInteger("weir.hostile.mega", 20);
  private static final byte[] LINE = "x".repeat(1 << 16).getBytes(UTF_8);

  private static final String CHUNK =
      "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"%s\"}}]}\n\n"
          .formatted("word ".repeat(400));
  private static final StreamLimits LIMITS =
      new StreamLimits(
          StreamLimits.DEFAULT.maxEvents(),
          /* maxBytes= */ (MEGA << 20) - (1 << 20),
          /* maxLive= */ 10,
          /* maxLivePerOwner= */ 10,
          StreamLimits.DEFAULT.maxKeptPerOwner(),
          StreamLimits.DEFAULT.retention());

  @TempDir private Path folder;

  enum Attack {
    ENDLESS_LINE,
    EMPTY_DATA_LINES,
    TOOL_INDEXES,
    HUGE_EVENT,
    ENDLESS_TEXT
  }

  @ParameterizedTest
  @EnumSource
  void endsInOneTypedError(Attack attack) throws Exception {
    try (var server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual().start(() -> serve(server, attack));
      Provider provider =
          Provider.builder(
                  "hostile", Dialects.OPENAI_CHAT, "http://127.0.0.1:" + server.getLocalPort())
              .defaultModel("m")
              .build();
      CallOptions once = CallOptions.DEFAULT.withTries(1, CallOptions.DEFAULT.backoff());
      try (var gateway =
          RunningGateway.start(
              GatewayOptions.local(0, folder).withLimits(LIMITS, RequestLimits.DEFAULT),
              transport -> new HttpUpstream(provider, transport, once))) {
        String body = gateway.send(gateway.chat(RunningGateway.HELLO)).body();
        assertThat(body).endsWith("data: [DONE]\n\n").containsOnlyOnce("\"type\":\"error\"");
        String id = gateway.json("/v1/streams").get("streams").at(0).get("id").textOrEmpty();
        assertThat(gateway.awaitEnd(id).get("verdict")).isEqualTo(new Json.Text("FAILED"));
        assertThat(gateway.body("/v1/streams/" + id + "/events?format=events"))
            .contains("\"fault\":\"limit\"");
      }
    }
  }

  private static void serve(ServerSocket server, Attack attack) {
    try (Socket socket = server.accept();
        OutputStream out = new BufferedOutputStream(socket.getOutputStream(), 1 << 16)) {
      byte[] request = new byte[1 << 16];
      var unused = socket.getInputStream().read(request);
      out.write(
          "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
              .getBytes(UTF_8));
      attack(attack, out);
    } catch (IOException closed) {
      // The gateway has had enough, as it should.
    }
  }

  private static void attack(Attack attack, OutputStream out) throws IOException {
    long bytes = (long) MEGA << 20;
    switch (attack) {
      case ENDLESS_LINE -> repeat(out, LINE, bytes);
      case HUGE_EVENT -> {
        out.write("data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"".getBytes(UTF_8));
        repeat(out, LINE, bytes);
      }
      case EMPTY_DATA_LINES -> repeat(out, "data:\n".repeat(10_000).getBytes(UTF_8), bytes);
      case ENDLESS_TEXT -> repeat(out, CHUNK.getBytes(UTF_8), bytes);
      case TOOL_INDEXES -> {
        for (int i = 0; i < 1_000_000; i++) {
          String chunk =
              "data: {\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":%d,\"id\":\"c%d\",\"function\":{\"name\":\"f\",\"arguments\":\"{\"}}]}}]}\n\n"
                  .formatted(i, i);
          out.write(chunk.getBytes(UTF_8));
        }
      }
    }
    out.flush();
  }

  private static void repeat(OutputStream out, byte[] piece, long bytes) throws IOException {
    for (long sent = 0; sent < bytes; sent += piece.length) {
      out.write(piece);
    }
  }
}
