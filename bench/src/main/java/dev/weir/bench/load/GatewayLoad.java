package dev.weir.bench.load;

import dev.weir.bench.load.LoadClient.Result;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/**
 * The gateway under load: what it adds to every event, what an event costs, what an open stream
 * takes. nginx passes on the same events of the same upstream, in the same run.
 */
public final class GatewayLoad {
  private static final int OPENED_PER_SECOND = 500;
  private static final int SHORT_EVENTS = 10;
  private static final int AT_A_TIME = 64;
  private static final int FLAT_STREAMS = 4;

  /** A JVM has compiled what it needs after some ten seconds of it. */
  private static final int FLAT_WARM_ROUNDS = 3;

  /** With short streams a JVM, which has no core to itself, compiles for two minutes. */
  private static final int SHORT_WARM_SECONDS = 120;

  private static final String SHORT_MODEL = "paced-0-" + SHORT_EVENTS;

  private final Servers servers;
  private final boolean quick;

  /** Something that is measured, and the word that asks for it alone. */
  public enum Part {
    PASS,
    LOGS,
    DOORS,
    READERS,
    IDLE,
    SHORT,
    FLAT;

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private GatewayLoad(Servers servers, boolean quick) {
    this.servers = servers;
    this.quick = quick;
  }

  /**
   * Runs those parts of it; all of them take some minutes.
   *
   * @throws IllegalStateException if an event was lost, came twice or out of order
   */
  public static String tables(List<Part> parts, boolean quick)
      throws IOException, InterruptedException {
    Path home = Path.of(System.getProperty("weir.home", "."));
    try (var servers = new Servers(home, System.getProperty("weir.nginx", "nginx"))) {
      var load = new GatewayLoad(servers, quick);
      List<String> tables = new ArrayList<>();
      for (Part part : parts) {
        tables.add(load.table(part));
        say("so far\n" + tables.getLast());
      }
      return String.join("\n", tables);
    }
  }

  private String table(Part part) throws IOException, InterruptedException {
    return switch (part) {
      case PASS -> passThrough();
      case LOGS -> logs();
      case DOORS -> doors();
      case READERS -> fanOut();
      case IDLE -> openStreams();
      case SHORT -> shortStreams();
      case FLAT -> flatOut();
    };
  }

  private static void say(String what) {
    System.err.println("benchmark: " + what);
  }

  // ── shapes of load ─────────────────────────────────────────────────────────────────────────

  /** A number of streams at a pace, measured for a while after they have been open for a while. */
  private record Load(
      int streams, int readers, double perSecond, int warmSeconds, int windowSeconds) {
    Load(int streams, double perSecond, int warmSeconds, int windowSeconds) {
      this(streams, /* readers= */ 1, perSecond, warmSeconds, windowSeconds);
    }

    /** Streams last until the window is over, even the one that was opened first. */
    int events() {
      int beginning = readers == 1 ? 2 : 8;
      int opening = Math.ceilDiv(streams * readers, OPENED_PER_SECOND);
      return (int) Math.ceil((beginning + opening + warmSeconds + windowSeconds) * perSecond);
    }

    String model() {
      return "paced-%s-%d".formatted(perSecond, events());
    }
  }

  /** What was seen of one way from the upstream to the client. */
  record Passage(
      String name, Samples latencies, double cpuMicros, double megabytes, double besideMicros) {}

  private static byte[] toUpstream(int port, String model) {
    return ResponseReader.request("POST", "/v1/chat/completions", port, question(model));
  }

  private static byte[] toGateway(int port, String model) {
    return ResponseReader.request("POST", "/v1/chat", port, question(model));
  }

  private static String question(String model) {
    return """
    {"model":"%s","messages":[{"role":"user","content":"How long is the river?"}]}\
    """
        .formatted(model);
  }

  private Passage measure(
      String name, Load load, int port, List<byte[]> requests, @Nullable ServerProcess between)
      throws IOException, InterruptedException {
    return measure(name, load, port, requests, between, /* beside= */ null);
  }

  private Passage measure(
      String name,
      Load load,
      int port,
      List<byte[]> requests,
      @Nullable ServerProcess between,
      @Nullable ServerProcess beside)
      throws IOException, InterruptedException {
    List<ServerProcess> servers = between == null ? List.of() : List.of(between);
    return measure(name, load, List.of(port), requests, servers, beside);
  }

