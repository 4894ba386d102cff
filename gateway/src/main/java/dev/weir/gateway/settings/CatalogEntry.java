package dev.weir.gateway.settings;

import dev.weir.client.call.Upstream;
import java.util.List;

/**
 * A provider that clients may ask.
 *
 * @param models those that it is known to have; others may be asked for
 */
public record CatalogEntry(Upstream upstream, List<String> models, boolean isSimulated) {
  public CatalogEntry {
    models = List.copyOf(models);
  }

  public String name() {
    return upstream.name();
  }
}
