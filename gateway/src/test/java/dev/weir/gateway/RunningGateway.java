package dev.weir.gateway;

import dev.weir.client.call.Upstream;
import dev.weir.client.tool.Tool;
import dev.weir.client.transport.Transport;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonReader;
import dev.weir.gateway.settings.Catalog;
import dev.weir.gateway.settings.CatalogEntry;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** A gateway on a free port, and a client that asks it. */
public final class RunningGateway implements AutoCloseable {
  public static final String HELLO = "{\"messages\":[{\"role\":\"user\",\"content\":\"hello\"}]}";

  public final Gateway gateway;
  private final HttpClient http = HttpClient.newHttpClient();

  private RunningGateway(Gateway gateway) {
    this.gateway = gateway;
  }

  public static RunningGateway start(Path folder, Upstream upstream, Tool... tools)
      throws IOException {
    return start(GatewayOptions.local(0, folder), upstream, tools);
  }

  public static RunningGateway start(GatewayOptions options, Upstream upstream, Tool... tools)
      throws IOException {
    return start(options, transport -> upstream, tools);
  }

  public static RunningGateway start(
      GatewayOptions options, Function<Transport, Upstream> upstream, Tool... tools)
      throws IOException {
    return new RunningGateway(
        Gateway.start(
            options,
            transport ->
                new Catalog(
                    List.of(
                        new CatalogEntry(
                            upstream.apply(transport),
                            List.of("model-1"),
                            /* isSimulated= */ false)),
                    List.of(tools))));
  }

  /** A local gateway that also answers to the port of a proxy before it. */
  public static GatewayOptions behind(int proxyPort, Path folder) {
    GatewayOptions local = GatewayOptions.local(0, folder);
    return new GatewayOptions(
        local.address(),
        Set.of("127.0.0.1:" + proxyPort),
        local.origins(),
        local.keys(),
        local.log(),
        local.recordings(),
        local.secrets(),
        local.streamLimits(),
        local.requestLimits(),
        local.doors());
  }

  public HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gateway.port() + path))
        .timeout(Duration.ofSeconds(30));
  }

  public HttpResponse<String> get(String path, String... headers) throws Exception {
    HttpRequest.Builder request = request(path);
    if (headers.length > 0) {
      request.headers(headers);
    }
    return http.send(request.build(), BodyHandlers.ofString());
  }

  public String body(String path, String... headers) throws Exception {
    return get(path, headers).body();
  }

  public Json json(String path, String... headers) throws Exception {
    return new JsonReader(200, 1 << 26).read(body(path, headers));
  }

  public HttpResponse<InputStream> open(HttpRequest request) throws Exception {
    return http.send(request, BodyHandlers.ofInputStream());
  }

  public HttpRequest chat(String body, String... headers) {
    HttpRequest.Builder request =
        request("/v1/chat")
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return request.build();
  }

  public HttpResponse<String> send(HttpRequest request) throws Exception {
    return http.send(request, BodyHandlers.ofString());
  }

  /** Begins a stream that nobody reads; returns its id. */
  public String detached() throws Exception {
    String body = HELLO.replaceFirst("}$", ",\"detach\":true}");
    HttpResponse<String> response = send(chat(body));
    return new JsonReader(8, 1000).read(response.body()).get("id").textOrEmpty();
  }

  /** Waits until the log has so many events of a stream, or its end. */
  public Json await(String id, Function<Json, Boolean> condition) throws Exception {
    for (int i = 0; i < 2_000; i++) {
      Json stream = json("/v1/streams/" + id);
      if (condition.apply(stream)) {
        return stream;
      }
      Thread.sleep(10);
    }
    throw new AssertionError("stream %s never came so far".formatted(id));
  }

  public Json awaitEvents(String id, long events) throws Exception {
    return await(id, s -> Long.valueOf(events).equals(s.get("events").number()));
  }

  public Json awaitEnd(String id) throws Exception {
    return await(id, s -> !s.get("state").textOrEmpty().equals("live"));
  }

  @Override
  public void close() {
    http.close();
    gateway.close();
  }
}