  /**
   * @param ports of the servers between, each with the connections whose turn is its
   * @param beside what works for those between, and is measured apart
   */
  private Passage measure(
      String name,
      Load load,
      List<Integer> ports,
      List<byte[]> requests,
      List<ServerProcess> between,
      @Nullable ServerProcess beside)
      throws IOException, InterruptedException {
    say(name);
    var client =
        LoadClient.start(
            ports, requests, load.events(), OPENED_PER_SECOND, /* isRepeated= */ false);
    client.awaitOpened();
    Thread.sleep(load.warmSeconds() * 1000L);
    double cpuBefore = cpuSeconds(between);
    double besideBefore = beside == null ? 0 : beside.cpuSeconds();
    client.beginWindow();
    Thread.sleep(load.windowSeconds() * 1000L);
    client.endWindow();
    double cpu = cpuSeconds(between) - cpuBefore;
    double besideCpu = beside == null ? 0 : beside.cpuSeconds() - besideBefore;
    double megabytes = between.isEmpty() ? Double.NaN : 0;
    for (ServerProcess server : between) {
      megabytes += server.residentMegabytes();
    }
    Result result = client.finish(30_000);
    check(name, result, requests.size());
    Samples latencies = result.latencies();
    double micros = 1e6 / latencies.count();
    return new Passage(name, latencies, cpu * micros, megabytes, besideCpu * micros);
  }

  private static double cpuSeconds(List<ServerProcess> servers) throws IOException {
    double seconds = servers.isEmpty() ? Double.NaN : 0;
    for (ServerProcess server : servers) {
      seconds += server.cpuSeconds();
    }
    return seconds;
  }

  private static void check(String name, Result result, long expected) {
    if (result.broken() > 0 || result.whole() < expected) {
      throw new IllegalStateException(
          "%s: %,d streams came whole, %,d did not: %s"
              .formatted(name, result.whole(), result.broken(), result.problems()));
    }
  }

  // ── pass through ───────────────────────────────────────────────────────────────────────────

  /**
   * What a gateway allocates for an event, read in the second half of the time before the window:
   * reading it takes the processor from whoever is measured.
   */
  private static FutureTask<Double> watched(ServerProcess gateway, Load load) {
    var half = Duration.ofMillis(load.warmSeconds() * 500L);
    var watching =
        new FutureTask<>(() -> {
          Thread.sleep(half.plusSeconds(load.streams() / OPENED_PER_SECOND));
          return gateway.allocatedPerSecond(half.minusSeconds(1)) / load.streams() / load.perSecond;
        });
    Thread.ofPlatform().daemon().start(watching);
    return watching;
  }

  private String passThrough() throws IOException, InterruptedException {
    var load = new Load(1_000, 20, quick ? 5 : 30, quick ? 10 : 30);
    var warming = new Load(1_000, 20, quick ? 5 : 20, 1);
    int direct = servers.upstream().port();
    List<Passage> passages = new ArrayList<>();
    String collected;
    try (ServerProcess gateway = servers.gateway()) {
      measure("warming up", warming, gateway.port(), gatewayRequests(warming, gateway), gateway);
      passages.add(
          measure("direct", load, direct, requests(load, toUpstream(direct, load.model())), null));
      for (int workers : List.of(1, 2)) {
        try (ServerProcess nginx = servers.nginx(workers)) {
          byte[] toNginx = toUpstream(nginx.port(), load.model());
          String name =
              servers.nginxVersion()
                  + (workers == 1 ? ", one worker" : ", %d workers".formatted(workers));
          passages.add(measure(name, load, nginx.port(), requests(load, toNginx), nginx));
        }
      }
      ServerProcess.Collected before = gateway.collected();
      FutureTask<Double> steadily = watched(gateway, load);
      passages.add(measure("Weir", load, gateway.port(), gatewayRequests(load, gateway), gateway));
      collected =
          gateway
              .collected()
              .since(before)
              .toText(load.streams() * (long) load.events(), steadily.get());
    } catch (ExecutionException failed) {
      throw new IOException("what Weir allocates could not be read", failed);
    }
    String title =
        "%,d streams, %.0f events/s each, %d s"
            .formatted(load.streams, load.perSecond, load.windowSeconds);
    return LoadTable.passages(title, passages) + "\n" + collected;
  }

