package dev.weir.cli.chat;

import dev.weir.cli.config.WeirConfig;
import dev.weir.cli.provider.EnvironmentPresets;
import dev.weir.client.provider.Preset;
import dev.weir.client.provider.Provider;
import dev.weir.client.route.Route;
import dev.weir.sim.yaml.Suggestion;
import dev.weir.sim.yaml.YamlException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Who is asked: who is named, the configured default, or the first with a key. */
public final class Providers {
  private final WeirConfig config;
  private final Map<String, String> environment;

  public Providers(WeirConfig config, Map<String, String> environment) {
    this.config = config;
    this.environment = environment;
  }

  /**
   * Whom to ask, a provider or a route; none if no name is given and no key is configured.
   *
   * @throws IllegalArgumentException if the name is unknown, or its key or address is missing
   */
  public Optional<Partner> choose(@Nullable String named) {
    Route route = named == null ? null : config.routes().get(named);
    return route != null && !config.providers().containsKey(route.name())
        ? Optional.of(Partner.of(route))
        : provider(named).map(Partner::of);
  }

  /** Whether a name given as a model is that of a route. */
  public boolean isRoute(String name) {
    return config.routes().containsKey(name);
  }

  private Optional<Provider> provider(@Nullable String named) {
    String name = named == null ? config.defaultProvider() : named;
    if (name != null) {
      return Optional.of(byName(name));
    }
    if (!config.providers().isEmpty()) {
      return Optional.of(config.providers().values().iterator().next());
    }
    return Preset.all().stream()
        .filter(preset -> !preset.keyVariables().isEmpty() && preset.hasKey(environment))
        .findFirst()
        .map(preset -> byName(preset.word()));
  }

  /** Those that can be named: configured, with a key, or in no need of one. */
  public List<String> names() {
    List<String> names = new ArrayList<>(config.providers().keySet());
    Preset.all().stream()
        .filter(preset -> preset.keyVariables().isEmpty() || preset.hasKey(environment))
        .map(Preset::word)
        .filter(word -> !names.contains(word))
        .forEach(names::add);
    config.routes().keySet().stream().filter(name -> !names.contains(name)).forEach(names::add);
    names.add(ProviderOrSimulator.SIMULATOR);
    return names;
  }

  private Provider byName(String name) {
    Provider configured = config.providers().get(name);
    if (configured != null) {
      return configured;
    }
    Preset preset = Preset.of(name).orElseThrow(() -> unknown(name));
    return EnvironmentPresets.provider(preset, environment);
  }

  private IllegalArgumentException unknown(String name) {
    List<String> all = new ArrayList<>(config.providers().keySet());
    all.addAll(config.routes().keySet());
    Preset.all().forEach(preset -> all.add(preset.word()));
    all.add(ProviderOrSimulator.SIMULATOR);
    String near = Suggestion.nearest(name, all);
    return new IllegalArgumentException(
        "Unknown provider \"%s\"; expected one of %s%s"
            .formatted(
                name, String.join(", ", all), near == null ? "" : ". Did you mean " + near + "?"));
  }

  /** What to tell somebody who has no key at all. */
  public static String whatToSet() {
    return "For a real one set a key such as ANTHROPIC_API_KEY or OPENAI_API_KEY (docs/providers.md"
        + " lists all), or name one that needs none: --provider ollama|llamacpp|vllm";
  }

  /** The config of a file that may be missing. */
  public static WeirConfig read(@Nullable String text, String file, Map<String, String> environment)
      throws YamlException {
    return text == null ? WeirConfig.EMPTY : WeirConfig.read(file, text, environment);
  }
}
