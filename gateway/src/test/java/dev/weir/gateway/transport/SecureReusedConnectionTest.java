package dev.weir.gateway.transport;

import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.ServerSocket;

/** The same over TLS, where Vert.x has the connections. */
final class SecureReusedConnectionTest extends ReusedConnectionTest {
  @Override
  String scheme() {
    return "https";
  }

  @Override
  ServerSocket listen() throws IOException {
    return TlsServer.listen();
  }

  @Override
  VertxTransport transport(Vertx on) {
    return TlsServer.transport(on);
  }
}
