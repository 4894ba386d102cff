package dev.weir.gateway.tls;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.client.transport.HttpCall;
import dev.weir.client.transport.JdkTransport;
import dev.weir.client.transport.Transport;
import dev.weir.codec.Bytes;
import dev.weir.event.StreamEvent;
import dev.weir.gateway.GatewayOptions;
import dev.weir.gateway.RunningGateway;
import dev.weir.gateway.ScriptedUpstream;
import dev.weir.gateway.settings.Address;
import dev.weir.gateway.settings.RequestLimits;
import dev.weir.gateway.transport.VertxTransport;
import dev.weir.testkit.TestCertificate;
import io.vertx.core.Vertx;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class TlsTest {
  private static final RequestLimits IMPATIENT =
      new RequestLimits(Duration.ofSeconds(1), 1 << 20, 1 << 24, 16 << 10, 100, 100);

  @TempDir private static Path files;
  private static TestCertificate certificate;

  @TempDir private Path folder;
  private ScriptedUpstream upstream;

  @BeforeAll
  static void makeCertificate() throws Exception {
    certificate = TestCertificate.in(files);
  }

  @BeforeEach
  void begin() {
    upstream = new ScriptedUpstream();
  }

  private GatewayOptions options(RequestLimits limits) {
    return options(certificate.certificate(), certificate.privateKey(), limits);
  }

  private GatewayOptions options(Path chain, Path key, RequestLimits limits) {
    GatewayOptions local = GatewayOptions.local(0, folder);
    return new GatewayOptions(
        new Address("127.0.0.1", 0, chain.toString(), key.toString()),
        local.hosts(),
        local.origins(),
        local.keys(),
        local.log(),
        local.recordings(),
        local.secrets(),
        local.streamLimits(),
        limits,
        local.doors());
  }

  private static HttpClient client(HttpClient.Version version) {
    return HttpClient.newBuilder().version(version).sslContext(certificate.trust()).build();
  }

  private static HttpRequest.Builder request(RunningGateway gateway, String path) {
    return HttpRequest.newBuilder(
            URI.create("https://127.0.0.1:%d%s".formatted(gateway.gateway.port(), path)))
        .timeout(Duration.ofSeconds(30));
  }

  private static HttpRequest chat(RunningGateway gateway, String body) {
    return request(gateway, "/v1/chat")
        .header("Content-Type", "application/json")
        .POST(BodyPublishers.ofString(body))
        .build();
  }

  @Test
  void aProviderWhoseCertificateNobodyTrustsIsToldWhy() throws Exception {
    Vertx vertx = Vertx.vertx();
    try (var gateway = RunningGateway.start(options(RequestLimits.DEFAULT), upstream);
        Transport own = new VertxTransport(vertx);
        Transport ofTheJdk = new JdkTransport()) {
      for (Transport transport : List.of(own, ofTheJdk)) {
        URI url = URI.create("https://127.0.0.1:%d/healthz".formatted(gateway.gateway.port()));
        var why = new CompletableFuture<String>();
        transport.send(
            new HttpCall("GET", url, Map.of(), "", Duration.ofSeconds(10)),
            new Transport.Sink() {
              @Override
              public void headers(int status, Map<String, String> headers) {
                why.complete("answered " + status);
              }

              @Override
              public void slice(Bytes slice) {}

              @Override
              public void end() {}

              @Override
              public void failed(IOException problem) {
                why.complete(String.valueOf(problem.getMessage()));
              }
            });
        assertThat(why.get(20, TimeUnit.SECONDS))
            .startsWith("The certificate of 127.0.0.1:%d".formatted(gateway.gateway.port()))
            .contains("is not trusted here: ")
            .contains("unable to find valid certification path")
            .contains("javax.net.ssl.trustStore");
      }
    } finally {
      vertx.close().await(10, TimeUnit.SECONDS);
    }
  }

  @ParameterizedTest
  @EnumSource(HttpClient.Version.class)
  void aStreamComesAsItIsSaidAndResumes(HttpClient.Version version) throws Exception {
    try (var gateway = RunningGateway.start(options(RequestLimits.DEFAULT), upstream);
        var http = client(version)) {
      List<StreamEvent> events = ScriptedUpstream.answer("Grüße ", "aus ", "der Ferne 🌊");
      CompletableFuture<HttpResponse<InputStream>> asking =
          http.sendAsync(chat(gateway, RunningGateway.HELLO), BodyHandlers.ofInputStream());
      ScriptedUpstream.Call call = upstream.next();
      call.say(events.subList(0, 3));
      HttpResponse<InputStream> response = asking.get(20, TimeUnit.SECONDS);
      assertThat(response.version()).isEqualTo(version);
      assertThat(response.statusCode()).isEqualTo(200);
      var whole = new StringBuilder();
      try (var lines = new BufferedReader(new InputStreamReader(response.body(), UTF_8))) {
        // The first frames are there while the stream is live.
        whole.append(lines.readLine()).append('\n').append(lines.readLine()).append('\n');
        assertThat(whole).contains("\"type\":\"thinking_start\"");
        call.say(events.subList(3, events.size()));
        lines.lines().forEach(line -> whole.append(line).append('\n'));
      }
      String id = response.headers().firstValue("Weir-Stream-Id").orElseThrow();
      String path = "/v1/streams/" + id + "/events";
      assertThat(body(http, request(gateway, path))).isEqualTo(whole.toString());
      assertThat(body(http, request(gateway, path).header("Last-Event-ID", "2")))
          .isEqualTo(whole.substring(whole.indexOf("id: 3\n")));
    }
  }

  private static String body(HttpClient http, HttpRequest.Builder request) throws Exception {
    return http.send(request.build(), BodyHandlers.ofString()).body();
  }

  @ParameterizedTest
  @CsvSource({"'h2 http/1.1', h2", "http/1.1, http/1.1"})
  void theProtocolIsAgreedOnByAlpn(String offered, String agreed) throws Exception {
    try (var gateway = RunningGateway.start(options(RequestLimits.DEFAULT), upstream);
        var socket =
            (SSLSocket)
                certificate
                    .trust()
                    .getSocketFactory()
                    .createSocket("127.0.0.1", gateway.gateway.port())) {
      var parameters = socket.getSSLParameters();
      parameters.setApplicationProtocols(offered.split(" ", -1));
      socket.setSSLParameters(parameters);
      socket.setSoTimeout(20_000);
      socket.startHandshake();
      assertThat(socket.getApplicationProtocol()).isEqualTo(agreed);
    }
  }

  @Test
  void manyReadersShareOneConnectionAndOneThatLeavesDisturbsNobody() throws Exception {
    int readers = 40;
    try (var gateway = RunningGateway.start(options(RequestLimits.DEFAULT), upstream);
        var http = client(HttpClient.Version.HTTP_2)) {
      String body = RunningGateway.HELLO.replaceFirst("}$", ",\"detach\":true}");
      String id =
          http.send(chat(gateway, body), BodyHandlers.ofString())
              .body()
              .replaceAll(".*\"id\":\"(\\w+)\".*", "$1");
      List<StreamEvent> events = ScriptedUpstream.answer("One ", "two ", "three.");
      ScriptedUpstream.Call call = upstream.next();
      call.say(events.subList(0, 4));
      String path = "/v1/streams/" + id + "/events";
      List<CompletableFuture<HttpResponse<String>>> reading = new ArrayList<>();
      for (int i = 0; i < readers; i++) {
        reading.add(http.sendAsync(request(gateway, path).build(), BodyHandlers.ofString()));
      }
      HttpResponse<InputStream> leaving =
          http.send(request(gateway, path).build(), BodyHandlers.ofInputStream());
      leaving.body().close();
      assertThat(figure(http, gateway, "weir_connections")).isEqualTo(1);
      while (figure(http, gateway, "weir_subscribers") != readers) {
        Thread.sleep(20);
      }
      call.say(events.subList(4, events.size()));
      String whole = reading.getFirst().get(20, TimeUnit.SECONDS).body();
      assertThat(whole).endsWith("data: [DONE]\n\n");
      for (CompletableFuture<HttpResponse<String>> reader : reading) {
        assertThat(reader.get(20, TimeUnit.SECONDS).body()).isEqualTo(whole);
      }
    }
  }

  @Test
  void aConnectionWhoseOnlyStreamWasLeftIsNotKeptForEver() throws Exception {
    try (var gateway = RunningGateway.start(options(IMPATIENT), upstream)) {
      try (var http = client(HttpClient.Version.HTTP_2)) {
        var asking =
            http.sendAsync(chat(gateway, RunningGateway.HELLO), BodyHandlers.ofInputStream());
        upstream.next().say(ScriptedUpstream.answer("x").subList(0, 4));
        asking.get(20, TimeUnit.SECONDS).body().close();
        try (var other = client(HttpClient.Version.HTTP_1_1)) {
          long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
          while (figure(other, gateway, "weir_connections") > 1) {
            assertThat(System.nanoTime()).as("the connection is still open").isLessThan(end);
            Thread.sleep(100);
          }
        }
      }
    }
  }

  private static long figure(HttpClient http, RunningGateway gateway, String name)
      throws Exception {
    return body(http, request(gateway, "/metrics"))
        .lines()
        .filter(line -> line.startsWith(name + " "))
        .mapToLong(line -> Long.parseLong(line.substring(name.length() + 1)))
        .sum();
  }

  @Test
  void whoNeverShakesHandsIsNotWaitedFor() throws Exception {
    try (var gateway = RunningGateway.start(options(IMPATIENT), upstream);
        var silent = new Socket(InetAddress.getLoopbackAddress(), gateway.gateway.port())) {
      // Less than the ten seconds that the server waits by itself.
      silent.setSoTimeout(7_000);
      assertThat(silent.getInputStream().read()).isNegative();
    }
  }

  @Test
  void aCertificateThatCannotBeUsedIsNamed() throws Exception {
    Path wrong = Files.writeString(folder.resolve("wrong.pem"), "no certificate");
    for (Path chain : List.of(wrong, folder.resolve("absent.pem"))) {
      assertThatThrownBy(() ->
              RunningGateway.start(
                  options(chain, certificate.privateKey(), RequestLimits.DEFAULT), upstream))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(chain.toString());
    }
  }
}
