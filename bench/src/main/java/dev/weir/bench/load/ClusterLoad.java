package dev.weir.bench.load;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What many machines need, measured on this one: the memory of a stream in the engine and in its
 * node, while it is open and when it is kept, and what three nodes cost where one would do.
 */
public final class ClusterLoad {
  private static final int OPENED_PER_SECOND = 500;

  private final Servers servers;
  private final Path program;
  private final boolean quick;

  private ClusterLoad(Servers servers, Path program, boolean quick) {
    this.servers = servers;
    this.program = program;
    this.quick = quick;
  }

  /**
   * Runs all of it, which takes some minutes.
   *
   * @throws IllegalStateException if an event was lost, came twice or out of order
   */
  public static String tables(boolean quick) throws IOException, InterruptedException {
    Path home = Path.of(System.getProperty("weir.home", "."));
    Path engine = Path.of(System.getProperty("weir.engine", "valkey-server"));
    try (var servers = new Servers(home, System.getProperty("weir.nginx", "nginx"))) {
      var load = new ClusterLoad(servers, engine, quick);
      return load.memory() + "\n" + load.nodes();
    }
  }

  private static void say(String what) {
    System.err.println("benchmark: " + what);
  }

  private static List<byte[]> requests(ServerProcess node, int streams, String model) {
    String body =
        "{\"model\":\"%s\",\"messages\":[{\"role\":\"user\",\"content\":\"How long is the river?\"}]}"
            .formatted(model);
    return Collections.nCopies(
        streams, ResponseReader.request("POST", "/v1/chat", node.port(), body));
  }

  private ServerProcess node(ServerProcess engine) throws IOException {
    return servers.gateway("redis://127.0.0.1:" + engine.port(), "engine");
  }

  /** How much the engine says that it uses, in bytes. */
  private static long used(ServerProcess engine) throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), engine.port())) {
      socket.getOutputStream().write("INFO memory\r\nQUIT\r\n".getBytes(US_ASCII));
      String said = new String(socket.getInputStream().readAllBytes(), US_ASCII);
      return said.lines()
          .filter(line -> line.startsWith("used_memory:"))
          .mapToLong(line -> Long.parseLong(line.substring("used_memory:".length())))
          .findFirst()
          .orElseThrow();
    }
  }

  // ── memory ─────────────────────────────────────────────────────────────────────────────────

  private String memory() throws IOException, InterruptedException {
    int streams = quick ? 500 : 2_000;
    int events = quick ? 200 : 500;
    double perSecond = quick ? 10 : 5;
    String model = "paced-%s-%d".formatted(perSecond, events);
    try (ServerProcess engine = servers.engine(program);
        ServerProcess node = node(engine)) {
      say("memory of streams that are open");
      // What a node makes once, and its code, is not the streams'.
      warm(node);
      long engineBefore = used(engine);
      double heapBefore = node.liveHeapMegabytes();
      var client =
          LoadClient.start(
              node.port(), requests(node, streams, model), events, OPENED_PER_SECOND, false);
      client.awaitOpened();
      // Near their ends, all of them are still open.
      long opening = 1_000L * streams / OPENED_PER_SECOND;
      Thread.sleep((long) (1_000 * events / perSecond) - opening - 2_000);
      double heap = node.liveHeapMegabytes();
      long live = used(engine);
      check(client.finish(60_000), streams);
      say("memory of streams that are kept");
      // They are packed when they are over, and the writer lets go of what it sent after 2 s.
      Thread.sleep(6_000);
      long kept = used(engine);
      double heapKept = node.liveHeapMegabytes();
      return """
      | %,d streams of %,d events | engine, bytes a stream | engine, bytes an event | node, bytes of heap a stream |
      |---|---:|---:|---:|
      | open, all but the last 2 s written | %,d | %.0f | %,.0f |
      | kept | %,d | %.1f | %,.0f |
      """
          .formatted(
              streams,
              events,
              (live - engineBefore) / streams,
              (double) (live - engineBefore) / streams / events,
              (heap - heapBefore) * 1024 * 1024 / streams,
              (kept - engineBefore) / streams,
              (double) (kept - engineBefore) / streams / events,
              Math.max(0, heapKept - heapBefore) * 1024 * 1024 / streams);
    }
  }

  private static void warm(ServerProcess node) throws IOException, InterruptedException {
    var client =
        LoadClient.start(
            node.port(), requests(node, 200, "paced-20-40"), 40, OPENED_PER_SECOND, false);
    client.awaitOpened();
    check(client.finish(30_000), 200);
  }

  private static void check(LoadClient.Result result, long expected) {
    if (result.broken() > 0 || result.whole() < expected) {
      throw new IllegalStateException(
          "%,d streams came whole, %,d did not: %s"
              .formatted(result.whole(), result.broken(), result.problems()));
    }
  }

  // ── nodes ──────────────────────────────────────────────────────────────────────────────────

  private String nodes() throws IOException, InterruptedException {
    var out =
        new StringBuilder(
            "| 900 streams, 20 events/s each | p50 µs | p99 µs | nodes, processor µs/event | engine µs/event | nodes, resident MB |%n|---|---:|---:|---:|---:|---:|%n"
                .formatted());
    for (int count : List.of(1, 3)) {
      out.append(row(count));
    }
    return out.toString();
  }

  private String row(int count) throws IOException, InterruptedException {
    int window = quick ? 10 : 30;
    int warming = quick ? 5 : 20;
    int each = 900 / count;
    int events = (2 + Math.ceilDiv(each, OPENED_PER_SECOND) + warming + window) * 20;
    List<ServerProcess> nodes = new ArrayList<>();
    try (ServerProcess engine = servers.engine(program)) {
      try {
        for (int i = 0; i < count; i++) {
          nodes.add(node(engine));
          warm(nodes.getLast());
        }
        say("%d nodes".formatted(count));
        List<LoadClient> clients = new ArrayList<>();
        for (ServerProcess node : nodes) {
          List<byte[]> requests = requests(node, each, "paced-20-%d".formatted(events));
          clients.add(
              LoadClient.start(node.port(), requests, events, OPENED_PER_SECOND / count, false));
        }
        for (LoadClient client : clients) {
          client.awaitOpened();
        }
        Thread.sleep(warming * 1_000L);
        double before = cpu(nodes);
        double engineBefore = engine.cpuSeconds();
        clients.forEach(LoadClient::beginWindow);
        Thread.sleep(window * 1_000L);
        clients.forEach(LoadClient::endWindow);
        double used = cpu(nodes) - before;
        double engineUsed = engine.cpuSeconds() - engineBefore;
        double resident = 0;
        for (ServerProcess node : nodes) {
          resident += node.residentMegabytes();
        }
        long counted = 0;
        double half = 0;
        double worst = 0;
        for (LoadClient client : clients) {
          LoadClient.Result result = client.finish(30_000);
          check(result, each);
          counted += result.latencies().count();
          half += result.latencies().micros(50) / count;
          worst = Math.max(worst, result.latencies().micros(99));
        }
        return "| %d %s | %,.0f | %,.0f | %.1f | %.1f | %,.0f |%n"
            .formatted(
                count,
                count == 1 ? "node" : "nodes",
                half,
                worst,
                used * 1e6 / counted,
                engineUsed * 1e6 / counted,
                resident);
      } finally {
        nodes.forEach(ServerProcess::close);
      }
    }
  }

  private static double cpu(List<ServerProcess> nodes) throws IOException {
    double seconds = 0;
    for (ServerProcess node : nodes) {
      seconds += node.cpuSeconds();
    }
    return seconds;
  }
}
