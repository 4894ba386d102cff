package dev.weir.client.call;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.client.provider.Provider;
import dev.weir.codec.registry.Dialects;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Begins an answer of OpenAI Chat and then says nothing until the client leaves. */
public final class SilentServer implements AutoCloseable {
  private final CountDownLatch closed = new CountDownLatch(1);
  private final RawServer server;

  public SilentServer(String beginning) throws IOException {
    server =
        new RawServer((socket, request) -> {
          RawServer.write(
              socket,
              "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n");
          RawServer.chunk(socket, beginning.getBytes(UTF_8));
          try {
            RawServer.awaitClose(socket);
          } finally {
            closed.countDown();
          }
        });
  }

  public Provider provider() {
    return Provider.builder("silent", Dialects.OPENAI_CHAT, "http://127.0.0.1:" + server.port())
        .defaultModel("m")
        .build();
  }

  public List<String> requests() {
    return server.requests();
  }

  /** Waits until the client has closed the connection. */
  public void awaitClose() throws InterruptedException {
    assertThat(closed.await(20, TimeUnit.SECONDS)).as("the client left").isTrue();
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
