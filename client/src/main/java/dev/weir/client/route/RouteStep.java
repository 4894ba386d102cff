package dev.weir.client.route;

import dev.weir.client.provider.Provider;
import org.jspecify.annotations.Nullable;

/**
 * A provider and a model that a route may ask.
 *
 * @param modelName absent for the provider's default
 * @param weight its share among the steps that have a weight, which are drawn by chance; absent for
 *     a fixed place in the order
 */
public record RouteStep(Provider provider, @Nullable String modelName, @Nullable Integer weight) {
  public RouteStep {
    if (modelName == null) {
      modelName = provider.defaultModel();
    }
    if (modelName == null) {
      throw new IllegalArgumentException(
          "A step of a route asks %s, which has no default model; name one"
              .formatted(provider.name()));
    }
    if (weight != null && weight < 1) {
      throw new IllegalArgumentException("A weight counts from 1, saw " + weight);
    }
  }

  public RouteStep(Provider provider, @Nullable String modelName) {
    this(provider, modelName, null);
  }
}
