package dev.weir.gateway.metrics;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which models are told apart. Clients may ask for any name of any length, and everybody who sees
 * the figures would see it: so only names that the operator has listed are labels, and the few
 * names that providers give those models in their answers.
 */
final class ModelLabels {
  static final String OTHER = "other";

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._:/@+-]{1,100}");
  private static final int MOST_OF_A_PROVIDER = 20;

  private final Map<String, Set<String>> listed;
  private final Map<String, Set<String>> answered = new ConcurrentHashMap<>();

  /**
   * @param listed the models of each provider
   */
  ModelLabels(Map<String, Set<String>> listed) {
    this.listed = Map.copyOf(listed);
  }

  /** The label of a model that was asked for; empty if none was named. */
  String requested(String provider, @Nullable String model) {
    return model == null ? "" : isListed(provider, model) ? model : OTHER;
  }

  /** The label of a model that answered. */
  String answered(String provider, String requestedLabel, @Nullable String model) {
    if (model == null) {
      return "";
    }
    if (isListed(provider, model)) {
      return model;
    }
    // Many providers repeat the name that was asked for, whatever it is.
    boolean mayBeNew = !requestedLabel.equals(OTHER) && NAME.matcher(model).matches();
    Set<String> known = answered.computeIfAbsent(provider, p -> ConcurrentHashMap.newKeySet());
    if (mayBeNew && known.size() < MOST_OF_A_PROVIDER) {
      known.add(model);
    }
    return known.contains(model) ? model : OTHER;
  }

  private boolean isListed(String provider, String model) {
    return listed.getOrDefault(provider, Set.of()).contains(model);
  }
}
