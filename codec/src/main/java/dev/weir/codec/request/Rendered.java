package dev.weir.codec.request;

import dev.weir.codec.json.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request as a dialect wants it.
 *
 * @param path what follows the provider's base URL, with its query
 * @param headers those that the dialect calls for
 * @param fallback what to send instead, once, if this one is answered with status 400
 */
public record Rendered(
    String path, Map<String, String> headers, Json body, @Nullable Rendered fallback) {

  public Rendered {
    headers = Map.copyOf(headers);
  }

  public Rendered(String path, Map<String, String> headers, Json body) {
    this(path, headers, body, null);
  }
}
