package dev.weir.gateway.chat;

import dev.weir.client.tool.Tool;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

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

  CatalogEntry provider(@Nullable String name) throws WrongRequestException {
    if (name == null) {
      return providers.getFirst();
    }
    for (CatalogEntry offer : providers) {
      if (offer.name().equals(name)) {
        return offer;
      }
    }
    throw new WrongRequestException(
        "There is no provider \"%s\"; there are %s"
            .formatted(
                ChatRequest.shortened(name),
                providers.stream().map(CatalogEntry::name).collect(Collectors.joining(", "))));
  }

  /** The tools of these names; all of them if none are named at all. */
  List<Tool> tools(@Nullable List<String> names) throws WrongRequestException {
    if (names == null) {
      return tools;
    }
    List<Tool> chosen = new ArrayList<>();
    for (String name : names) {
      chosen.add(
          tools.stream()
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
