package dev.weir.cli.config;

import dev.weir.cli.provider.EnvironmentPresets;
import dev.weir.client.call.CallOptions;
import dev.weir.client.call.OnGap;
import dev.weir.client.provider.Preset;
import dev.weir.client.provider.Provider;
import dev.weir.client.provider.Secret;
import dev.weir.client.route.Route;
import dev.weir.client.turn.TurnOptions;
import dev.weir.codec.Limits;
import dev.weir.codec.dialect.DecodeOptions;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.registry.Dialects;
import dev.weir.sim.yaml.YamlFields;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What {@code weir.yaml} says: providers and routes by name, how patient calls are, how the gateway
 * runs, and what tools it has.
 *
 * @param defaultProvider which provider is asked if none is named
 * @param toolSecrets what tools are called or started with that nobody else must see
 * @param models further names for models, each for a model or a {@code provider/model}
 */
public record WeirConfig(
    @Nullable String defaultProvider,
    Map<String, Provider> providers,
    CallOptions calls,
    TurnOptions turns,
    GatewayConfig gateway,
    List<ToolConfig> tools,
    List<String> toolSecrets,
    Map<String, String> models,
    Map<String, Route> routes) {

  public static final WeirConfig EMPTY = read("weir.yaml", "", Map.of());

  /**
   * Reads a file's text.
   *
   * @throws dev.weir.sim.yaml.YamlException if anything in it is wrong
   */
  public static WeirConfig read(String file, String text, Map<String, String> environment) {
    YamlFields top = YamlFields.parse(file, text);
    String first = top.text("default");
    Map<String, Provider> providers = new LinkedHashMap<>();
    YamlFields named = top.fields("providers");
    for (String name : named.names()) {
      providers.put(name, provider(name, named, environment));
    }
    YamlFields called = top.fields("calls");
    CallOptions calls = calls(called);
    TurnOptions turns =
        TurnOptions.DEFAULT.withMaxRounds(
            called.whole("max-rounds", TurnOptions.DEFAULT.maxRounds(), Integer.MAX_VALUE));
    called.nothingElse();
    GatewayConfig gateway = GatewayConfig.read(top.fields("gateway"));
    List<ToolConfig> tools = new ArrayList<>();
    List<String> toolSecrets = new ArrayList<>();
    YamlFields sources = top.fields("tools");
    for (String name : sources.names()) {
      tools.add(ToolConfig.read(name, sources, new ToolValues(environment, toolSecrets::add)));
    }
    Map<String, String> models = models(top.fields("models"));
    Map<String, Route> routes = routes(top.fields("routes"), providers, environment);
    top.nothingElse();
    if (first != null && !providers.containsKey(first) && Preset.of(first).isEmpty()) {
      throw top.refused("default", "no provider is called \"%s\"".formatted(first));
    }
    return new WeirConfig(
        first,
        providers,
        calls,
        turns,
        gateway,
        List.copyOf(tools),
        List.copyOf(toolSecrets),
        models,
        routes);
  }

  private static Map<String, Route> routes(
      YamlFields named, Map<String, Provider> providers, Map<String, String> environment) {
    Map<String, Route> routes = new LinkedHashMap<>();
    for (String name : named.names()) {
      if (providers.containsKey(name) || Preset.of(name).isPresent()) {
        throw named.refused(name, "is the name of a provider too; give the route another name");
      }
      routes.put(
          name, RouteConfig.read(name, named, wanted -> found(wanted, providers, environment)));
    }
    return routes;
  }

  private static @Nullable Provider found(
      String name, Map<String, Provider> providers, Map<String, String> environment) {
    Provider known = providers.get(name);
    return known != null
        ? known
        : Preset.of(name)
            .map(preset -> EnvironmentPresets.provider(preset, environment))
            .orElse(null);
  }

  /**
   * The same with what the command line says about gaps.
   *
   * @throws IllegalArgumentException if there is no such word
   */
  public WeirConfig onGap(@Nullable String word) {
    if (word == null) {
      return this;
    }
    OnGap wish =
        OnGap.of(word)
            .orElseThrow(() ->
                new IllegalArgumentException(
                    "--on-gap must be warn, retry or fail, saw \"%s\"".formatted(word)));
    CallOptions changed = calls.withOnGap(wish);
    return new WeirConfig(
        defaultProvider, providers, changed, turns, gateway, tools, toolSecrets, models, routes);
  }

  private static Map<String, String> models(YamlFields fields) {
    Map<String, String> models = new LinkedHashMap<>();
    for (String alias : fields.names()) {
      String model = fields.text(alias);
      if (model == null) {
        throw fields.refused(alias, "must name the model that is meant: PROVIDER/MODEL, or MODEL");
      }
      models.put(alias, model);
    }
    return models;
  }

  private static Provider provider(String name, YamlFields named, Map<String, String> environment) {
    YamlFields fields = named.fields(name);
    if (fields.has("key")) {
      throw fields.refused(
          "key", "keys are not kept in this file; name the variable that holds it: key-variable");
    }
    String presetName = fields.text("preset");
    String dialectName = fields.text("dialect");
    String url = fields.text("base-url");
    Preset preset = Preset.of(presetName == null ? name : presetName).orElse(null);
    if (preset == null && (presetName != null || dialectName == null || url == null)) {
      throw named.refused(
          name,
          "is not a preset; name one (preset: %s), or a dialect and a base-url"
              .formatted(Preset.all().stream().map(Preset::word).collect(Collectors.joining("|"))));
    }
    try {
      Provider.Builder provider =
          preset == null || dialectName != null
              ? Provider.builder(name, dialect(fields, dialectName), needed(fields, url))
              : fields.has("key-variable")
                  ? preset.provider(name, url, environment)
                  : EnvironmentPresets.builder(preset, name, url, environment);
      keyed(provider, fields, environment);
      String model = fields.text("model");
      if (model != null) {
        provider.defaultModel(model);
      }
      YamlFields headers = fields.fields("headers");
      for (String header : headers.names()) {
        String value = headers.text(header);
        provider.header(header, value == null ? "" : value);
      }
      fields.json("options").fields().forEach(provider::option);
      fields.nothingElse();
      return provider.build();
    } catch (IllegalArgumentException wrong) {
      throw named.refused(name, String.valueOf(wrong.getMessage()));
    }
  }

  private static String needed(YamlFields fields, @Nullable String url) {
    if (url == null) {
      throw fields.refused("dialect", "a dialect of its own needs a base-url too");
    }
    return url;
  }

  private static Dialect dialect(YamlFields fields, @Nullable String word) {
    return Dialects.of(word == null ? "" : word)
        .orElseThrow(() ->
            fields.refused(
                "dialect",
                "\"%s\" is not known; expected one of %s".formatted(word, Dialects.words())));
  }

  private static void keyed(
      Provider.Builder provider, YamlFields fields, Map<String, String> environment) {
    String variable = fields.text("key-variable");
    if (variable != null) {
      if (!variable.matches("[A-Za-z_][A-Za-z0-9_]*")) {
        throw fields.refused(
            "key-variable",
            "expected the name of a variable of the environment, such as MY_API_KEY; the key itself"
                + " does not belong in this file");
      }
      String value = environment.get(variable);
      provider.key(value == null || value.isBlank() ? null : Secret.of(value));
    }
  }

  private static CallOptions calls(YamlFields fields) {
    CallOptions usual = CallOptions.DEFAULT;
    CallOptions calls =
        usual
            .withConnect(seconds(fields, "connect-seconds", usual.connect()))
            .withFirstEvent(seconds(fields, "first-event-seconds", usual.firstEvent()))
            .withDead(seconds(fields, "dead-seconds", usual.dead()))
            .withStalled(seconds(fields, "stalled-seconds", usual.stalled()));
    Double tries = fields.number("tries");
    String onGap = fields.text("on-gap");
    if (onGap != null) {
      calls =
          calls.withOnGap(
              OnGap.of(onGap)
                  .orElseThrow(() ->
                      fields.refused(
                          "on-gap",
                          "\"%s\" is not known; expected warn, retry or fail".formatted(onGap))));
    }
    calls = calls.withDecode(new DecodeOptions(limits(fields), usual.decode().thinkTags()));
    return tries == null
        ? calls
        : calls.withTries(Math.max(1, (int) Math.round(tries)), usual.backoff());
  }

  private static Limits limits(YamlFields fields) {
    Limits usual = Limits.DEFAULT;
    return new Limits(
        fields.whole("max-frame-bytes", usual.maxFrameBytes(), Integer.MAX_VALUE),
        fields.whole("max-open-blocks", usual.maxOpenBlocks(), Integer.MAX_VALUE),
        fields.whole("max-block-chars", usual.maxBlockChars(), Integer.MAX_VALUE),
        usual.maxDepth());
  }

  private static Duration seconds(YamlFields fields, String name, Duration usual) {
    Double value = fields.number(name);
    return value == null ? usual : Duration.ofMillis(Math.round(value * 1e3));
  }
}
