package dev.weir.client.tool.mcp;

import dev.weir.codec.Bytes;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger.Level;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Speaks with a server over streamable HTTP: one POST for each message; an answer is one JSON body
 * or an event stream.
 *
 * <p>Each request runs on a virtual thread of its own until its answer is there. In the revisions
 * with sessions, a stream that ends early is resumed where it was cut, if the server numbers its
 * events, after the pause that the server asked for. The revisions without sessions repeat in
 * headers what a proxy may want to know of the body. Redirects are not followed, because our
 * headers would be sent along.
 */
final class HttpChannel implements McpChannel {
  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final Duration FAREWELL = Duration.ofSeconds(2);
  private static final int SESSION_UNKNOWN = 404;
  private static final int MAX_ERROR_BYTES = 64 << 10;
  private static final String SESSION = "Mcp-Session-Id";

  private final McpEndpoint endpoint;
  private final HttpClient client =
      HttpClient.newBuilder()
          .followRedirects(HttpClient.Redirect.NEVER)
          .connectTimeout(CONNECT)
          .build();
  private final Map<Long, Thread> running = new ConcurrentHashMap<>();

  /** Threads that send what has no answer. */
  private final Set<Thread> telling = ConcurrentHashMap.newKeySet();

  private volatile @Nullable Sink sink;
  private volatile @Nullable String session;
  private volatile @Nullable String version;

  HttpChannel(McpEndpoint endpoint) {
    this.endpoint = endpoint;
  }

  @Override
  public void open(Sink receiver) {
    sink = receiver;
  }

  @Override
  public void agreed(String agreed) {
    version = agreed;
  }

  @Override
  public void request(long id, Json message, Map<String, String> headers) {
    boolean isGreeting = "initialize".equals(message.get("method").text());
    if (isGreeting) {
      session = null;
      version = null;
    }
    Thread thread =
        Thread.ofVirtual()
            .name("weir-mcp-" + id)
            .unstarted(() -> exchange(id, message, headers, isGreeting));
    running.put(id, thread);
    thread.start();
  }

  @Override
  public void send(Json message) {
    Thread thread = Thread.ofVirtual().name("weir-mcp-send").unstarted(() -> tell(message));
    telling.add(thread);
    thread.start();
  }

  private void tell(Json message) {
    try (InputStream body = send(post(message, Map.of())).body()) {
      body.skip(0);
    } catch (IOException | IllegalArgumentException | InterruptedException unheard) {
      McpSession.DIAGNOSTICS.log(Level.DEBUG, "MCP server did not take a message", unheard);
    } finally {
      telling.remove(Thread.currentThread());
    }
  }

  @Override
  public boolean abandon(long requestId) {
    Thread thread = running.remove(requestId);
    if (thread != null) {
      thread.interrupt();
    }
    return McpAgreement.isStateless(version);
  }

  @Override
  public boolean hasHeaders() {
    return true;
  }

  @Override
  public @Nullable Duration silence() {
    return null;
  }

  /** One request up to its answer. Owns its thread. */
  private void exchange(long id, Json message, Map<String, String> headers, boolean isGreeting) {
    Sink receiver = sink;
    if (receiver == null) {
      return;
    }
    try {
      HttpResponse<InputStream> response = send(post(message, headers));
      if (isGreeting) {
        session = response.headers().firstValue(SESSION).orElse(null);
      }
      if (!isAnswered(id, response, receiver)) {
        receiver.failed(
            id, new McpException("MCP server %s ended its answer too early".formatted(endpoint)));
      }
    } catch (McpException known) {
      receiver.failed(id, known);
    } catch (IOException | RuntimeException broken) {
      // The message of the cause may contain the URL with its query.
      String what = broken.getClass().getSimpleName();
      receiver.failed(
          id,
          new McpException(
              "MCP server %s cannot be reached: %s".formatted(endpoint, what), broken));
    } catch (InterruptedException abandoned) {
      McpSession.DIAGNOSTICS.log(Level.DEBUG, "Request {0} was given up", id);
    } finally {
      running.remove(id);
    }
  }

