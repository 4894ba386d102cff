package dev.weir.sim;

import dev.weir.codec.dialect.ProviderJson;
import dev.weir.codec.json.Json;
import dev.weir.codec.request.Request;
import dev.weir.sim.fault.Fault;
import dev.weir.sim.http.HttpAsk;
import dev.weir.sim.reply.Reply;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a client sent to the simulator and what it got, for tests to look at. */
public final class SimulatedRequest {
  private static final int LEAST_ERROR = 400;

  private final HttpAsk ask;
  private final String body;
  private final @Nullable Request request;
  private final @Nullable Fault fault;
  private final Reply reply;
  private final long atNanos = System.nanoTime();
  private final long atMillis = System.currentTimeMillis();

  /**
   * A request and its reply.
   *
   * @param request what was asked; absent if a model was not asked, or that could not be read
   */
  SimulatedRequest(HttpAsk ask, @Nullable Request request, @Nullable Fault fault, Reply reply) {
    this.ask = ask;
    this.body = ask.body().toString();
    this.request = request;
    this.fault = fault;
    this.reply = reply;
  }

  /** The method of HTTP. */
  public String method() {
    return ask.method();
  }

  /** The path without the query. */
  public String path() {
    return ask.path();
  }

  /** The query: what follows the question mark, or nothing. */
  public String query() {
    return ask.query();
  }

  /** The headers, by name in lower case. */
  public Map<String, String> headers() {
    return ask.headers();
  }

  /** The body as it came; that of a gRPC message is not readable text. */
  public String body() {
    return body;
  }

  /** Whether a model was asked for something that could be read. */
  boolean isRead() {
    return request != null;
  }

  /** What was asked, whatever the dialect; nothing if that could not be read. */
  public Request request() {
    return request == null ? Request.builder().build() : request;
  }

  /** The status that was answered; 0 if there was none. */
  public int status() {
    return reply.status();
  }

  /** What was wrong with the answer on purpose, by its name, or nothing. */
  public String fault() {
    return fault == null ? "" : fault.words();
  }

  /** What an answer that is an error said, or nothing. */
  public String problem() {
    if (reply.status() < LEAST_ERROR || reply.slices().isEmpty()) {
      return "";
    }
    Json said = ProviderJson.object(reply.slices().getFirst().bytes().toString());
    if (said == null) {
      return "";
    }
    Json error = said.get("error");
    return error.has("message")
        ? error.get("message").textOrEmpty()
        : error.textOrEmpty() + said.get("message").textOrEmpty();
  }

  /** When it came, in milliseconds of the epoch. */
  public long atMillis() {
    return atMillis;
  }

  /** When it came, by {@link System#nanoTime}. */
  public long atNanos() {
    return atNanos;
  }

  /** Which model was asked, or nothing. */
  public String model() {
    return Objects.requireNonNullElse(request().modelName(), "");
  }

  @Override
  public String toString() {
    return "%s %s %s".formatted(ask.method(), ask.path(), body);
  }
}
