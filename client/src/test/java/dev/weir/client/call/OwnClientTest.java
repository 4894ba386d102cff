package dev.weir.client.call;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.weir.client.Answer;
import dev.weir.client.Weir;
import dev.weir.client.provider.Provider;
import dev.weir.client.transport.TransportOptions;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.Request;
import dev.weir.event.Verdict;
import dev.weir.testkit.OwnCertificate;
import java.io.IOException;
import java.net.Authenticator;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.PasswordAuthentication;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Clients of the JDK as their users make them. */
@Timeout(60)
class OwnClientTest {
  private static final byte[] BODY =
      "data: {\"id\":\"r1\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Hi\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n"
          .getBytes(UTF_8);
  private static final CallOptions ONCE = CallOptions.DEFAULT.withTries(1, Duration.ZERO);
  private static final Authenticator PASSWORD =
      new Authenticator() {
        @Override
        protected PasswordAuthentication getPasswordAuthentication() {
          return new PasswordAuthentication("weir", "secret".toCharArray());
        }
      };

  private static SSLContext context;

  /** Streams that have come and wait for their answer. */
  private final BlockingQueue<Held> held = new LinkedBlockingQueue<>();

  private record Held(Http2Server.Connection connection, int stream) {
    void answer() throws IOException {
      connection.headers(stream);
      connection.data(stream, BODY);
      connection.end(stream);
    }
  }

  @BeforeAll
  static void certify(@TempDir Path folder) throws Exception {
    context = OwnCertificate.in(folder).context();
  }

  @Test
  void aProxyThatAsksForAPasswordGetsThatOfTheClient() throws Exception {
    HttpServer proxy =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    proxy.createContext("/", OwnClientTest::answerWhoeverHasThePassword);
    proxy.start();
    try {
      TransportOptions through =
          TransportOptions.DEFAULT.withProxy(ProxySelector.of(proxy.getAddress()));
      Answer unknown = ask("http://provider.example", through);
      Answer known =
          ask(
              "http://provider.example",
              through.withClients(client -> client.authenticator(PASSWORD).build()));
      assertThat(unknown.verdict()).isEqualTo(Verdict.FAILED);
      assertThat(known.text()).isEqualTo("Hi");
    } finally {
      proxy.stop(0);
    }
  }

  private static void answerWhoeverHasThePassword(HttpExchange exchange) throws IOException {
    exchange.getRequestBody().readAllBytes();
    String basic = Base64.getEncoder().encodeToString("weir:secret".getBytes(UTF_8));
    if (("Basic " + basic).equals(exchange.getRequestHeaders().getFirst("Proxy-Authorization"))) {
      exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
      exchange.sendResponseHeaders(200, BODY.length);
      exchange.getResponseBody().write(BODY);
    } else {
      exchange.getResponseHeaders().set("Proxy-Authenticate", "Basic realm=\"here\"");
      exchange.sendResponseHeaders(407, -1);
    }
    exchange.close();
  }

  @Test
  void everyConnectionHasANewClientAndAllAreClosedWithTheTransport() throws Exception {
    List<HttpClient> made = new CopyOnWriteArrayList<>();
    TransportOptions own =
        TransportOptions.DEFAULT
            .withStreamsPerConnection(5)
            .withClients(client -> {
              made.add(client.sslContext(context).build());
              return made.getLast();
            });
    try (var server = holding();
        Weir weir = Weir.of(provider("https://127.0.0.1:" + server.port()), ONCE, own)) {
      List<CompletableFuture<Answer>> answers =
          Stream.generate(() -> weir.future(Request.of("Hi"))).limit(20).toList();
      for (Held one : take(20)) {
        one.answer();
      }
      for (CompletableFuture<Answer> answer : answers) {
        assertThat(answer.get(30, TimeUnit.SECONDS).text()).isEqualTo("Hi");
      }
      assertThat(server.connections()).isEqualTo(4);
      assertThat(made).hasSize(4);
    }
    for (HttpClient client : made) {
      assertThat(client.awaitTermination(Duration.ofSeconds(30))).as("is closed").isTrue();
    }
  }

  /** Where one client is full, it would be asked for ever. */
  @Test
  void aClientThatIsMadeTwiceFailsTheCallThatNeedsAnother() throws Exception {
    try (HttpClient one = HttpClient.newBuilder().sslContext(context).build();
        var server = holding();
        Weir weir =
            Weir.of(
                provider("https://127.0.0.1:" + server.port()),
                ONCE,
                TransportOptions.DEFAULT.withStreamsPerConnection(1).withClients(client -> one))) {
      CompletableFuture<Answer> first = weir.future(Request.of("Hi"));
      Held waiting = take(1).getFirst();
      assertFails(weir.ask(Request.of("Hi")), "made the same client again");
      waiting.answer();
      assertThat(first.get(30, TimeUnit.SECONDS).text()).isEqualTo("Hi");
    }
  }

  @Test
  void aClientThatFollowsRedirectsIsNotUsed() throws Exception {
    try (var server = new RawServer((socket, request) -> RawServer.reset(socket))) {
      Function<HttpClient.Builder, HttpClient> following =
          client -> client.followRedirects(HttpClient.Redirect.NORMAL).build();
      assertFails(
          ask("http://127.0.0.1:" + server.port(), TransportOptions.DEFAULT.withClients(following)),
          "follows redirects (NORMAL)");
      assertThat(server.requests()).isEmpty();
    }
  }

  @Test
  void whateverTheFunctionThrowsFailsTheCall() {
    TransportOptions broken =
        TransportOptions.DEFAULT.withClients(client -> {
          throw new AssertionError("out of order");
        });
    for (String scheme : List.of("http", "https")) {
      assertFails(ask(scheme + "://127.0.0.1:1", broken), "AssertionError: out of order");
    }
  }

  private static void assertFails(Answer answer, String why) {
    assertThat(answer.verdict()).isEqualTo(Verdict.FAILED);
    assertThat(answer.error().orElseThrow().message()).contains(why);
  }

  private static Answer ask(String url, TransportOptions transport) {
    try (Weir weir = Weir.of(provider(url), ONCE, transport)) {
      return weir.ask(Request.of("Hi"));
    }
  }

  private static Provider provider(String url) {
    return Provider.builder("own", Dialects.OPENAI_CHAT, url).defaultModel("m").build();
  }

  private Http2Server holding() throws IOException {
    return new Http2Server(context, (connection, stream) -> held.add(new Held(connection, stream)));
  }

  private List<Held> take(int count) throws InterruptedException {
    List<Held> taken = new ArrayList<>();
    while (taken.size() < count) {
      Held next = held.poll(30, TimeUnit.SECONDS);
      assertThat(next).as("request %d of %d has come", taken.size() + 1, count).isNotNull();
      taken.add(next);
    }
    return taken;
  }
}
