package dev.weir.sim.http;

import dev.weir.codec.Bytes;
import java.util.Map;

/**
 * One HTTP request, whole.
 *
 * @param path without the query
 * @param query as it stands after the question mark, or empty
 * @param headers by name in lower case
 */
public record HttpAsk(
    String method, String path, String query, Map<String, String> headers, Bytes body) {

  public HttpAsk {
    headers = Map.copyOf(headers);
  }

  /** A request to a target that may have a query. */
  static HttpAsk of(String method, String target, Map<String, String> headers, Bytes body) {
    int mark = target.indexOf('?');
    return new HttpAsk(
        method,
        mark < 0 ? target : target.substring(0, mark),
        mark < 0 ? "" : target.substring(mark + 1),
        headers,
        body);
  }

  /** A header; empty if it was not sent. */
  public String header(String name) {
    return headers.getOrDefault(name, "");
  }
}
