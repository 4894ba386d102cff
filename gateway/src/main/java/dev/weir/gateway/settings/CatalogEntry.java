package dev.weir.gateway.settings;

import dev.weir.client.call.Upstream;
import dev.weir.client.route.RouteUpstream;
import java.util.List;
import java.util.function.Supplier;

/**
 * A provider or a route that clients may ask.
 *
 * @param models those that it is known to have; others may be asked for
 * @param live asks it which models it has now. Blocks; throws an {@code IllegalArgumentException}
 *     if it does not say
 */
public record CatalogEntry(
    Upstream upstream, List<String> models, boolean isSimulated, Supplier<List<String>> live) {
  /** One that is not asked which models it has. */
  public CatalogEntry(Upstream upstream, List<String> models, boolean isSimulated) {
    this(upstream, models, isSimulated, List::of);
  }

  public CatalogEntry {
    models = List.copyOf(models);
  }

  /** A route, which clients name as a model. */
  public static CatalogEntry of(RouteUpstream route) {
    return new CatalogEntry(route, List.of(route.name()), /* isSimulated= */ false);
  }

  public String name() {
    return upstream.name();
  }
}
