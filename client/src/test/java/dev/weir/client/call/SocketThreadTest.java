package dev.weir.client.call;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.client.Answer;
import dev.weir.client.Weir;
import dev.weir.client.provider.Provider;
import dev.weir.client.transport.JdkTransport;
import dev.weir.client.transport.TransportOptions;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.Request;
import dev.weir.testkit.OwnCertificate;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The JDK's client waits for all its sockets on one thread: nothing that blocks is done there. */
@Timeout(60)
class SocketThreadTest {
  private static final String BODY =
      "data: {\"id\":\"r1\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Hi\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";

  private final CountDownLatch blocks = new CountDownLatch(1);
  private final CountDownLatch isFree = new CountDownLatch(1);

  private void block() {
    blocks.countDown();
    try {
      isFree.await();
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  private static Weir weir(String url, JdkTransport transport) {
    Provider provider =
        Provider.builder("raw", Dialects.OPENAI_CHAT, url).defaultModel("m").build();
    return Weir.of(new HttpUpstream(provider, transport, CallOptions.DEFAULT));
  }

  private static void answer(Socket socket, int request) throws IOException {
    RawServer.write(socket, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n" + BODY);
  }

  @Test
  void aSinkThatBlocksOverHttp1HoldsUpNoOtherCall() throws Exception {
    try (var transport = new JdkTransport();
        var server = new RawServer(SocketThreadTest::answer)) {
      Weir weir = weir("http://127.0.0.1:" + server.port(), transport);
      weir.call(
          Request.of("Hi"),
          event -> {
            if (event instanceof CallEvent.Arrived) {
              block();
            }
          });
      assertThat(blocks.await(30, TimeUnit.SECONDS)).isTrue();
      assertThat(weir.ask("Hi").text()).isEqualTo("Hi");
      isFree.countDown();
    }
  }

  /** Such as one that asks a server whether a certificate was revoked. */
  @Test
  void aCheckOfACertificateThatBlocksHoldsUpNoStreamOfAnotherServer(@TempDir Path folder)
      throws Exception {
    var keys = OwnCertificate.in(folder).context();
    var isAsked = new CompletableFuture<Http2Server.Connection>();
    try (var quick = new Http2Server(keys, (connection, stream) -> isAsked.complete(connection));
        var checked = new Http2Server(keys, SocketThreadTest::answer);
        var transport =
            new JdkTransport(TransportOptions.DEFAULT.withTrust(blockingFor(checked.port())))) {
      CompletableFuture<Answer> first =
          weir("https://127.0.0.1:" + quick.port(), transport).future(Request.of("Hi"));
      Http2Server.Connection connection = isAsked.get(30, TimeUnit.SECONDS);
      CompletableFuture<Answer> second =
          weir("https://127.0.0.1:" + checked.port(), transport).future(Request.of("Hi"));
      assertThat(blocks.await(30, TimeUnit.SECONDS)).isTrue();
      answer(connection, /* stream= */ 1);
      assertThat(first.get(30, TimeUnit.SECONDS).text()).isEqualTo("Hi");
      assertThat(second).isNotDone();
      isFree.countDown();
      assertThat(second.get(30, TimeUnit.SECONDS).text()).isEqualTo("Hi");
    }
  }

  private static void answer(Http2Server.Connection connection, int stream) throws IOException {
    connection.headers(stream);
    connection.data(stream, BODY.getBytes(UTF_8));
    connection.end(stream);
  }

  private SSLContext blockingFor(int port) throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, new TrustManager[] {new Blocking(port)}, null);
    return context;
  }

  /** Trusts everybody, one of them late. */
  private final class Blocking extends X509ExtendedTrustManager {
    private final int port;

    Blocking(int port) {
      this.port = port;
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
      if (engine.getPeerPort() == port) {
        block();
      }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
