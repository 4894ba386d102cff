package dev.weir.gateway.loop;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Context;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.internal.VertxInternal;
import io.vertx.core.net.SocketAddress;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GatewayLoopsTest {
  private static final int CONNECTIONS = 100;

  private final Vertx vertx = GatewayLoops.vertx(3);
  private final Set<String> listening = ConcurrentHashMap.newKeySet();
  private final AtomicInteger port = new AtomicInteger();

  @AfterEach
  void stop() throws Exception {
    vertx.close().await(10, TimeUnit.SECONDS);
  }

  /** Listens on its event loop, and answers with that loop's name. */
  private final class Listener extends VerticleBase {
    @Override
    public Future<?> start() {
      listening.add(Thread.currentThread().getName());
      HttpServer server = vertx.createHttpServer();
      return server
          .requestHandler(request -> request.response().end(Thread.currentThread().getName()))
          .listen(SocketAddress.sharedRandomPort(1, "127.0.0.1"))
          .onSuccess(known -> port.set(known.actualPort()));
    }
  }

  private static String ask(Socket connection) throws IOException {
    connection
        .getOutputStream()
        .write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(US_ASCII));
    var reader = new BufferedReader(new InputStreamReader(connection.getInputStream(), US_ASCII));
    int length = 0;
    for (String line = reader.readLine(); line != null && !line.isEmpty(); ) {
      if (line.startsWith("content-length: ")) {
        length = Integer.parseInt(line.substring(16));
      }
      line = reader.readLine();
    }
    var body = new char[length];
    assertThat(reader.read(body)).isEqualTo(length);
    return new String(body);
  }

  @Test
  void everyConnectionIsServedByALoopThatListens() throws Exception {
    vertx
        .deployVerticle(Listener::new, new DeploymentOptions().setInstances(2))
        .await(10, TimeUnit.SECONDS);
    List<Socket> open = new ArrayList<>();
    List<String> served = new ArrayList<>();
    try {
      for (int i = 0; i < CONNECTIONS; i++) {
        Socket connection = new Socket(InetAddress.getLoopbackAddress(), port.get());
        open.add(connection);
        served.add(ask(connection));
      }
      assertThat(served).hasSize(CONNECTIONS).isSubsetOf(listening);
      // A few are spread evenly.
      assertThat(served.subList(0, 8)).containsAll(listening);
    } finally {
      for (Socket connection : open) {
        connection.close();
      }
    }
  }

  @Test
  void whatWeConnectStaysOnTheLoopThatAskedForIt() throws Exception {
    vertx
        .deployVerticle(Listener::new, new DeploymentOptions().setInstances(2))
        .await(10, TimeUnit.SECONDS);
    List<Future<String>> loops = new ArrayList<>();
    for (int i = 0; i < CONNECTIONS; i++) {
      Context context = ((VertxInternal) vertx).createEventLoopContext();
      Promise<String> told = Promise.promise();
      context.runOnContext(v -> {
        String here = Thread.currentThread().getName();
        vertx
            .createNetClient()
            .connect(port.get(), "127.0.0.1")
            .map(socket -> here.equals(Thread.currentThread().getName()) ? "same" : "other")
            .onComplete(told);
      });
      loops.add(told.future());
    }
    Future.all(loops).await(10, TimeUnit.SECONDS);
    assertThat(loops).extracting(Future::result).containsOnly("same");
  }
}
