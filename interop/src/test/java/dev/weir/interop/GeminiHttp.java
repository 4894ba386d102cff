package dev.weir.interop;

import com.google.genai.Client;
import com.google.genai.types.HttpOptions;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicReference;

/** The world as google-genai sees it, which lets nobody replace its HTTP client: a local server. */
final class GeminiHttp implements AutoCloseable {
  private final AtomicReference<byte[]> answer = new AtomicReference<>(new byte[0]);
  private final HttpServer server;
  private final Client client;

  GeminiHttp() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext(
        "/",
        exchange -> {
          byte[] bytes = answer.get();
          exchange.getRequestBody().readAllBytes();
          exchange.getResponseHeaders().add("content-type", "text/event-stream");
          exchange.sendResponseHeaders(200, bytes.length);
          try (var body = exchange.getResponseBody()) {
            body.write(bytes);
          }
        });
    server.start();
    String url =
        "http://%s:%d"
            .formatted(server.getAddress().getHostString(), server.getAddress().getPort());
    client =
        Client.builder()
            .apiKey("none")
            .httpOptions(HttpOptions.builder().baseUrl(url).build())
            .build();
  }

  /** The client, whose next request is answered with these bytes. */
  Client answering(byte[] bytes) {
    answer.set(bytes);
    return client;
  }

  @Override
  public void close() {
    client.close();
    server.stop(0);
  }
}
