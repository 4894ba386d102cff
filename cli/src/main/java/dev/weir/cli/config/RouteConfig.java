package dev.weir.cli.config;

import dev.weir.client.provider.Provider;
import dev.weir.client.route.BreakerRule;
import dev.weir.client.route.Continuation;
import dev.weir.client.route.Route;
import dev.weir.client.route.RouteLimits;
import dev.weir.client.route.RouteStep;
import dev.weir.sim.yaml.YamlFields;
import dev.weir.sim.yaml.YamlValue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the routes of {@code weir.yaml}. */
final class RouteConfig {
  private static final int USUAL_TRIES = 2;

  private RouteConfig() {}

  /**
   * Reads one route.
   *
   * @param named the fields that hold all routes
   * @param providers finds a provider by its name; absent if there is none
   */
  static Route read(String name, YamlFields named, Function<String, @Nullable Provider> providers) {
    YamlFields fields = named.fields(name);
    List<RouteStep> steps = new ArrayList<>();
    YamlValue listed = fields.get("steps");
    for (YamlValue step : fields.has("steps") ? listed.items() : List.<YamlValue>of()) {
      steps.add(step(step, providers));
    }
    if (steps.isEmpty()) {
      throw named.refused(
          name, "has no steps; write steps: [{provider: NAME, model: MODEL}, …], in order");
    }
    Integer tries = whole(fields, "tries");
    RouteLimits limits = limits(fields);
    Continuation continuation = continuation(fields);
    BreakerRule breaker = breaker(fields.fields("breaker"));
    fields.nothingElse();
    return new Route(
        name, steps, tries == null ? USUAL_TRIES : tries, limits, continuation, breaker);
  }

  private static RouteStep step(YamlValue written, Function<String, @Nullable Provider> providers) {
    YamlFields fields = YamlFields.of(written);
    String name = fields.text("provider");
    String model = fields.text("model");
    Integer weight = whole(fields, "weight");
    fields.nothingElse();
    if (name == null) {
      throw written.refused("a step needs a provider: {provider: NAME, model: MODEL}");
    }
    Provider provider;
    try {
      provider = providers.apply(name);
    } catch (IllegalArgumentException noKey) {
      throw fields.refused("provider", String.valueOf(noKey.getMessage()));
    }
    if (provider == null) {
      throw fields.refused(
          "provider", "no provider is called \"%s\"; name one under providers".formatted(name));
    }
    if (model == null && provider.defaultModel() == null) {
      throw written.refused("%s has no default model, so the step must name one".formatted(name));
    }
    return new RouteStep(provider, model, weight);
  }

  private static RouteLimits limits(YamlFields fields) {
    RouteLimits usual = RouteLimits.DEFAULT;
    Double throughput = fields.number("characters-per-second");
    return RouteLimits.builder()
        .connect(seconds(fields, "connect-seconds", usual.connect()))
        .firstToken(seconds(fields, "first-token-seconds", usual.firstToken()))
        .idle(seconds(fields, "idle-seconds", usual.idle()))
        .total(seconds(fields, "total-seconds", usual.total()))
        .charactersPerSecond(throughput == null ? usual.charactersPerSecond() : throughput)
        .build();
  }

  private static Continuation continuation(YamlFields fields) {
    String word = fields.text("continue");
    return word == null
        ? Continuation.OFF
        : Continuation.of(word)
            .orElseThrow(() ->
                fields.refused(
                    "continue",
                    "\"%s\" is not known; expected one of %s"
                        .formatted(
                            word,
                            Arrays.stream(Continuation.values())
                                .map(Continuation::word)
                                .collect(Collectors.joining(", ")))));
  }

  private static BreakerRule breaker(YamlFields fields) {
    Integer failures = whole(fields, "failures");
    Duration rest = seconds(fields, "seconds", BreakerRule.DEFAULT.rest());
    fields.nothingElse();
    return new BreakerRule(failures == null ? BreakerRule.DEFAULT.failures() : failures, rest);
  }

  private static @Nullable Integer whole(YamlFields fields, String name) {
    Double value = fields.number(name);
    if (value != null && (value != Math.rint(value) || value > 1_000_000)) {
      throw fields.refused(name, "expected a whole number from 1");
    }
    return value == null ? null : value.intValue();
  }

  private static Duration seconds(YamlFields fields, String name, Duration usual) {
    Double value = fields.number(name);
    return value == null ? usual : Duration.ofMillis(Math.max(1, Math.round(value * 1e3)));
  }
}
