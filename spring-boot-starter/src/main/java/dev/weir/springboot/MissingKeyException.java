package dev.weir.springboot;

import java.util.List;

/** A provider needs a key, and there is none. */
final class MissingKeyException extends RuntimeException {
  private final String provider;
  private final List<String> variables;

  MissingKeyException(String provider, List<String> variables) {
    super(
        "No key for %s: neither weir.providers.%s.key nor %s is set"
            .formatted(provider, provider, String.join(", ", variables)));
    this.provider = provider;
    this.variables = List.copyOf(variables);
  }

  /** What can be done. */
  String action() {
    return "Set the environment variable %s, or the property weir.providers.%s.key, or choose another provider with weir.provider."
        .formatted(String.join(" or ", variables), provider);
  }
}
