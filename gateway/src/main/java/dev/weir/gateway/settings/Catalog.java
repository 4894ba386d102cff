package dev.weir.gateway.settings;

import dev.weir.client.tool.Tool;
import java.util.List;

/**
 * What clients may ask for.
 *
 * @param providers the first is asked where a request names none
 */
public record Catalog(List<CatalogEntry> providers, List<Tool> tools) {
  public Catalog {
    providers = List.copyOf(providers);
    tools = List.copyOf(tools);
    if (providers.isEmpty()) {
      throw new IllegalArgumentException("A gateway needs at least one provider to ask");
    }
  }
}
