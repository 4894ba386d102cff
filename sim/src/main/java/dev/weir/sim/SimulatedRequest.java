package dev.weir.sim;

import dev.weir.codec.request.Request;
import java.util.Map;
import java.util.Objects;

/** What a client sent to the simulator, for tests to look at. */
public final class SimulatedRequest {
  private final String method;
  private final String path;
  private final String query;
  private final Map<String, String> headers;
  private final String body;
  private final Request request;
  private final long atNanos = System.nanoTime();

  SimulatedRequest(
      String method,
      String path,
      String query,
      Map<String, String> headers,
      String body,
      Request request) {
    this.method = method;
    this.path = path;
    this.query = query;
    this.headers = Map.copyOf(headers);
    this.body = body;
    this.request = request;
  }

  public String method() {
    return method;
  }

  /** The path without the query. */
  public String path() {
    return path;
  }

  /** The query: what follows the question mark, or nothing. */
  public String query() {
    return query;
  }

  /** The headers, by name in lower case. */
  public Map<String, String> headers() {
    return headers;
  }

  /** The body as it came; that of a gRPC message is not readable text. */
  public String body() {
    return body;
  }

  /** What was asked, whatever the dialect. */
  public Request request() {
    return request;
  }

  /** When it came, by {@link System#nanoTime}. */
  public long atNanos() {
    return atNanos;
  }

  /** Which model was asked, or nothing. */
  public String model() {
    return Objects.requireNonNullElse(request.modelName(), "");
  }

  @Override
  public String toString() {
    return "%s %s %s".formatted(method, path, body);
  }
}
