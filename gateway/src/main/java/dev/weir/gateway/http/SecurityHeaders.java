package dev.weir.gateway.http;

import io.vertx.core.http.HttpServerResponse;

/** What every answer tells a browser: run nothing, load nothing, guess nothing, frame nothing. */
final class SecurityHeaders {
  private static final String NOTHING =
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private SecurityHeaders() {}

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
        .putHeader("Access-Control-Expose-Headers", "Weir-Stream-Id")
        .putHeader("Cross-Origin-Resource-Policy", "cross-origin")
        .putHeader("Vary", "Origin");
  }
}
