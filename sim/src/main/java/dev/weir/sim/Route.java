package dev.weir.sim;

import dev.weir.codec.stream.Dialect;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Which dialect a path speaks. Only the end of a path counts, so that any prefix will do as a base
 * URL: {@code /v1}, {@code /openai/deployments/x}, {@code /v1/projects/p/locations/l/…}.
 *
 * @param model the model that the path names, or empty
 * @param streams whether a body that does not say asks for a stream
 * @param isArray whether a stream is a JSON array
 */
record Route(Dialect dialect, String model, boolean streams, boolean isArray) {

  static Optional<Route> of(String path, String query) {
    int verb = path.lastIndexOf(':');
    if (verb > path.lastIndexOf('/')) {
      return gemini(path, verb, query);
    }
    if (path.endsWith("/converse-stream") || path.endsWith("/converse")) {
      String before = path.substring(0, path.lastIndexOf('/'));
      boolean streams = path.endsWith("-stream");
      return Optional.of(new Route(Dialect.BEDROCK, last(before), streams, /* isArray= */ false));
    }
    if (path.endsWith("/chat/completions")) {
      return Optional.of(whole(Dialect.OPENAI_CHAT));
    }
    if (path.endsWith("/responses")) {
      return Optional.of(whole(Dialect.OPENAI_RESPONSES));
    }
    if (path.endsWith("/messages")) {
      return Optional.of(whole(Dialect.ANTHROPIC));
    }
    if (path.endsWith("/api/chat")) {
      return Optional.of(new Route(Dialect.OLLAMA, "", /* streams= */ true, /* isArray= */ false));
    }
    return path.endsWith("/v2/chat") ? Optional.of(whole(Dialect.COHERE)) : Optional.empty();
  }

  private static Route whole(Dialect dialect) {
    return new Route(dialect, "", /* streams= */ false, /* isArray= */ false);
  }

  private static Optional<Route> gemini(String path, int verb, String query) {
    String model = last(path.substring(0, verb));
    return switch (path.substring(verb + 1)) {
      case "streamGenerateContent" ->
          Optional.of(
              new Route(
                  Dialect.GEMINI, model, /* streams= */ true, !("&" + query).contains("&alt=sse")));
      case "generateContent" ->
          Optional.of(new Route(Dialect.GEMINI, model, /* streams= */ false, /* isArray= */ false));
      default -> Optional.empty();
    };
  }

  private static String last(String path) {
    try {
      return URLDecoder.decode(path.substring(path.lastIndexOf('/') + 1), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException notEncoded) {
      return "";
    }
  }
}
