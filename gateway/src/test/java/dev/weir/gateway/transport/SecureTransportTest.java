package dev.weir.gateway.transport;

import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.ServerSocket;

/** What holds without TLS holds with it, where Vert.x has the connections. */
final class SecureTransportTest extends VertxTransportTest {
  @Override
  String scheme() {
    return "https";
  }

  @Override
  boolean joinsChunks() {
    return false;
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
