package dev.weir.gateway.http;

import io.vertx.core.http.HttpServerResponse;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What every answer tells a browser: run nothing, load nothing, guess nothing, frame nothing. */
final class SecurityHeaders {
  private static final Pattern NAME = Pattern.compile("[a-z0-9-]{1,64}");
  private static final String NOTHING =
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  /** What pages and the providers' own clients in them read of an answer. */
  private static final String EXPOSED =
      "Weir-Stream-Id, Weir-Loss, Weir-Usage, request-id, x-request-id, Retry-After,"
          + " x-vercel-ai-ui-message-stream";

  /** What pages, and the providers' own clients in them, may send along. */
  private static final Set<String> ALLOWED =
      Set.of(
          "accept",
          "anthropic-beta",
          "anthropic-dangerous-direct-browser-access",
          "anthropic-version",
          "api-key",
          "authorization",
          "cache-control",
          "content-type",
          "idempotency-key",
          "last-event-id",
          "openai-beta",
          "openai-organization",
          "openai-project",
          "user-agent",
          "x-api-key",
          "x-client-request-id",
          "x-goog-api-client",
          "x-goog-api-key",
          "x-request-id");

  private static final List<String> ALLOWED_BEGINNINGS =
      List.of("x-stainless-", "openai-", "anthropic-", "x-goog-");

  private SecurityHeaders() {}

  /**
   * Those of the headers that a page asks to send which it may: the usual ones, and the families of
   * the providers' own clients.
   *
   * @param asked as the browser lists them; absent if it asks for none
   */
  static String allowed(@Nullable String asked) {
    Set<String> names = new TreeSet<>(ALLOWED);
    for (String name : asked == null ? new String[0] : asked.split(",", -1)) {
      String header = name.strip().toLowerCase(Locale.ROOT);
      boolean isOfAFamily = ALLOWED_BEGINNINGS.stream().anyMatch(header::startsWith);
      if (isOfAFamily && NAME.matcher(header).matches()) {
        names.add(header);
      }
    }
    return String.join(", ", names);
  }

  static void put(HttpServerResponse response) {
    response
        .putHeader("Content-Security-Policy", NOTHING)
        .putHeader("X-Content-Type-Options", "nosniff")
        .putHeader("X-Frame-Options", "DENY")
        .putHeader("Referrer-Policy", "no-referrer")
        .putHeader("Cross-Origin-Resource-Policy", "same-origin")
        .putHeader("Cross-Origin-Opener-Policy", "same-origin")
        .putHeader("Permissions-Policy", "camera=(), microphone=(), geolocation=()");
  }

  /** Lets a page of one other origin read the answer. */
  static void share(HttpServerResponse response, String origin) {
    response
        .putHeader("Access-Control-Allow-Origin", origin)
        .putHeader("Access-Control-Expose-Headers", EXPOSED)
        .putHeader("Cross-Origin-Resource-Policy", "cross-origin")
        .putHeader("Vary", "Origin");
  }
}
