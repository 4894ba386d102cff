package dev.weir.client.provider;

import java.util.Map;

/** In which header a provider wants its key. Never in the address, which often ends up in logs. */
public enum KeyPlace {
  BEARER("Authorization", "Bearer "),
  X_API_KEY("x-api-key", ""),
  API_KEY("api-key", ""),
  X_GOOG_API_KEY("x-goog-api-key", "");

  private final String header;
  private final String before;

  KeyPlace(String header, String before) {
    this.header = header;
    this.before = before;
  }

  Map<String, String> headers(Secret key) {
    return Map.of(header, before + key.reveal());
  }
}
