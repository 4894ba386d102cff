package dev.weir.client.call;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.weir.client.call.NetworkFaultTest.Watching;
import dev.weir.client.provider.Provider;
import dev.weir.client.transport.JdkTransport;
import dev.weir.client.transport.TransportOptions;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.Request;
import dev.weir.event.Verdict;
import dev.weir.testkit.OwnCertificate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.ServerSocket;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Any number of streams at once, whatever a server allows on one connection. */
class Http2LimitTest {
  private static final byte[] BODY =
      "data: {\"id\":\"r1\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Hi\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n"
          .getBytes(UTF_8);

  private static SSLContext context;
  private static TransportOptions trusting;

  /** Requests that have come and wait for their answer. */
  private final BlockingQueue<Held> held = new LinkedBlockingQueue<>();

  private record Held(Http2Server.Connection connection, int stream) {
    void begin() throws IOException {
      connection.headers(stream);
    }

    void answer() throws IOException {
      begin();
      connection.data(stream, BODY);
      connection.end(stream);
    }
  }

  @BeforeAll
  static void certify(@TempDir Path folder) throws Exception {
    context = OwnCertificate.in(folder).context();
    trusting = TransportOptions.DEFAULT.withTrust(context);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 10, 25})
  void streamsBeyondTheLimitOfAConnectionGoOverOthersWithinOneTry(int limit) throws Exception {
    try (var transport = new JdkTransport(trusting);
        var server = holding(limit)) {
      List<Counting> calls = ask(transport, server, 60);
      List<Held> all = take(60);
      for (Held one : all) {
        one.answer();
      }
      assertComplete(calls);
      assertThat(server.requests()).isEqualTo(60);
    }
  }

  @Test
  void whatAConnectionCarriesIsFilledBeforeAnotherIsOpened() throws Exception {
    try (var transport = new JdkTransport(trusting);
        var server = holding(30)) {
      List<Counting> calls = new ArrayList<>(ask(transport, server, 1));
      List<Held> all = new ArrayList<>(take(1));
      // From now on the limit is known.
      all.getFirst().begin();
      calls.getFirst().awaitHeaders();
      calls.addAll(ask(transport, server, 89));
      all.addAll(take(89));
      assertThat(server.connections()).isLessThanOrEqualTo(8);
      assertThat(all.stream().filter(one -> one.connection == all.getFirst().connection))
          .hasSize(30);
      all.getFirst().connection.data(all.getFirst().stream, BODY);
      all.getFirst().connection.end(all.getFirst().stream);
      for (Held one : all.subList(1, all.size())) {
        one.answer();
      }
      assertComplete(calls);
    }
  }

  @Test
  void aSinkThatBlocksHoldsUpNoOtherStreamOfItsConnection() throws Exception {
    var hasText = new CountDownLatch(1);
    var isFree = new CountDownLatch(1);
    var blocking =
        new Counting() {
          @Override
          public void accept(CallEvent event) {
            super.accept(event);
            if (event instanceof CallEvent.Arrived) {
              hasText.countDown();
              awaitUninterruptibly(isFree);
            }
          }
        };
    try (var transport = new JdkTransport(trusting);
        var server = holding(100)) {
      open(transport, "https://127.0.0.1:" + server.port(), blocking);
      take(1).getFirst().answer();
      assertThat(hasText.await(30, TimeUnit.SECONDS)).as("the sink is called").isTrue();
      List<Counting> others = ask(transport, server, 3);
      for (Held one : take(3)) {
        one.answer();
      }
      assertComplete(others);
      assertThat(server.connections()).isEqualTo(1);
      isFree.countDown();
      assertComplete(List.of(blocking));
    }
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void callsThatComeTogetherShareTheConnectionThatTheFirstOneOpens() throws Exception {
    try (var transport = new JdkTransport(trusting);
        var server = holding(100)) {
      List<Counting> calls = ask(transport, server, 10);
      for (Held one : take(10)) {
        one.answer();
      }
      assertComplete(calls);
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @Test
  void aConnectionCarriesNoMoreThanAskedFor() throws Exception {
    try (var transport = new JdkTransport(trusting.withStreamsPerConnection(5));
        var server = holding(100)) {
      List<Counting> calls = ask(transport, server, 20);
      for (Held one : take(20)) {
        one.answer();
      }
      assertComplete(calls);
      assertThat(server.connections()).isEqualTo(4);
    }
  }

  @Test
  void aCancelledStreamGivesItsPlaceBack() throws Exception {
    try (var transport = new JdkTransport(trusting.withStreamsPerConnection(1));
        var server = holding(1)) {
      // Often enough that a cancel also meets the beginning of a body.
      for (int i = 0; i < 100; i++) {
        var call = new Counting();
        StreamCall open = open(transport, "https://127.0.0.1:" + server.port(), call);
        Held one = take(1).getFirst();
        one.begin();
        call.awaitHeaders();
        open.cancel();
        assertThat(call.awaitEnd()).isTrue();
        one.connection.awaitReset(one.stream);
      }
      assertThat(server.connections()).isLessThanOrEqualTo(2);
    }
  }

  @Test
  void whoeverWaitsForAConnectionThatFailsFailsWithIt() throws Exception {
    int nobody;
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      nobody = taken.getLocalPort();
    }
    try (var transport = new JdkTransport(trusting)) {
      List<Counting> calls = ask(transport, "https://127.0.0.1:" + nobody, 20);
      for (Counting call : calls) {
        assertThat(call.awaitEnd()).isTrue();
        assertThat(call.response().verdict()).isEqualTo(Verdict.FAILED);
        assertThat(call.tries.get()).isEqualTo(3);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void overHttp1EveryStreamHasItsConnection(boolean isAskedFor) throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      HttpsServer server =
          HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 200);
      server.setHttpsConfigurator(new HttpsConfigurator(context));
      server.setExecutor(threads);
      var protocols = new LinkedBlockingQueue<String>();
      answer(server, protocols);
      server.start();
      TransportOptions options =
          isAskedFor ? trusting.withVersion(HttpClient.Version.HTTP_1_1) : trusting;
      try (var transport = new JdkTransport(options)) {
        assertComplete(ask(transport, "https://127.0.0.1:" + server.getAddress().getPort(), 150));
        assertThat(protocols).hasSize(150).containsOnly("HTTP/1.1");
      } finally {
        server.stop(0);
      }
    }
  }

  private static void answer(HttpServer server, BlockingQueue<String> protocols) {
    server.createContext(
        "/",
        exchange -> {
          protocols.add(exchange.getProtocol());
          exchange.getRequestBody().readAllBytes();
          exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
          exchange.sendResponseHeaders(200, BODY.length);
          exchange.getResponseBody().write(BODY);
          exchange.close();
        });
  }

  @Test
  void aProxyIsAskedInsteadOfTheServer() throws Exception {
    try (var proxy =
            new RawServer((socket, request) ->
                RawServer.answer(socket, "200 OK", "Content-Type: text/event-stream\r\n", BODY));
        var transport =
            new JdkTransport(
                trusting.withProxy(
                    ProxySelector.of(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), proxy.port()))))) {
      assertComplete(ask(transport, "http://provider.example", 1));
      assertThat(proxy.requests())
          .singleElement()
          .asString()
          .startsWith("POST http://provider.example/chat/completions ");
    }
  }

  private Http2Server holding(int limit) throws IOException {
    return new Http2Server(
        context, limit, (connection, stream) -> held.add(new Held(connection, stream)));
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

  private static List<Counting> ask(JdkTransport transport, Http2Server server, int count) {
    return ask(transport, "https://127.0.0.1:" + server.port(), count);
  }

  private static List<Counting> ask(JdkTransport transport, String url, int count) {
    List<Counting> calls = Stream.generate(Counting::new).limit(count).toList();
    calls.forEach(call -> open(transport, url, call));
    return calls;
  }

  private static StreamCall open(JdkTransport transport, String url, Counting call) {
    Provider provider = Provider.builder("h2", Dialects.OPENAI_CHAT, url).defaultModel("m").build();
    return new HttpUpstream(provider, transport, Waits.OPTIONS, new Waits())
        .open(Request.of("Hi"), call);
  }

  private static void assertComplete(List<Counting> calls) {
    for (Counting call : calls) {
      assertThat(call.awaitEnd()).isTrue();
      assertThat(call.problems).isEmpty();
      assertThat(call.response().verdict()).isEqualTo(Verdict.COMPLETE);
      assertThat(call.tries.get()).isEqualTo(1);
    }
  }

  /** Counts the tries, too. */
  private static class Counting extends Watching {
    final AtomicInteger tries = new AtomicInteger();
    private final CountDownLatch begun = new CountDownLatch(1);

    @Override
    public void accept(CallEvent event) {
      if (event instanceof CallEvent.Trying) {
        tries.incrementAndGet();
      } else if (event instanceof CallEvent.Headers) {
        begun.countDown();
      }
      super.accept(event);
    }

    void awaitHeaders() throws InterruptedException {
      assertThat(begun.await(30, TimeUnit.SECONDS)).as("headers have come").isTrue();
    }
  }
}
