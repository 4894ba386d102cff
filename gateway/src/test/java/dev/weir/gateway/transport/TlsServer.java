package dev.weir.gateway.transport;

import dev.weir.testkit.OwnCertificate;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import javax.net.ssl.SSLContext;

/** A server over TLS that speaks HTTP/1.1 alone, and a transport that trusts it. */
final class TlsServer {
  private static final SSLContext CONTEXT = context();

  private TlsServer() {}

  private static SSLContext context() {
    try {
      Path folder = Files.createTempDirectory("weir-tls");
      return OwnCertificate.in(folder).context();
    } catch (IOException wrong) {
      throw new UncheckedIOException(wrong);
    } catch (InterruptedException | GeneralSecurityException wrong) {
      throw new AssertionError(wrong);
    }
  }

  static ServerSocket listen() throws IOException {
    return CONTEXT
        .getServerSocketFactory()
        .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }

  static VertxTransport transport(Vertx vertx) {
    return new VertxTransport(
        vertx,
        new UpstreamNames(),
        Duration.ofSeconds(60),
        VertxTransport.secure().setTrustAll(true).setVerifyHost(false));
  }
}