  // ── logs ───────────────────────────────────────────────────────────────────────────────────

  /** The log in files of one machine, and in an engine that many share. */
  private String logs() throws IOException, InterruptedException {
    Path program = Path.of(System.getProperty("weir.engine", "valkey-server"));
    var load = new Load(1_000, 20, quick ? 5 : 30, quick ? 10 : 30);
    var warming = new Load(1_000, 20, quick ? 5 : 20, 1);
    List<Passage> passages = new ArrayList<>();
    try (ServerProcess gateway = servers.gateway()) {
      measure("warming up", warming, gateway.port(), gatewayRequests(warming, gateway), gateway);
      passages.add(measure("files", load, gateway.port(), gatewayRequests(load, gateway), gateway));
    }
    String name = String.valueOf(program.getFileName());
    try (ServerProcess engine = servers.engine(program)) {
      String log = "redis://127.0.0.1:" + engine.port();
      try (ServerProcess gateway = servers.gateway(log, "engine")) {
        passages.add(onNodes(name, warming, load, List.of(gateway), engine));
      }
      try (ServerProcess one = servers.gateway(log, "engine");
          ServerProcess two = servers.gateway(log, "engine");
          ServerProcess three = servers.gateway(log, "engine")) {
        List<ServerProcess> nodes = List.of(one, two, three);
        passages.add(onNodes(name + ", three nodes", warming, load, nodes, engine));
      }
    }
    String title =
        "log: %,d streams, %.0f events/s each, %d s"
            .formatted(load.streams, load.perSecond, load.windowSeconds);
    return LoadTable.logs(title, passages);
  }

  /** The same streams on one gateway or, in turn, on several that share an engine. */
  private Passage onNodes(
      String name, Load warming, Load load, List<ServerProcess> nodes, ServerProcess engine)
      throws IOException, InterruptedException {
    List<Integer> ports = nodes.stream().map(ServerProcess::port).toList();
    measure("warming up", warming, ports, inTurn(warming, ports), nodes, engine);
    return measure(name, load, ports, inTurn(load, ports), nodes, engine);
  }

  private static List<byte[]> inTurn(Load load, List<Integer> ports) {
    List<byte[]> requests = new ArrayList<>();
    for (int i = 0; i < load.streams(); i++) {
      requests.add(toGateway(ports.get(i % ports.size()), load.model()));
    }
    return requests;
  }

  // ── doors ──────────────────────────────────────────────────────────────────────────────────

  /** A client of Chat: the provider speaks Chat too, or Anthropic, and nginx passes the same. */
  private String doors() throws IOException, InterruptedException {
    var load = new Load(1_000, 20, quick ? 5 : 30, quick ? 10 : 30);
    var warming = new Load(1_000, 20, quick ? 5 : 20, 1);
    int direct = servers.upstream().port();
    String version = servers.nginxVersion();
    List<Passage> passages = new ArrayList<>();
    try (ServerProcess nginx = servers.nginx();
        ServerProcess gateway = servers.gateway()) {
      for (String provider : List.of("paced", "messages")) {
        byte[] asked = toDoor(gateway.port(), provider, warming.model());
        measure("warming up", warming, gateway.port(), requests(warming, asked), gateway);
      }
      passages.add(
          measure("direct", load, direct, requests(load, toUpstream(direct, load.model())), null));
      byte[] chat = toUpstream(nginx.port(), load.model());
      passages.add(measure(version + ", chat", load, nginx.port(), requests(load, chat), nginx));
      byte[] straight = toDoor(gateway.port(), "paced", load.model());
      passages.add(
          measure("Weir, straight", load, gateway.port(), requests(load, straight), gateway));
      byte[] messages =
          ResponseReader.request("POST", "/v1/messages", nginx.port(), question(load.model()));
      passages.add(
          measure(version + ", Anthropic", load, nginx.port(), requests(load, messages), nginx));
      byte[] translated = toDoor(gateway.port(), "messages", load.model());
      passages.add(
          measure("Weir, translated", load, gateway.port(), requests(load, translated), gateway));
    }
    String title =
        "/v1/chat/completions: %,d streams, %.0f events/s each, %d s"
            .formatted(load.streams, load.perSecond, load.windowSeconds);
    return LoadTable.passages(title, passages);
  }

