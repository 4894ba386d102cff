package dev.weir.client.tool.mcp;

import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonReader;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * JSON-RPC with one server: finds out which revision of the protocol it speaks, sends requests,
 * matches answers to them by id, and answers what the server asks of us.
 *
 * <p>We offer servers nothing (no sampling, roots or elicitation), so of their requests only {@code
 * ping} is answered with a result. Requests may be under way at the same time; any thread may call.
 */
final class McpSession implements McpChannel.Sink, AutoCloseable {
  static final System.Logger DIAGNOSTICS = System.getLogger("dev.weir.client.tool.mcp");
  static final JsonReader READER = new JsonReader(/* maxDepth= */ 200, McpLimits.MAX_MESSAGE_BYTES);

  private static final int METHOD_NOT_FOUND = -32601;

  private final String name;
  private final McpChannel channel;
  private final Duration requestTime;
  private final AtomicLong lastId = new AtomicLong();
  private final Map<Long, CompletableFuture<Json>> waiting = new ConcurrentHashMap<>();
  private final AtomicReference<@Nullable McpException> closed = new AtomicReference<>();
  private volatile McpAgreement agreement = new McpAgreement("", Json.Null.NULL);

  /** A request under way. */
  record Pending(long id, String method, CompletableFuture<Json> answer) {}

  /**
   * Agrees on a revision with a server.
   *
   * @param requestTime how long to wait for an answer, where the request does not say otherwise
   */
  static McpSession open(String name, McpChannel channel, Duration requestTime)
      throws IOException, InterruptedException {
    var session = new McpSession(name, channel, requestTime);
    try {
      channel.open(session);
      session.agreement = new McpGreeting(name, session, channel).greet();
      return session;
    } catch (IOException | InterruptedException | RuntimeException failed) {
      session.close();
      throw failed;
    }
  }

  private McpSession(String name, McpChannel channel, Duration requestTime) {
    this.name = name;
    this.channel = channel;
    this.requestTime = requestTime;
  }

  McpAgreement agreement() {
    return agreement;
  }

  /** Whether arguments that a tool marks are also sent as headers. */
  boolean hasParamHeaders() {
    return agreement.isStateless() && channel.hasHeaders();
  }

  Json request(String method, Json params) throws IOException, InterruptedException {
    return request(method, params, Map.of());
  }

  /**
   * Asks and waits for the result. If the thread is interrupted, the server is told that nobody is
   * waiting.
   *
   * @param headers what to send along, where requests have headers
   * @throws McpException even if the server answered with an error
   */
  Json request(String method, Json params, Map<String, String> headers)
      throws IOException, InterruptedException {
    try {
      return await(send(agreement.version(), method, params, headers));
    } catch (McpException lost) {
      if (!lost.isSessionLost()) {
        throw lost;
      }
      greetAgain();
      return await(send(agreement.version(), method, params, headers));
    }
  }

  private synchronized void greetAgain() throws IOException, InterruptedException {
    agreement = new McpGreeting(name, this, channel).initialize();
  }

  /** Whether it has ended, whoever ended it. */
  boolean isClosed() {
    return closed.get() != null;
  }

  /** Starts over with a server that ended. */
  void reopen() throws IOException {
    channel.close();
    closed.set(null);
    channel.open(this);
  }

  /**
   * Sends a request.
   *
   * @param version the revision it follows; empty before one is agreed on
   */
  Pending send(String version, String method, Json params, Map<String, String> headers)
      throws IOException {
    Json full = McpAgreement.isStateless(version) ? McpAgreement.withMeta(version, params) : params;
    var request = new Pending(lastId.incrementAndGet(), method, new CompletableFuture<>());
    waiting.put(request.id, request.answer);
    try {
      McpException gone = closed.get();
      if (gone != null) {
        throw gone;
      }
      channel.request(request.id, Rpc.request(request.id, method, full), headers);
      return request;
    } catch (IOException | RuntimeException unsent) {
      waiting.remove(request.id);
      throw unsent;
    }
  }

