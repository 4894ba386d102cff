package dev.weir.gateway.chat;

import dev.weir.client.route.RouteUpstream;
import dev.weir.client.tool.Tool;
import dev.weir.gateway.settings.Catalog;
import dev.weir.gateway.settings.CatalogEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a request chooses from the catalog, by name. */
final class CatalogChoice {
  private CatalogChoice() {}

  /** The provider of that name; without one, the route that the model names, else the first. */
  static CatalogEntry provider(Catalog catalog, @Nullable String name, @Nullable String model)
      throws WrongRequestException {
    if (name == null) {
      return catalog.providers().stream()
          .filter(offer -> offer.upstream() instanceof RouteUpstream && offer.name().equals(model))
          .findFirst()
          .orElseGet(() -> catalog.providers().getFirst());
    }
    for (CatalogEntry offer : catalog.providers()) {
      if (offer.name().equals(name)) {
        return offer;
      }
    }
    throw new WrongRequestException(
        "There is no provider \"%s\"; there are %s"
            .formatted(
                ChatRequest.shortened(name),
                catalog.providers().stream()
                    .map(CatalogEntry::name)
                    .collect(Collectors.joining(", "))));
  }

  /** The tools of these names; all of them if none are named at all. */
  static List<Tool> tools(Catalog catalog, @Nullable List<String> names)
      throws WrongRequestException {
    if (names == null) {
      return catalog.tools();
    }
    List<Tool> chosen = new ArrayList<>();
    for (String name : names) {
      chosen.add(
          catalog.tools().stream()
              .filter(tool -> tool.spec().name().equals(name))
              .findFirst()
              .orElseThrow(() ->
                  new WrongRequestException(
                      "There is no tool \"%s\"; see GET /v1/tools"
                          .formatted(ChatRequest.shortened(name)))));
    }
    return chosen;
  }
}
