package dev.weir.codec.request;

import dev.weir.codec.json.Json;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request as it is sent in a dialect.
 *
 * @param path what follows the provider's base URL, with its query
 * @param headers those that the dialect calls for
 * @param fallback what to send instead, once, if this one is answered with status 400
 * @param leftOut what of the request the dialect could not carry; bounded
 */
public record Rendered(
    String path,
    Map<String, String> headers,
    Json body,
    @Nullable Rendered fallback,
    List<RequestLoss> leftOut) {

  public Rendered {
    headers = Map.copyOf(headers);
    leftOut = List.copyOf(leftOut);
  }

  public Rendered(String path, Map<String, String> headers, Json body) {
    this(path, headers, body, null, List.of());
  }

  /**
   * The same with more headers, which win over those of the dialect.
   *
   * @param more of the request itself
   */
  public Rendered withHeaders(Map<String, String> more) {
    if (more.isEmpty()) {
      return this;
    }
    Map<String, String> all = new HashMap<>(headers);
    more.forEach((name, value) -> {
      all.keySet().removeIf(name::equalsIgnoreCase);
      all.put(name, value);
    });
    return new Rendered(
        path, all, body, fallback == null ? null : fallback.withHeaders(more), leftOut);
  }

  /** The same with another body. */
  public Rendered withBody(Json other) {
    return new Rendered(path, headers, other, fallback, leftOut);
  }

  /** The same with something to send once if it is refused. */
  public Rendered withFallback(@Nullable Rendered other) {
    return new Rendered(path, headers, body, other, leftOut);
  }
}
