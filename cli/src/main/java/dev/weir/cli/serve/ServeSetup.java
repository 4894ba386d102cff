package dev.weir.cli.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.cli.chat.ModelList;
import dev.weir.cli.config.GatewayConfig;
import dev.weir.cli.config.LogConfig;
import dev.weir.cli.config.WeirConfig;
import dev.weir.cli.provider.EnvironmentPresets;
import dev.weir.cli.provider.GrpcAccess;
import dev.weir.cli.provider.ProviderSecrets;
import dev.weir.cli.tool.OpenTools;
import dev.weir.client.call.CallOptions;
import dev.weir.client.call.HttpUpstream;
import dev.weir.client.call.Upstream;
import dev.weir.client.provider.Preset;
import dev.weir.client.provider.Provider;
import dev.weir.client.route.Rests;
import dev.weir.client.route.Route;
import dev.weir.client.route.RouteUpstream;
import dev.weir.client.tool.Tool;
import dev.weir.client.transport.Transport;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.seal.Seals;
import dev.weir.gateway.GatewayOptions;
import dev.weir.gateway.settings.Address;
import dev.weir.gateway.settings.Catalog;
import dev.weir.gateway.settings.CatalogEntry;
import dev.weir.gateway.tool.ArtifactMaker;
import dev.weir.gateway.tool.Document;
import dev.weir.gateway.tool.DocumentSearch;
import dev.weir.gateway.tool.HidingTool;
import dev.weir.log.recording.Secrets;
import dev.weir.redis.RedisPlace;
import dev.weir.sim.Simulator;
import dev.weir.sim.SimulatorOptions;
import dev.weir.sim.script.Script;
import dev.weir.sim.script.ScriptReader;
import dev.weir.sim.yaml.YamlException;
import dev.weir.xai.XaiUpstream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Puts a gateway together: from the command line, the settings and the environment. Where no
 * provider has a key, the simulator answers.
 */
public final class ServeSetup implements AutoCloseable {
  private static final String DEMO = "demo.yaml";

  /** Where other nodes take over the clients, there is no need to hurry. */
  private static final Duration SHARED_DRAIN = Duration.ofSeconds(20);

  private final GatewayOptions options;
  private final List<Provider> providers;
  private final WeirConfig settings;
  private final List<Tool> tools;
  private final OpenTools openTools;
  private final @Nullable Simulator simulator;
  private final DebugFiles debugFiles;
  private final List<XaiUpstream> openUpstreams = new ArrayList<>();

  private ServeSetup(
      GatewayOptions options,
      List<Provider> providers,
      WeirConfig settings,
      List<Tool> tools,
      OpenTools openTools,
      @Nullable Simulator simulator,
      DebugFiles debugFiles) {
    this.options = options;
    this.providers = providers;
    this.settings = settings;
    this.tools = tools;
    this.openTools = openTools;
    this.simulator = simulator;
    this.debugFiles = debugFiles;
  }

  /**
   * Reads the settings and, where it is needed, starts the simulator.
   *
   * @param hosts further names under which it may be asked, beside those of the settings
   * @param documents what the model may search; absent for the built-in ones
   * @param onGap what to do where events were lost; absent for what the settings say
   * @throws IllegalArgumentException if a setting is wrong
   */
  public static ServeSetup of(
      Map<String, String> environment,
      @Nullable Path config,
      @Nullable Integer port,
      @Nullable String bind,
      List<String> hosts,
      @Nullable String log,
      @Nullable Path documents,
      @Nullable String onGap)
      throws IOException {
    WeirConfig settings = settings(environment, config).onGap(onGap);
    List<Provider> providers = providers(environment, settings);
    List<String> hidden = new ArrayList<>(settings.toolSecrets());
    providers.forEach(provider -> hidden.addAll(ProviderSecrets.of(provider)));
    String password = environment.get(LogConfig.PASSWORD);
    if (password != null) {
      hidden.add(password);
    }
    GatewayOptions options =
        options(environment, settings.gateway(), hidden, port, bind, hosts, log);
    Secrets secrets = Secrets.of(hidden);
    OpenTools opened = OpenTools.of(settings.tools(), secrets);
    try {
      List<Tool> tools = new ArrayList<>(opened.tools());
      if (providers.isEmpty() || documents != null) {
        tools.add(
            new DocumentSearch(documents == null ? Document.builtIn() : Document.in(documents)));
        tools.add(new ArtifactMaker());
      }
      Simulator simulator =
          providers.isEmpty()
              ? Simulator.start(SimulatorOptions.builder().script(ServeSetup::demo).build())
              : null;
      return new ServeSetup(
          options,
          providers,
          settings,
          tools.stream().<Tool>map(tool -> new HidingTool(tool, secrets)).toList(),
          opened,
          simulator,
          new DebugFiles(environment, secrets));
    } catch (IOException | RuntimeException failed) {
      opened.close();
      throw failed;
    }
  }

  private static WeirConfig settings(Map<String, String> environment, @Nullable Path config)
      throws IOException {
    Path file = config == null ? Path.of("weir.yaml") : config;
    if (config == null && !Files.exists(file)) {
      return WeirConfig.EMPTY;
    }
    try {
      return WeirConfig.read(file.toString(), Files.readString(file), environment);
    } catch (NoSuchFileException missing) {
      throw new IllegalArgumentException("No such file: " + file, missing);
    } catch (YamlException wrong) {
      throw new IllegalArgumentException(wrong.getMessage(), wrong);
    }
  }

