package dev.weir.gateway.security;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The keys that a request shows: each dialect's clients put them in a place of their own. */
public final class ShownKeys {
  private static final String BEARER = "Bearer ";
  private static final List<String> HEADERS = List.of("x-api-key", "x-goog-api-key", "api-key");

  private ShownKeys() {}

  /**
   * The keys of a request.
   *
   * @param header gives a header's value
   * @param parameter the {@code key} of its query
   */
  public static List<String> of(
      Function<String, @Nullable String> header, @Nullable String parameter) {
    List<String> shown = new ArrayList<>();
    String authorization = header.apply("Authorization");
    // The name of a scheme may be written in any case (RFC 9110, section 11.1).
    if (authorization != null
        && authorization.regionMatches(/* ignoreCase= */ true, 0, BEARER, 0, BEARER.length())) {
      shown.add(authorization.substring(BEARER.length()).strip());
    }
    for (String name : HEADERS) {
      String key = header.apply(name);
      if (key != null) {
        shown.add(key.strip());
      }
    }
    if (parameter != null) {
      shown.add(parameter);
    }
    return shown;
  }
}
