package dev.weir.client.route;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which models of which providers are to be left alone, for all routes that share this. It has
 * exactly one entry per step.
 */
public final class Rests {
  private record Key(String provider, String modelName) {}

  private final Map<Key, Rest> rests = new ConcurrentHashMap<>();

  Rest of(RouteStep step) {
    return rests.computeIfAbsent(
        new Key(step.provider().name(), String.valueOf(step.modelName())), key -> new Rest());
  }
}
