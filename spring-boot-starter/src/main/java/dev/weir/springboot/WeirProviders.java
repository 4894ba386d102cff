package dev.weir.springboot;

import dev.weir.client.provider.Preset;
import dev.weir.client.provider.Provider;
import dev.weir.client.provider.Secret;
import dev.weir.client.route.Route;
import dev.weir.client.route.RouteStep;
import dev.weir.codec.registry.Dialects;
import dev.weir.log.recording.Secrets;
import dev.weir.springboot.WeirProperties.Given;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.core.env.Environment;

/** The providers of an application, as its properties and its environment describe them. */
public final class WeirProviders {
  private final WeirProperties properties;
  private final Map<String, String> environment;
  private final List<Provider> built = new CopyOnWriteArrayList<>();

  WeirProviders(WeirProperties properties, Environment environment) {
    this.properties = properties;
    this.environment = new EnvironmentMap(environment);
  }

  /** The one that is asked where there is no route. */
  public Provider provider() {
    String name = properties.provider();
    Provider.Builder builder = builder(name == null ? firstWithKey() : name);
    if (properties.model() != null) {
      builder.defaultModel(properties.model());
    }
    return built(builder);
  }

  private String firstWithKey() {
    return Preset.withKey(environment)
        .map(Preset::word)
        .orElseThrow(() -> new MissingKeyException("anthropic", anyVariables()));
  }

  private static List<String> anyVariables() {
    return List.of("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY");
  }

  /** The route that is asked; absent if there is none. */
  Optional<Route> route() {
    if (properties.route().isEmpty()) {
      return Optional.empty();
    }
    List<RouteStep> steps = new ArrayList<>();
    properties
        .route()
        .forEach(
            step -> steps.add(new RouteStep(named(step.provider()), step.model(), step.weight())));
    return Optional.of(Route.of("weir", steps.toArray(RouteStep[]::new)));
  }

  /**
   * A provider by its name: a preset, or one of {@code weir.providers}.
   *
   * @throws InvalidConfigurationPropertyValueException if there is none
   */
  public Provider named(String name) {
    return built(builder(name));
  }

  private Provider built(Provider.Builder builder) {
    Provider provider = builder.build();
    built.add(provider);
    return provider;
  }

  private Provider.Builder builder(String name) {
    Given given = properties.providers().getOrDefault(name, Given.NOTHING);
    String word = given.preset() == null ? name : given.preset();
    Provider.Builder builder =
        Preset.of(word)
            .map(preset -> preset(preset, name, given))
            .orElseGet(() -> unlisted(name, given));
    if (given.key() != null) {
      builder.key(Secret.of(given.key()));
    }
    if (given.model() != null) {
      builder.defaultModel(given.model());
    }
    given.headers().forEach(builder::header);
    return builder;
  }

  private Provider.Builder preset(Preset preset, String name, Given given) {
    // A server of one's own may need no key.
    if (given.key() == null && given.baseUrl() == null && !preset.hasKey(environment)) {
      throw new MissingKeyException(name, preset.keyVariables());
    }
    return preset.provider(name, given.baseUrl(), environment);
  }

  private static Provider.Builder unlisted(String name, Given given) {
    String dialect = given.dialect();
    String baseUrl = given.baseUrl();
    if (dialect == null || baseUrl == null) {
      throw new InvalidConfigurationPropertyValueException(
          "weir.provider",
          name,
          "Expected a preset (%s), or an entry below weir.providers.%s with dialect (%s) and base-url"
              .formatted(
                  Preset.all().stream().map(Preset::word).collect(Collectors.joining(", ")),
                  name,
                  Dialects.words()));
    }
    return Provider.builder(name, Dialects.named(dialect), baseUrl);
  }

  /** What must not be written down anywhere. */
  Secrets secrets() {
    return Secrets.of(
        built.stream()
            .flatMap(provider -> provider.secrets().stream())
            .map(Secret::reveal)
            .collect(Collectors.toSet()));
  }
}
