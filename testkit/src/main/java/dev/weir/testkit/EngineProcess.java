package dev.weir.testkit;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * An engine that speaks the Redis protocol in a process of its own, on a free port of this machine
 * and with its files in a folder.
 */
public final class EngineProcess implements AutoCloseable {
  /** Why a test that needs one is skipped. */
  public static final String MISSING =
      "build/engine.sh finds no engine on the PATH and can unpack none; install Valkey to run this";

  /** One that can wait for its disk. */
  private static final String VERSION = "7.2";

  private final String program;
  private final Path folder;
  private final int port;
  private final List<String> options;
  private Process process;

  private EngineProcess(String program, Path folder, int port, List<String> options)
      throws IOException {
    this.program = program;
    this.folder = folder;
    this.port = port;
    this.options = options;
    this.process = run();
  }

  /** The program, found or unpacked; absent if there is none and none can be had. */
  public static Optional<String> program() {
    return Found.PROGRAM;
  }

  /** Looked for once, when somebody needs it. */
  private static final class Found {
    static final Optional<String> PROGRAM = find();

    private static Optional<String> find() {
      for (Path folder = Path.of("").toAbsolutePath();
          folder != null;
          folder = folder.getParent()) {
        Path script = folder.resolve("build/engine.sh");
        if (Files.isExecutable(script)) {
          try {
            Process finding =
                new ProcessBuilder(script.toString(), VERSION)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return finding.inputReader(UTF_8).lines().findFirst();
          } catch (IOException noShell) {
            return Optional.empty();
          }
        }
      }
      return Optional.empty();
    }
  }

  /**
   * Starts one that takes connections when this returns.
   *
   * @param options further ones, as on its command line
   */
  public static EngineProcess start(Path folder, String... options) throws IOException {
    String found = program().orElseThrow(() -> new IOException(MISSING));
    return new EngineProcess(found, folder, freePort(), List.of(options));
  }

  /** Starts a replica of the one that is reached through a port; it has all of it at first. */
  public static EngineProcess replica(Path folder, int primary) throws Exception {
    EngineProcess replica = start(folder, "--replicaof", "127.0.0.1 " + primary);
    while (!replica.lines("INFO", "replication").contains("master_link_status:up")) {
      Thread.sleep(20);
    }
    return replica;
  }

  private Process run() throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                program,
                "--port",
                Integer.toString(port),
                "--bind",
                "127.0.0.1",
                "--save",
                "",
                "--dir",
                folder.toString(),
                "--dbfilename",
                "dump-" + port + ".rdb",
                "--appenddirname",
                "aof-" + port,
                // A replica that comes back need not wait for others.
                "--repl-diskless-sync-delay",
                "0"));
    command.addAll(options);
    Process started =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("engine-" + port + ".log").toFile())
            .start();
    awaitPort(started);
    return started;
  }

  private void awaitPort(Process started) throws IOException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (true) {
      try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        socket.getOutputStream().write("PING\r\n".getBytes(US_ASCII));
        if (socket.getInputStream().read() == '+') {
          return;
        }
      } catch (IOException notYet) {
        if (!started.isAlive() || System.nanoTime() > deadline) {
          throw new IOException("%s did not start on port %d".formatted(program, port), notYet);
        }
      }
      Thread.onSpinWait();
    }
  }

  /** A port on which nobody listens now. */
  public static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  public int port() {
    return port;
  }

  /** Its address as settings have it. */
  public String url() {
    return "redis://127.0.0.1:" + port;
  }

  public long pid() {
    return process.pid();
  }

  public boolean isOlderThan(int major, int minor) throws IOException {
    String[] numbers =
        lines("INFO", "server").stream()
            .filter(line -> line.startsWith("redis_version:"))
            .map(line -> line.substring(line.indexOf(':') + 1))
            .findFirst()
            .orElseThrow()
            .split("\\.", -1);
    int first = Integer.parseInt(numbers[0]);
    return first < major || (first == major && Integer.parseInt(numbers[1]) < minor);
  }

  /** Kills it, as a failing machine would. */
  public void kill() {
    process.destroyForcibly();
    awaitExit();
  }

  /** Starts it again, on the same port and with the same files. */
  public void restart() throws IOException {
    process = run();
  }

  /** Sends a command of plain words, and returns the first line of the answer. */
  public String ask(String... words) throws IOException {
    return lines(words).getFirst();
  }

  /** Sends a command of plain words, and returns all lines of the answer. */
  public List<String> lines(String... words) throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(10_000);
      var out = new StringBuilder("*" + words.length + "\r\n");
      for (String word : words) {
        out.append('$').append(word.length()).append("\r\n").append(word).append("\r\n");
      }
      // The engine closes the connection after the last answer.
      out.append("*1\r\n$4\r\nQUIT\r\n");
      socket.getOutputStream().write(out.toString().getBytes(UTF_8));
      String said = new String(socket.getInputStream().readAllBytes(), UTF_8);
      List<String> lines = new ArrayList<>(said.lines().toList());
      if (lines.size() > 1) {
        lines.removeLast();
      }
      return lines;
    }
  }

  private void awaitExit() {
    try {
      var unused = process.waitFor(10, TimeUnit.SECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    kill();
  }
}
