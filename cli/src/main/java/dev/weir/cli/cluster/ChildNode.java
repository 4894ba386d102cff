package dev.weir.cli.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A gateway in a process of its own, so that it can be killed. */
final class ChildNode implements AutoCloseable {
  private static final Pattern LISTENS = Pattern.compile("listens on https?://[^ ]*:(\\d+)/");
  private static final String MAIN = "dev.weir.cli.Main";
  private static final long STOP_SECONDS = 3;

  private final Process process;
  private final int port;

  private ChildNode(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  /**
   * Starts one with the Java and the classes of this process; returns when it listens.
   *
   * @param arguments of {@code weir}
   * @param said takes what it says afterwards, line by line
   */
  static ChildNode start(List<String> arguments, Consumer<String> said) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    // Its words come through a pipe, whatever those of this process go to.
    command.add("-Dweir.terminals=");
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), MAIN));
    command.addAll(arguments);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var lines = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
    List<String> before = new ArrayList<>();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      Matcher listens = LISTENS.matcher(line);
      if (listens.find()) {
        Thread.ofVirtual().start(() -> lines.lines().forEach(said));
        return new ChildNode(process, Integer.parseInt(listens.group(1)));
      }
      before.add(line);
    }
    process.destroyForcibly();
    throw new IOException("A node did not start: " + String.join(" ", before));
  }

  int port() {
    return port;
  }

  long pid() {
    return process.pid();
  }

  /** Does something when it is gone, for whatever reason. */
  void onExit(Runnable action) {
    var unused = process.onExit().thenRun(action);
  }

  /** Tells it to stop; {@link #close} waits for it. */
  void stop() {
    process.destroy();
  }

  @Override
  public void close() {
    stop();
    try {
      if (process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        return;
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    process.destroyForcibly();
  }
}
