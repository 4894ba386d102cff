package dev.weir.gateway.node;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.gateway.Gateway;
import dev.weir.gateway.GatewayOptions;
import dev.weir.gateway.settings.Catalog;
import dev.weir.gateway.settings.CatalogEntry;
import dev.weir.redis.Durability;
import dev.weir.redis.RedisPlace;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A gateway in a process of its own, which can be killed or stopped without its knowledge. */
final class NodeProcess implements AutoCloseable {
  private final Process process;
  private final int port;

  private NodeProcess(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  static NodeProcess start(String engine, Path folder) throws IOException {
    return start(engine, Durability.ENGINE, folder);
  }

  static NodeProcess start(String engine, Durability durability, Path folder) throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                NodeProcess.class.getName(),
                engine,
                durability.toString(),
                folder.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (var out = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
      String said = out.readLine();
      if (said == null) {
        throw new IOException("the gateway did not start");
      }
      return new NodeProcess(process, Integer.parseInt(said));
    }
  }

  int port() {
    return port;
  }

  /** Sends a signal by its name. */
  void signal(String name) throws Exception {
    if (name.equals("KILL")) {
      process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
      return;
    }
    int code =
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
    if (code != 0) {
      throw new AssertionError("signal %s was refused".formatted(name));
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  /** Arguments: the address of the engine, the durability and a folder. Says its port. */
  @SuppressWarnings("SystemOut") // The test reads it.
  public static void main(String[] args) throws Exception {
    var offer =
        new CatalogEntry(new TickingUpstream(), List.of("model-1"), /* isSimulated= */ false);
    GatewayOptions options =
        GatewayOptions.local(0, Path.of(args[2]))
            .withLog(RedisPlace.parse(args[0]).with(Durability.of(args[1])));
    try (var gateway =
        Gateway.start(options, transport -> new Catalog(List.of(offer), List.of()))) {
      System.out.println(gateway.port());
      System.out.flush();
      Thread.sleep(TimeUnit.MINUTES.toMillis(10));
    }
  }
}
