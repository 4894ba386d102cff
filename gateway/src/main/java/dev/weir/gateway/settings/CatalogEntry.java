package dev.weir.gateway.settings;

import dev.weir.client.call.Upstream;
import dev.weir.client.route.RouteUpstream;
import java.util.List;

/**
 * A provider or a route that clients may ask.
 *
 * @param models those that it is known to have; others may be asked for
 */
public record CatalogEntry(Upstream upstream, List<String> models, boolean isSimulated) {
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
