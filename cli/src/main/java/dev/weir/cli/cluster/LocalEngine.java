package dev.weir.cli.cluster;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** An engine of our own, in memory: what it holds is gone when it stops. */
final class LocalEngine implements AutoCloseable {
  private static final long SECONDS = 10;
  private static final int PAUSE_MILLIS = 20;

  private final String program;
  private final int port;
  private final Path folder;

  private LocalEngine(String program, int port, Path folder) {
    this.program = program;
    this.port = port;
    this.folder = folder;
  }

  /**
   * Starts what {@code engine.sh} finds or unpacks; says how to get one if it finds none.
   *
   * @param say takes what happens, in words
   */
  static LocalEngine start(Map<String, String> environment, Consumer<String> say)
      throws IOException {
    String program =
        find(environment, say)
            .orElseThrow(() ->
                new IOException(
                    "A cluster needs an engine, and there is neither valkey-server nor redis-server"
                        + " on the PATH, nor could one be unpacked. Install one (apt install"
                        + " valkey-server, brew install valkey), or start one (docker run -p 6379:6379"
                        + " valkey/valkey:8) and add --log redis://127.0.0.1:6379"));
    var engine = new LocalEngine(program, freePort(), Files.createTempDirectory("weir-engine"));
    engine.run();
    return engine;
  }

  private static Optional<String> find(Map<String, String> environment, Consumer<String> say)
      throws IOException {
    var shell = new ProcessBuilder("/bin/sh", "-c", script(), "engine.sh");
    shell.environment().clear();
    shell.environment().putAll(environment);
    Process finding;
    try {
      finding = shell.start();
    } catch (IOException noShell) {
      return Optional.empty();
    }
    finding.getOutputStream().close();
    // Only that something is fetched, which takes a while; that nothing was found is said by us.
    finding
        .errorReader(UTF_8)
        .lines()
        .filter(line -> line.endsWith("…"))
        .forEach(line -> say.accept(line.replaceFirst("^engine: ", "")));
    return finding.inputReader(UTF_8).lines().findFirst();
  }

  private static String script() throws IOException {
    try (InputStream script = LocalEngine.class.getResourceAsStream("engine.sh")) {
      return new String(Objects.requireNonNull(script).readAllBytes(), UTF_8);
    }
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private void run() throws IOException {
    Path log = folder.resolve("engine.log");
    Process started =
        new ProcessBuilder(
                program,
                "--port",
                Integer.toString(port),
                "--bind",
                "127.0.0.1",
                "--save",
                "",
                "--maxmemory-policy",
                "noeviction",
                "--dir",
                folder.toString(),
                "--logfile",
                log.toString(),
                // In a session of its own Ctrl+C does not reach it before the nodes are done.
                "--daemonize",
                "yes")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      if (!started.waitFor(SECONDS, TimeUnit.SECONDS) || started.exitValue() != 0 || !answers()) {
        throw new IOException("%s did not start; %s says why".formatted(program, log));
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", interrupted);
    }
  }

  private boolean answers() throws InterruptedException {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    while (System.nanoTime() < until) {
      try {
        if (ask("PING").startsWith("+")) {
          return true;
        }
      } catch (IOException notYet) {
        Thread.sleep(PAUSE_MILLIS);
      }
    }
    return false;
  }

  private String ask(String words) throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout((int) TimeUnit.SECONDS.toMillis(SECONDS));
      socket.getOutputStream().write((words + "\r\n").getBytes(US_ASCII));
      byte[] said = new byte[64];
      int length = socket.getInputStream().read(said);
      return new String(said, 0, Math.max(0, length), US_ASCII);
    }
  }

  String address() {
    return "redis://127.0.0.1:" + port;
  }

  @Override
  public String toString() {
    return "%s on port %d".formatted(program, port);
  }

  @Override
  public void close() {
    try {
      ask("SHUTDOWN NOSAVE");
    } catch (IOException gone) {
      // Somebody else has stopped it.
    }
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.deleteIfExists(file);
      }
      Files.deleteIfExists(folder);
    } catch (IOException left) {
      // The system deletes what is left in its folder for such things.
    }
  }
}
