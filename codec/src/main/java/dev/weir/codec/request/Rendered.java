package dev.weir.codec.request;

import dev.weir.codec.json.Json;
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

  public Rendered withBody(Json other) {
    return new Rendered(path, headers, other, fallback, leftOut);
  }

  /** The same with something to send once if it is refused. */
  public Rendered withFallback(@Nullable Rendered other) {
    return new Rendered(path, headers, body, other, leftOut);
  }
}
