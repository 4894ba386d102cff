package dev.weir.gateway.settings;

import dev.weir.client.route.RouteUpstream;
import dev.weir.client.tool.Tool;
import dev.weir.client.turn.TurnOptions;
import dev.weir.event.Prices;
import java.util.List;
import java.util.Map;

/**
 * What clients may ask for.
 *
 * @param providers the first is asked where a request names none
 * @param aliases further names of models: each stands for a {@code provider/model} or a model; one
 *     that ends in a star applies to all names that begin like it
 * @param turns how far a turn with those tools may go
 * @param prices of models, by name
 */
public record Catalog(
    List<CatalogEntry> providers,
    List<Tool> tools,
    Map<String, String> aliases,
    TurnOptions turns,
    Map<String, Prices> prices) {
  public Catalog(List<CatalogEntry> providers, List<Tool> tools) {
    this(providers, tools, Map.of());
  }

  public Catalog(List<CatalogEntry> providers, List<Tool> tools, Map<String, String> aliases) {
    this(providers, tools, aliases, TurnOptions.DEFAULT, Map.of());
  }

  /** The same with other tools. */
  public Catalog withTools(List<Tool> others) {
    return new Catalog(providers, others, aliases, turns, prices);
  }

  /** The routes among those that can be asked. */
  public List<RouteUpstream> routes() {
    return providers.stream()
        .map(CatalogEntry::upstream)
        .filter(RouteUpstream.class::isInstance)
        .map(RouteUpstream.class::cast)
        .toList();
  }

  public Catalog {
    aliases = Map.copyOf(aliases);
    prices = Map.copyOf(prices);
    providers = List.copyOf(providers);
    tools = List.copyOf(tools);
    if (providers.isEmpty()) {
      throw new IllegalArgumentException("A gateway needs at least one provider to ask");
    }
  }
}
