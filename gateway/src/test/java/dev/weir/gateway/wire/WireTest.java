package dev.weir.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WireTest {
  @Test
  void connectionsOfTheVertxThatWeShipTellTheirChannel() throws Exception {
    // They do so in a package that promises nothing: without it all works, but costs more.
    Vertx vertx = Vertx.vertx();
    try {
      var writing = new CompletableFuture<Boolean>();
      HttpServer server =
          vertx.createHttpServer().requestHandler(request -> answer(request, writing));
      int port = server.listen(0, "127.0.0.1").await(20, TimeUnit.SECONDS).actualPort();
      vertx.runOnContext(v ->
          vertx
              .createHttpClient()
              .request(HttpMethod.GET, port, "127.0.0.1", "/")
              .onSuccess(request -> request.send()));
      assertThat(writing.get(20, TimeUnit.SECONDS)).isTrue();
    } finally {
      vertx.close().await(20, TimeUnit.SECONDS);
    }
  }

  private static void answer(HttpServerRequest request, CompletableFuture<Boolean> writing) {
    writing.complete(ChunkWriter.of(request) != null);
    var unused = request.response().end("hello");
  }
}