  /** Waits for a result. */
  Json await(Pending request) throws IOException, InterruptedException {
    boolean isAnswered = false;
    try {
      Json answer = request.answer.get(requestTime.toMillis(), TimeUnit.MILLISECONDS);
      // A refusal is an answer too: nothing is left to be cancelled.
      isAnswered = true;
      return result(answer);
    } catch (TimeoutException late) {
      throw new McpException(
          "MCP server %s gave no answer to %s within %,d ms"
              .formatted(name, request.method, requestTime.toMillis()),
          late);
    } catch (ExecutionException failed) {
      isAnswered = true;
      throw failed.getCause() instanceof McpException why
          ? why
          : new McpException("MCP server %s: %s failed".formatted(name, request.method), failed);
    } finally {
      waiting.remove(request.id);
      if (!isAnswered) {
        giveUp(request);
      }
    }
  }

  /** Its answer is no longer needed. */
  void forget(Pending request) {
    waiting.remove(request.id);
  }

  private void giveUp(Pending request) {
    boolean isKnown = channel.abandon(request.id);
    if (!isKnown && closed.get() == null && !request.method.equals(McpGreeting.INITIALIZE)) {
      Json params =
          Rpc.object(
              "requestId", new Json.Num(Long.toString(request.id)),
              "reason", new Json.Text("nobody is waiting for it"));
      sendQuietly(Rpc.notification("notifications/cancelled", params));
    }
  }

  @Override
  public void message(Json message) {
    // A batch, which the version of 2025-03-26 allowed.
    message.items().forEach(this::message);
    String method = message.get("method").textIfAny();
    if (method != null) {
      asked(method, message);
      return;
    }
    Long id = message.get("id").number();
    CompletableFuture<Json> answer = id == null ? null : waiting.get(id);
    if (answer != null) {
      answer.complete(message);
    }
  }

  private Json result(Json message) throws McpException {
    Json error = message.get("error");
    if (!error.isNull()) {
      throw McpException.refused(
          "MCP server %s refused: %s (%s)"
              .formatted(name, error.get("message").textOrEmpty(), error.get("code").word()),
          error);
    }
    Json result = message.get("result");
    String type = result.get("resultType").text();
    if (type != null && !type.equals("complete") && !InputRequired.is(result)) {
      throw new McpException(
          "MCP server %s gave a result of type \"%s\"; expected \"complete\""
              .formatted(name, type));
    }
    return result;
  }

  private void asked(String method, Json message) {
    Json id = message.get("id");
    if (id.isNull()) {
      DIAGNOSTICS.log(Level.DEBUG, () -> "MCP server " + name + " says " + message.toText());
    } else if (method.equals("ping")) {
      sendQuietly(Rpc.answer(id, "result", Rpc.object()));
    } else {
      Json error =
          Rpc.object(
              "code", new Json.Num(Integer.toString(METHOD_NOT_FOUND)),
              "message", new Json.Text("Weir does not offer " + method));
      sendQuietly(Rpc.answer(id, "error", error));
    }
  }

  private void sendQuietly(Json message) {
    try {
      channel.send(message);
    } catch (IOException unheard) {
      DIAGNOSTICS.log(Level.DEBUG, "MCP server " + name + " did not take a message", unheard);
    }
  }

  @Override
  public void failed(long requestId, McpException why) {
    CompletableFuture<Json> answer = waiting.get(requestId);
    if (answer != null) {
      answer.completeExceptionally(why);
    }
  }

  @Override
  public void closed(McpException why) {
    // What happened first explains the rest.
    closed.compareAndSet(null, why);
    waiting.values().forEach(answer -> answer.completeExceptionally(why));
  }

  @Override
  public void close() {
    closed(new McpException("MCP server %s was closed".formatted(name)));
    channel.close();
  }

  /** The messages of JSON-RPC. */
  static final class Rpc {
    private Rpc() {}

    static Json request(long id, String method, Json params) {
      return object(
          "jsonrpc", new Json.Text("2.0"),
          "id", new Json.Num(Long.toString(id)),
          "method", new Json.Text(method),
          "params", params);
    }

    static Json notification(String method, Json params) {
      return object(
          "jsonrpc", new Json.Text("2.0"), "method", new Json.Text(method), "params", params);
    }

    static Json answer(Json id, String field, Json value) {
      return object("jsonrpc", new Json.Text("2.0"), "id", id, field, value);
    }

    /** An object from alternating names and values. */
    static Json object(Object... namesAndValues) {
      Map<String, Json> fields = new LinkedHashMap<>();
      for (int i = 0; i < namesAndValues.length; i += 2) {
        fields.put((String) namesAndValues[i], (Json) namesAndValues[i + 1]);
      }
      return new Json.Fields(fields);
    }
  }
}
