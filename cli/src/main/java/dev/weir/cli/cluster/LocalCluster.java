package dev.weir.cli.cluster;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Several gateways on this machine that share an engine, behind one port. For trying out what
 * happens when one of them is killed; machines of their own are what one would really use.
 */
public final class LocalCluster implements AutoCloseable {
  private final RoundRobin front;
  private final @Nullable LocalEngine engine;
  private final List<ChildNode> nodes = new ArrayList<>();
  private volatile boolean isClosing;

  private LocalCluster(RoundRobin front, @Nullable LocalEngine engine) {
    this.front = front;
    this.engine = engine;
  }

  /**
   * Starts everything; returns when clients can connect.
   *
   * @param count how many gateways
   * @param port of the front; 0 for any free one
   * @param log the address of an engine that runs; absent for one that is started for this
   * @param arguments of {@code weir} for each gateway, without port and log
   * @param say takes what happens, in words
   */
  public static LocalCluster start(
      int count,
      int port,
      @Nullable String log,
      List<String> arguments,
      Map<String, String> environment,
      Consumer<String> say)
      throws IOException {
    var front = RoundRobin.listen(port);
    LocalCluster cluster;
    try {
      cluster = new LocalCluster(front, log == null ? LocalEngine.start(environment, say) : null);
    } catch (IOException failed) {
      front.close();
      throw failed;
    }
    try {
      say.accept(
          "engine: "
              + (log == null
                  ? cluster.engine + ", in memory: its streams are gone when it stops"
                  : log));
      for (int number = 1; number <= count; number++) {
        cluster.add(number, log, arguments, say);
      }
      return cluster;
    } catch (IOException | RuntimeException failed) {
      cluster.close();
      throw failed;
    }
  }

  private void add(int number, @Nullable String log, List<String> arguments, Consumer<String> say)
      throws IOException {
    List<String> all = new ArrayList<>(arguments);
    all.addAll(
        List.of("--port", "0", "--log", engine == null ? String.valueOf(log) : engine.address()));
    for (String name : List.of("localhost", "127.0.0.1")) {
      all.addAll(List.of("--host", name + ":" + front.port()));
    }
    ChildNode node =
        ChildNode.start(
            all,
            line -> {
              // They all say the same of providers and tools.
              if (number == 1) {
                say.accept(line.replaceFirst("^weir: ", ""));
              }
            });
    nodes.add(node);
    front.add(node.port());
    say.accept(
        "node %d listens on http://127.0.0.1:%d/  (process %d)"
            .formatted(number, node.port(), node.pid()));
    node.onExit(() -> {
      if (!isClosing) {
        say.accept(
            "node %d is gone; the others cut its open streams within 10 s".formatted(number));
      }
    });
  }

  /** Where clients connect. */
  public int port() {
    return front.port();
  }

  /** The ports of the gateways, in their order. */
  public List<Integer> nodePorts() {
    return nodes.stream().map(ChildNode::port).toList();
  }

  /** The processes of the gateways, in their order. */
  public List<Long> nodeProcesses() {
    return nodes.stream().map(ChildNode::pid).toList();
  }

  @Override
  public void close() throws IOException {
    isClosing = true;
    nodes.forEach(ChildNode::stop);
    nodes.forEach(ChildNode::close);
    front.close();
    if (engine != null) {
      engine.close();
    }
  }
}