  private boolean isAnswered(long id, HttpResponse<InputStream> first, Sink receiver)
      throws IOException, InterruptedException {
    var events = new McpEvents(id, receiver);
    HttpResponse<InputStream> response = first;
    for (int resumes = 0; ; resumes++) {
      try (InputStream body = checked(response).body()) {
        String type = response.headers().firstValue("Content-Type").orElse("");
        boolean isDone =
            type.startsWith("text/event-stream") ? events.read(body) : isMessage(body, receiver);
        boolean goesOn = !McpAgreement.isStateless(version) && !events.lastEventId().isEmpty();
        if (isDone || !goesOn || resumes == McpLimits.MAX_RESUMES) {
          return isDone;
        }
      }
      Thread.sleep(events.pause());
      HttpRequest again = request().GET().setHeader("Last-Event-ID", events.lastEventId()).build();
      response = send(again);
    }
  }

  private static boolean isMessage(InputStream body, Sink receiver) throws IOException {
    byte[] bytes = body.readNBytes(McpLimits.MAX_MESSAGE_BYTES + 1);
    if (bytes.length > McpLimits.MAX_MESSAGE_BYTES) {
      throw new McpException("An answer exceeds %,d bytes".formatted(McpLimits.MAX_MESSAGE_BYTES));
    }
    try {
      receiver.message(McpSession.READER.read(Bytes.of(bytes, 0, bytes.length)));
      return true;
    } catch (JsonException malformed) {
      throw new McpException("An answer is not a message: " + malformed.getMessage(), malformed);
    }
  }

  private HttpResponse<InputStream> checked(HttpResponse<InputStream> response) throws IOException {
    int status = response.statusCode();
    if (status == SESSION_UNKNOWN && session != null) {
      response.body().close();
      throw McpException.sessionLost();
    }
    if (status / 100 != 2) {
      throw refusal(response);
    }
    return response;
  }

  private McpException refusal(HttpResponse<InputStream> response) throws IOException {
    Json error = Json.Null.NULL;
    try (InputStream body = response.body()) {
      byte[] bytes = body.readNBytes(MAX_ERROR_BYTES);
      error = McpSession.READER.read(Bytes.of(bytes, 0, bytes.length)).get("error");
    } catch (JsonException words) {
      // A page or a line of text, as proxies send them.
    }
    String message = error.get("message").textOrEmpty();
    return McpException.refused(
        "MCP server %s answered %d%s; check its address and our headers"
            .formatted(
                endpoint, response.statusCode(), message.isEmpty() ? "" : " (" + message + ")"),
        error);
  }

  private HttpRequest post(Json message, Map<String, String> headers) {
    HttpRequest.Builder request = request().setHeader("Content-Type", "application/json");
    if (McpAgreement.isStateless(version)) {
      request.setHeader("Mcp-Method", message.get("method").textOrEmpty());
      String name = message.get("params").get("name").textIfAny();
      if (name != null) {
        request.setHeader("Mcp-Name", HeaderText.of(name));
      }
      headers.forEach(request::setHeader);
    }
    return request.POST(BodyPublishers.ofString(message.toText())).build();
  }

  private HttpRequest.Builder request() {
    HttpRequest.Builder builder = HttpRequest.newBuilder(endpoint.url());
    endpoint.headers().forEach(builder::setHeader);
    builder.setHeader("Accept", "application/json, text/event-stream");
    String known = session;
    if (known != null) {
      builder.setHeader(SESSION, known);
    }
    String agreed = version;
    if (agreed != null) {
      builder.setHeader("MCP-Protocol-Version", agreed);
    }
    return builder;
  }

  private HttpResponse<InputStream> send(HttpRequest request)
      throws IOException, InterruptedException {
    return client.send(request, BodyHandlers.ofInputStream());
  }

  /** What was said in a session must not come after its end. */
  private void awaitTold() throws InterruptedException {
    long until = System.nanoTime() + FAREWELL.toNanos();
    for (Thread each : telling) {
      each.join(Duration.ofNanos(Math.max(0, until - System.nanoTime())));
    }
  }

  @Override
  public void close() {
    running.values().forEach(Thread::interrupt);
    try {
      if (session != null) {
        awaitTold();
        client.send(request().DELETE().timeout(FAREWELL).build(), BodyHandlers.discarding());
      }
    } catch (IOException | IllegalArgumentException unheard) {
      McpSession.DIAGNOSTICS.log(Level.DEBUG, "The session was not ended properly", unheard);
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    } finally {
      client.shutdownNow();
    }
  }
}
