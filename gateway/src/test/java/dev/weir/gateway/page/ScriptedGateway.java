package dev.weir.gateway.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The gateway's HTTP API with every fault at an exact frame: streams are scripts, and a test says
 * how far each may run and where a connection breaks. What the page cannot be shown with the real
 * gateway, because there it depends on time, is shown with this one.
 */
final class ScriptedGateway implements AutoCloseable {

  private static final Pattern STREAM = Pattern.compile("/v1/streams/([^/]+)(?:/(\\w+))?");

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final PageFiles files = new PageFiles();
  private final Queue<ScriptedStream> next = new ConcurrentLinkedQueue<>();
  private final Map<String, ScriptedStream> streams =
      Collections.synchronizedMap(new LinkedHashMap<>());
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final List<String> bodies = new CopyOnWriteArrayList<>();
  private volatile @Nullable String key;
  private volatile boolean unreachable;
  private volatile String routes = "";
  private volatile String tools = "";

  ScriptedGateway() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::serve);
    server.start();
  }

  String address() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
  }

  /** The next question is answered with this stream. */
  ScriptedStream answer(LifecycleScript script) {
    ScriptedStream stream =
        new ScriptedStream("stream-" + (streams.size() + next.size() + 1), script.frames());
    next.add(stream);
    return stream;
  }

  /** How the routes are, as JSON. */
  void routes(String json) {
    routes = json;
  }

  /** The tools of the gateway, as JSON. */
  void tools(String json) {
    tools = json;
  }

  void requireKey(String required) {
    key = required;
  }

  /** As long as it is unreachable, it closes every connection without a word. */
  void setUnreachable(boolean unreachable) {
    this.unreachable = unreachable;
    if (unreachable) {
      streams.values().forEach(ScriptedStream::breakConnections);
    }
  }

  /** Method and path with query of every request. */
  List<String> requests() {
    return List.copyOf(requests);
  }

  /** What was asked, oldest first. */
  List<String> bodies() {
    return List.copyOf(bodies);
  }

  private void serve(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
    Optional<PageFile> file = files.find(path);
    if (unreachable) {
      exchange.close();
    } else if (file.isPresent()) {
      exchange.getResponseHeaders().add("Content-Security-Policy", file.get().policy());
      answer(exchange, 200, file.get().contentType(), file.get().bytes());
    } else if (key != null
        && !("Bearer " + key).equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
      json(
          exchange,
          401,
          "{\"error\":{\"code\":\"unauthorized\",\"message\":\"A gateway key is needed\"}}");
    } else {
      api(exchange, path);
    }
  }

  private void api(HttpExchange exchange, String path) throws IOException {
    Matcher named = STREAM.matcher(path);
    if (path.equals("/v1/providers")) {
      json(
          exchange,
          200,
          "{\"providers\":[{\"name\":\"sim\",\"dialect\":\"openai-responses\",\"models\":[\"thinker\",\"fast\"],\"default\":true,\"simulated\":true}]}");
    } else if (path.equals("/v1/routes")) {
      json(exchange, 200, "{\"routes\":[" + routes + "]}");
    } else if (path.equals("/v1/tools")) {
      json(exchange, 200, "{\"tools\":[" + tools + "]}");
    } else if (path.equals("/v1/chats")) {
      json(exchange, 200, "{\"chats\":[" + (streams.isEmpty() ? "" : row()) + "]}");
    } else if (path.startsWith("/v1/chats/")) {
      chat(exchange, path.substring("/v1/chats/".length()));
    } else if (path.equals("/v1/chat")) {
      String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
      bodies.add(body);
      ScriptedStream stream = next.poll();
      if (stream == null) {
        json(
            exchange,
            503,
            "{\"error\":{\"code\":\"no_provider\",\"message\":\"No provider answers\"}}");
        return;
      }
      stream.asked(body);
      streams.put(stream.id(), stream);
      json(exchange, 202, "{\"id\":\"" + stream.id() + "\"}");
    } else {
      ScriptedStream stream = named.matches() ? streams.get(named.group(1)) : null;
      if (stream == null) {
        json(
            exchange,
            404,
            "{\"error\":{\"code\":\"not_found\",\"message\":\"There is no such stream\"}}");
      } else {
        about(exchange, stream, named.group(2));
      }
    }
  }

  /** All streams are one chat, which the first of them names. */
  private String row() {
    ScriptedStream last = List.copyOf(streams.values()).getLast();
    return "{\"id\":\"stream-1\",\"title\":\"Question of stream-1\",\"live\":%s,\"last\":%s}"
        .formatted(last.isLive(), last.about());
  }

  private void chat(HttpExchange exchange, String id) throws IOException {
    if (!streams.containsKey(id)) {
      json(
          exchange,
          404,
          "{\"error\":{\"code\":\"not_found\",\"message\":\"There is no such stream\"}}");
      return;
    }
    json(
        exchange,
        200,
        "{\"id\":\"stream-1\",\"title\":\"Question of stream-1\",\"streams\":["
            + String.join(",", streams.values().stream().map(ScriptedStream::about).toList())
            + "]}");
  }

  private static void about(HttpExchange exchange, ScriptedStream stream, @Nullable String what)
      throws IOException {
    if ("cancel".equals(what)) {
      stream.cancel();
      exchange.sendResponseHeaders(204, -1);
      exchange.close();
    } else if (what == null) {
      json(exchange, 200, stream.about());
    } else if (what.equals("events")) {
      String query = String.valueOf(exchange.getRequestURI().getQuery());
      exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
      exchange.sendResponseHeaders(200, 0);
      try (OutputStream out = exchange.getResponseBody()) {
        stream.send(Integer.parseInt(query.replaceAll("\\D", "")), out);
      } catch (ScriptedStream.Broken e) {
        exchange.close();
      }
    } else if (what.equals("metrics")) {
      json(
          exchange,
          200,
          "[{\"weir\":\"metrics\",\"version\":1,\"startedAt\":\"2025-11-15T09:46:40Z\",\"timing\":{\"headersMicros\":90000,\"firstThinkingMicros\":200000,\"firstTextMicros\":900000,\"lastOutputMicros\":1500000,\"totalMicros\":1600000},\"usage\":{\"outputTokens\":321}}]");
    } else {
      answer(exchange, 200, "application/x-ndjson", "{\"weir\":\"recording\"}\n".getBytes(UTF_8));
    }
  }

  private static void json(HttpExchange exchange, int status, String body) throws IOException {
    answer(exchange, status, "application/json", body.getBytes(UTF_8));
  }

  private static void answer(HttpExchange exchange, int status, String contentType, byte[] body)
      throws IOException {
    exchange.getResponseHeaders().add("Content-Type", contentType);
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  @Override
  public void close() {
    streams.values().forEach(ScriptedStream::breakConnections);
    server.stop(0);
    threads.shutdownNow();
  }
}