  private static byte[] toDoor(int port, String provider, String model) {
    String body = question(provider + "/" + model).replaceFirst("\\{", "{\"stream\":true,");
    return ResponseReader.request("POST", "/v1/chat/completions", port, body);
  }

  private static List<byte[]> requests(Load load, byte[] request) {
    return Collections.nCopies(load.streams(), request);
  }

  private static List<byte[]> gatewayRequests(Load load, ServerProcess gateway) {
    return requests(load, toGateway(gateway.port(), load.model()));
  }

  // ── one stream, many readers ───────────────────────────────────────────────────────────────

  private String fanOut() throws IOException, InterruptedException {
    var load = new Load(500, /* readers= */ 10, 5, quick ? 3 : 10, quick ? 10 : 30);
    int direct = servers.upstream().port();
    List<Passage> passages = new ArrayList<>();
    try (ServerProcess gateway = servers.gateway()) {
      byte[] toUpstream = toUpstream(direct, load.model());
      passages.add(measure("direct", load, direct, requests(load, toUpstream), null));
      List<byte[]> requests = new ArrayList<>();
      for (String id : detached(gateway, load)) {
        byte[] request =
            ResponseReader.request("GET", "/v1/streams/" + id + "/events", gateway.port(), "");
        requests.addAll(Collections.nCopies(load.readers(), request));
      }
      passages.add(measure("Weir", load, gateway.port(), requests, gateway));
    }
    String title =
        "%,d streams with %d readers each, %.0f events/s each, %d s"
            .formatted(load.streams, load.readers, load.perSecond, load.windowSeconds);
    return LoadTable.fanOut(title, passages);
  }

  /** Begins streams that nobody reads yet. */
  private static List<String> detached(ServerProcess gateway, Load load)
      throws IOException, InterruptedException {
    List<String> ids = new ArrayList<>();
    String body = question(load.model()).replaceFirst("\\{", "{\"detach\":true,");
    try (HttpClient http = HttpClient.newHttpClient()) {
      for (int i = 0; i < load.streams(); i++) {
        HttpRequest request =
            HttpRequest.newBuilder(
                    URI.create("http://127.0.0.1:%d/v1/chat".formatted(gateway.port())))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        String answer = http.send(request, HttpResponse.BodyHandlers.ofString()).body();
        ids.add(answer.replaceAll(".*\"id\":\"([0-9a-f]+)\".*", "$1"));
      }
    }
    return ids;
  }

  // ── memory ─────────────────────────────────────────────────────────────────────────────────

  /** What is held while streams are open on which something comes every five seconds. */
  private String openStreams() throws IOException, InterruptedException {
    var load = new Load(quick ? 1_000 : 5_000, 0.2, 30, 5);
    List<LoadTable.Memory> rows = new ArrayList<>();
    try (ServerProcess nginx = servers.nginx()) {
      byte[] request = toUpstream(nginx.port(), load.model());
      rows.add(memory(servers.nginxVersion(), load, nginx, requests(load, request), false));
    }
    try (ServerProcess gateway = servers.gateway()) {
      rows.add(memory("Weir", load, gateway, gatewayRequests(load, gateway), true));
    }
    return LoadTable.memory(
        "%,d streams open, an event every 5 s".formatted(load.streams), load.streams, rows);
  }

  private static LoadTable.Memory memory(
      String name, Load load, ServerProcess server, List<byte[]> requests, boolean isJvm)
      throws IOException, InterruptedException {
    say(name + ", memory");
    double heapBefore = isJvm ? server.liveHeapMegabytes() : Double.NaN;
    double before = server.residentMegabytes();
    var client =
        LoadClient.start(
            server.port(), requests, load.events(), OPENED_PER_SECOND, /* isRepeated= */ false);
    client.awaitOpened();
    Thread.sleep(load.warmSeconds() * 1000L);
    double resident = server.residentMegabytes();
    double heap = isJvm ? server.liveHeapMegabytes() : Double.NaN;
    check(name, client.finish(60_000), requests.size());
    return new LoadTable.Memory(name, before, resident, heapBefore, heap);
  }

