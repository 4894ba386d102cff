package dev.weir.gateway.transport;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.weir.client.transport.HttpCall;
import dev.weir.client.transport.Transport;
import dev.weir.codec.Bytes;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.dns.AddressResolverOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A provider's name leads to the provider, or nothing is sent. */
final class UpstreamNamesTest {
  private final UpstreamNames names = new UpstreamNames();

  private boolean isRefused(String name, String address) throws Exception {
    return names.refused(name, InetAddress.getByName(address)) != null;
  }

  @ParameterizedTest
  @CsvSource({
    "api.example,   93.184.216.34,   false",
    "api.example,   2606:2800::1,    false",
    "ollama,        172.18.0.3,      false",
    "ollama,        fd12::3,         false",
    "localhost,     127.0.0.1,       false",
    "localhost,     ::1,             false",
    "api.example,   169.254.169.254, true",
    "api.example,   fe80::1,         true",
    "api.example,   0.0.0.0,         true",
    "api.example,   224.0.0.1,       true",
    "localhost,     10.0.0.1,        true",
    "x.localhost,   93.184.216.34,   true",
  })
  void aNameNeverLeadsToWhereNoProviderIs(String name, String address, boolean refused)
      throws Exception {
    assertThat(isRefused(name, address)).isEqualTo(refused);
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1",
    "10.1.2.3",
    "192.168.0.1",
    "172.16.5.4",
    "100.64.0.1",
    "::1",
    "fd00:ec2::254"
  })
  void aNameThatLedToTheWorldDoesNotLeadIntoThePrivateNetworkLater(String address)
      throws Exception {
    assertThat(isRefused("api.example", address)).isFalse();
    assertThat(isRefused("other.example", "93.184.216.34")).isFalse();
    assertThat(isRefused("other.example", "93.184.216.35")).isFalse();

    assertThat(isRefused("other.example", address)).isTrue();
    assertThat(isRefused("other.example", "93.184.216.34")).isFalse();
  }

  @Test
  void nothingIsSentToWhereAForgedNameLeads() throws Exception {
    var asked = new AtomicInteger();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
    server.createContext(
        "/",
        exchange -> {
          asked.incrementAndGet();
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    server.start();
    Vertx vertx =
        Vertx.vertx(
            new VertxOptions()
                .setAddressResolverOptions(
                    new AddressResolverOptions()
                        .setHostsValue(
                            Buffer.buffer("127.0.0.1 api.example\n127.0.0.1 at-home.example\n"))));
    try (var transport =
        new VertxTransport(vertx, names, Duration.ofSeconds(60), VertxTransport.secure())) {
      assertThat(isRefused("api.example", "93.184.216.34")).isFalse();
      int port = server.getAddress().getPort();

      assertThat(send(transport, "http://at-home.example:" + port)).isEqualTo("200");
      assertThat(send(transport, "http://127.0.0.1:" + port)).isEqualTo("200");
      assertThat(asked).hasValue(2);
      assertThat(send(transport, "http://api.example:" + port))
          .startsWith("api.example leads to 127.0.0.1 in a private network");
      assertThat(asked).hasValue(2);
    } finally {
      server.stop(0);
      vertx.close().await(10, TimeUnit.SECONDS);
    }
  }

  private static String send(Transport transport, String url) throws Exception {
    var answer = new CompletableFuture<String>();
    transport.send(
        new HttpCall("POST", URI.create(url), Map.of("x-key", "k"), "{}", Duration.ofSeconds(10)),
        new Transport.Sink() {
          @Override
          public void headers(int status, Map<String, String> headers) {
            answer.complete(Integer.toString(status));
          }

          @Override
          public void slice(Bytes slice) {}

          @Override
          public void end() {}

          @Override
          public void failed(IOException problem) {
            answer.complete(String.valueOf(problem.getMessage()));
          }
        });
    return answer.get(20, TimeUnit.SECONDS);
  }
}
