package dev.weir.gateway.door;

import dev.weir.gateway.settings.Catalog;
import dev.weir.gateway.settings.CatalogEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Who answers for a model's name.
 *
 * <p>In this order: an alias of the settings, {@code provider/model}, a model that exactly one
 * provider is known to have, an alias that ends in a star. An alias does not lead to another alias.
 *
 * @param modelName what the provider calls the model
 */
public record ModelChoice(CatalogEntry offer, String modelName) {
  private static final int MOST_LISTED = 50;
  private static final int MAX_SHOWN = 100;

  public static ModelChoice of(Catalog catalog, String name) throws UnknownModelException {
    String alias = catalog.aliases().get(name);
    ModelChoice found = alias == null ? direct(catalog, name) : direct(catalog, alias);
    if (found == null && alias == null) {
      String general = general(catalog, name);
      found = general == null ? null : direct(catalog, general);
    }
    if (found == null) {
      throw new UnknownModelException(unknown(catalog, name));
    }
    return found;
  }

  private static @Nullable ModelChoice direct(Catalog catalog, String name)
      throws UnknownModelException {
    int slash = name.indexOf('/');
    String provider = slash < 0 ? "" : name.substring(0, slash);
    List<CatalogEntry> having = new ArrayList<>();
    for (CatalogEntry offer : catalog.providers()) {
      if (offer.name().equals(provider) && slash + 1 < name.length()) {
        return new ModelChoice(offer, name.substring(slash + 1));
      }
      if (offer.models().contains(name)) {
        having.add(offer);
      }
    }
    if (having.size() > 1) {
      throw new UnknownModelException(
          "More than one provider has the model \"%s\"; say which: %s"
              .formatted(
                  shortened(name),
                  String.join(", ", having.stream().map(o -> o.name() + "/" + name).toList())));
    }
    return having.isEmpty() ? null : new ModelChoice(having.getFirst(), name);
  }

  /** What the alias with the longest beginning leads to; absent if none fits. */
  private static @Nullable String general(Catalog catalog, String name) {
    String best = null;
    for (String alias : catalog.aliases().keySet()) {
      boolean fits = alias.endsWith("*") && name.startsWith(alias.substring(0, alias.length() - 1));
      if (fits && (best == null || alias.length() > best.length())) {
        best = alias;
      }
    }
    return best == null ? null : catalog.aliases().get(best);
  }

  private static String unknown(Catalog catalog, String name) {
    List<String> names = names(catalog);
    String more =
        names.size() <= MOST_LISTED ? "" : " and %,d more".formatted(names.size() - MOST_LISTED);
    String listed = String.join(", ", names.subList(0, Math.min(MOST_LISTED, names.size())));
    return "The model \"%s\" does not exist here; there are %sPROVIDER/MODEL for any of %s"
        .formatted(
            shortened(name),
            names.isEmpty() ? "" : listed + more + ", and ",
            String.join(", ", catalog.providers().stream().map(CatalogEntry::name).toList()));
  }

  /** Every name that a client may give: aliases, and the models that providers are known for. */
  public static List<String> names(Catalog catalog) {
    Set<String> names = new TreeSet<>();
    catalog.aliases().keySet().stream().filter(a -> !a.endsWith("*")).forEach(names::add);
    Set<String> seen = new TreeSet<>();
    Set<String> shared = new TreeSet<>();
    for (CatalogEntry offer : catalog.providers()) {
      offer.models().stream().filter(model -> !seen.add(model)).forEach(shared::add);
    }
    for (CatalogEntry offer : catalog.providers()) {
      for (String model : offer.models()) {
        names.add(shared.contains(model) ? offer.name() + "/" + model : model);
      }
    }
    return List.copyOf(names);
  }

  private static String shortened(String name) {
    return name.length() <= MAX_SHOWN ? name : name.substring(0, MAX_SHOWN) + "…";
  }
}