  // ── flat out ───────────────────────────────────────────────────────────────────────────────

  /** A few streams as fast as the upstream sends and the client reads. */
  private String flatOut() throws IOException, InterruptedException {
    int events = quick ? 100_000 : 500_000;
    String model = "paced-0-" + events;
    int direct = servers.upstream().port();
    List<LoadTable.Rate> rows = new ArrayList<>();
    rows.add(flatOut("direct", direct, toUpstream(direct, model), events, null));
    try (ServerProcess nginx = servers.nginx()) {
      byte[] request = toUpstream(nginx.port(), model);
      rows.add(flatOut(servers.nginxVersion(), nginx.port(), request, events, nginx));
    }
    try (ServerProcess gateway = servers.gateway()) {
      byte[] request = toGateway(gateway.port(), model);
      for (int i = 0; i < FLAT_WARM_ROUNDS; i++) {
        flatOut("warming up", gateway.port(), request, events, gateway);
      }
      rows.add(flatOut("Weir", gateway.port(), request, events, gateway));
    }
    return LoadTable.flatOut("%d streams, flat out".formatted(FLAT_STREAMS), rows);
  }

  private LoadTable.Rate flatOut(
      String name, int port, byte[] request, int events, @Nullable ServerProcess between)
      throws IOException, InterruptedException {
    say(name + ", flat out");
    double cpuBefore = between == null ? Double.NaN : between.cpuSeconds();
    long begun = System.nanoTime();
    var client =
        LoadClient.start(
            port,
            Collections.nCopies(FLAT_STREAMS, request),
            events,
            OPENED_PER_SECOND,
            /* isRepeated= */ false);
    check(name, client.finish(120_000), FLAT_STREAMS);
    double seconds = (System.nanoTime() - begun) / 1e9;
    double cpu = between == null ? Double.NaN : between.cpuSeconds() - cpuBefore;
    long all = (long) FLAT_STREAMS * events;
    return new LoadTable.Rate(name, all / seconds, cpu * 1e6 / all);
  }

  // ── short streams ──────────────────────────────────────────────────────────────────────────

  /** As many streams of ten events as go through, 64 at a time. */
  private String shortStreams() throws IOException, InterruptedException {
    int direct = servers.upstream().port();
    List<LoadTable.Rate> rows = new ArrayList<>();
    rows.add(rate("direct", direct, toUpstream(direct, SHORT_MODEL), null));
    try (ServerProcess nginx = servers.nginx()) {
      byte[] request = toUpstream(nginx.port(), SHORT_MODEL);
      rows.add(rate(servers.nginxVersion(), nginx.port(), request, nginx));
    }
    try (ServerProcess gateway = servers.gateway()) {
      rows.add(rate("Weir", gateway.port(), toGateway(gateway.port(), SHORT_MODEL), gateway));
    }
    return LoadTable.rates(
        "streams of %d events, %d at a time".formatted(SHORT_EVENTS, AT_A_TIME), rows);
  }

  private LoadTable.Rate rate(
      String name, int port, byte[] request, @Nullable ServerProcess between)
      throws IOException, InterruptedException {
    say(name + ", short streams");
    var client =
        LoadClient.start(
            port,
            Collections.nCopies(AT_A_TIME, request),
            SHORT_EVENTS,
            OPENED_PER_SECOND,
            /* isRepeated= */ true);
    Thread.sleep((quick || between == null ? 15 : SHORT_WARM_SECONDS) * 1000L);
    double cpuBefore = between == null ? Double.NaN : between.cpuSeconds();
    long wholeBefore = client.whole();
    long begun = System.nanoTime();
    Thread.sleep(quick ? 5_000 : 10_000);
    long whole = client.whole() - wholeBefore;
    double seconds = (System.nanoTime() - begun) / 1e9;
    double cpu = between == null ? Double.NaN : between.cpuSeconds() - cpuBefore;
    check(name, client.finish(30_000), whole);
    return new LoadTable.Rate(name, whole / seconds, cpu * 1e6 / whole);
  }
}