  /**
   * Those that the settings name, the default first, and those whose keys are in the environment.
   */
  private static List<Provider> providers(Map<String, String> environment, WeirConfig settings) {
    Map<String, Provider> found = new LinkedHashMap<>();
    String first = settings.defaultProvider();
    if (first != null) {
      Provider named = settings.providers().get(first);
      found.put(
          first,
          named != null
              ? named
              : EnvironmentPresets.provider(Preset.of(first).orElseThrow(), environment));
    }
    settings.providers().forEach(found::putIfAbsent);
    Preset.all().stream()
        .filter(p -> !p.keyVariables().isEmpty() && p.hasKey(environment))
        .forEach(p -> found.computeIfAbsent(p.word(), word -> p.provider(environment)));
    return List.copyOf(found.values());
  }

  private static GatewayOptions options(
      Map<String, String> environment,
      GatewayConfig settings,
      List<String> secrets,
      @Nullable Integer port,
      @Nullable String bind,
      List<String> hosts,
      @Nullable String log)
      throws IOException {
    Path home = home(environment, log == null ? settings.log().place() : log);
    Address address = settings.address();
    Set<String> names = new LinkedHashSet<>(settings.hosts());
    names.addAll(hosts);
    return new GatewayOptions(
        new Address(
            bind == null ? address.host() : bind,
            port == null ? address.port() : port,
            address.certificate(),
            address.privateKey()),
        names,
        settings.origins(),
        settings.keys(),
        settings.log().open(log, home, environment),
        settings.records() ? home.resolve("recordings") : null,
        secrets,
        settings.streamLimits().withRetention(settings.log().retention(log)),
        settings.requestLimits(),
        settings.doors().withSeals(new Seals(SealKey.of(environment, home))));
  }

  /** The folder for what is kept on this machine: the log too, if that is not elsewhere. */
  private static Path home(Map<String, String> environment, @Nullable String place) {
    return place == null || LogConfig.isEngine(place) ? usualHome(environment) : Path.of(place);
  }

  /** Below what a shell calls {@code ~}; Java's own idea of it comes from the system's accounts. */
  private static Path usualHome(Map<String, String> environment) {
    String home = environment.get("HOME");
    return Path.of(home == null ? System.getProperty("user.home") : home, ".weir", "gateway");
  }

  private static Script demo() {
    try (InputStream in = ServeSetup.class.getResourceAsStream(DEMO)) {
      return in == null
          ? Script.builtIn()
          : ScriptReader.read(DEMO, new String(in.readAllBytes(), UTF_8));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  public GatewayOptions options() {
    return options;
  }

  /** How long live streams may go on when the gateway is told to stop. */
  public Duration drain() {
    Duration wanted = settings.gateway().drain();
    if (wanted != null) {
      return wanted;
    }
    return options.log() instanceof RedisPlace ? SHARED_DRAIN : Duration.ZERO;
  }

  /** What clients may ask for, over this transport to the providers; to be called once. */
  public Catalog offers(Transport transport) {
    CallOptions calls = settings.calls();
    List<CatalogEntry> offers = new ArrayList<>();
    Map<String, String> names = new LinkedHashMap<>(settings.models());
    for (Provider provider : providers) {
      offers.add(
          new CatalogEntry(
              debugFiles.watching(upstream(provider, calls, transport), provider),
              models(provider),
              /* isSimulated= */ false,
              () -> ModelList.of(provider)));
    }
    if (simulator != null) {
      Provider simulated =
          Provider.builder("simulator", Dialects.ANTHROPIC, simulator.url() + "/v1")
              .defaultModel("sim-1")
              .build();
      offers.add(
          new CatalogEntry(
              debugFiles.watching(new HttpUpstream(simulated, transport, calls), simulated),
              List.of("sim-1"),
              /* isSimulated= */ true));
      // Whatever model a client is set to, the simulator plays it.
      names.putIfAbsent("*", "simulator/sim-1");
    }
    var rests = new Rests();
    for (Route route : settings.routes().values()) {
      offers.add(
          CatalogEntry.of(
              RouteUpstream.of(
                  route,
                  calls,
                  rests,
                  (provider, patience) ->
                      debugFiles.watching(upstream(provider, patience, transport), provider))));
    }
    return new Catalog(offers, tools, names, settings.turns(), settings.gateway().prices());
  }

  /** The one that is asked if none is named, and those that the settings list. */
  private List<String> models(Provider provider) {
    Set<String> known = new LinkedHashSet<>();
    if (provider.defaultModel() != null) {
      known.add(provider.defaultModel());
    }
    known.addAll(settings.gateway().models().getOrDefault(provider.name(), List.of()));
    return List.copyOf(known);
  }

  private Upstream upstream(Provider provider, CallOptions patience, Transport transport) {
    if (!GrpcAccess.isFor(provider)) {
      return new HttpUpstream(provider, transport, patience);
    }
    XaiUpstream opened = GrpcAccess.open(provider, patience);
    openUpstreams.add(opened);
    return opened;
  }

  public String providerNames() {
    return providers.isEmpty()
        ? "the simulator; set a key such as ANTHROPIC_API_KEY to ask a real one"
        : providers.stream().map(Provider::name).collect(Collectors.joining(", "));
  }

  public String routeNames() {
    return String.join(", ", settings.routes().keySet());
  }

  public String toolNames() {
    return tools.stream().map(tool -> tool.spec().name()).collect(Collectors.joining(", "));
  }

  @Override
  public void close() {
    debugFiles.close();
    openTools.close();
    openUpstreams.forEach(XaiUpstream::close);
    if (simulator != null) {
      simulator.close();
    }
  }
}
