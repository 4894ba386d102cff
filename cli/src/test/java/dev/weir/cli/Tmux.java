package dev.weir.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/** A real terminal for tests: tmux, without anybody before it. */
final class Tmux implements AutoCloseable {
  private static final AtomicInteger NUMBERS = new AtomicInteger();
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final String socket =
      "weir-test-" + ProcessHandle.current().pid() + "-" + NUMBERS.incrementAndGet();

  /** Runs weir with these arguments, and says its exit code below. */
  Tmux(int columns, int rows, List<String> arguments) throws IOException {
    this(columns, rows, "echo '$ weir'", arguments);
  }

  /**
   * @param before what the shell runs first
   */
  Tmux(int columns, int rows, String before, List<String> arguments) throws IOException {
    this(columns, rows, before, arguments, "", "");
  }

  /**
   * A terminal on which a recording comes through a pipe, as the script that starts weir does it.
   */
  static Tmux piped(int columns, int rows, Path recording, List<String> arguments)
      throws IOException {
    return new Tmux(
        columns, rows, "exec 3< '" + recording + "'", arguments, "-Dweir.input=/dev/fd/3", "");
  }

  /** A terminal on which weir has a file for its standard input. */
  static Tmux fed(int columns, int rows, Path input, List<String> arguments) throws IOException {
    return new Tmux(
        columns, rows, "echo '$ weir'", arguments, "-Dweir.terminals=12", " < '" + input + "'");
  }

  private Tmux(
      int columns,
      int rows,
      String before,
      List<String> arguments,
      String option,
      String redirection)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(System.getProperty("java.home") + "/bin/java");
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-XX:+UseSerialGC");
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("-Dweir.terminals=012");
    if (!option.isEmpty()) {
      command.add(option);
    }
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(Main.class.getName());
    command.addAll(arguments);
    String line =
        "stty -echo; %s; '%s'%s; echo exit=$?; sleep 600"
            .formatted(before, String.join("' '", command), redirection);
    run("new-session", "-d", "-x", columns + "", "-y", rows + "", line);
  }

  static boolean isThere() {
    try {
      return new ProcessBuilder("tmux", "-V").start().waitFor() == 0;
    } catch (IOException absent) {
      return false;
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** What is on the screen, times as {@code T}: how fast it got there does not matter. */
  String screen() throws IOException {
    return masked(run("capture-pane", "-p"));
  }

  /** What was scrolled out too, with rows joined that the terminal wrapped. */
  String all() throws IOException {
    return masked(run("capture-pane", "-p", "-J", "-S", "-"));
  }

  private static String masked(String screen) {
    return screen
        .replaceAll("\\d+\\.\\d s|\\d+ min \\d\\d s", "T")
        .replaceAll("[\\d,]+ tokens/s", "N tokens/s")
        .replaceAll(" +\n", "\n")
        .strip();
  }

  /** The same with its colours, as escape sequences. */
  String styled() throws IOException {
    return run("capture-pane", "-p", "-e");
  }

  /** Types a line and Enter. */
  void type(String line) throws IOException {
    run("send-keys", "-l", line);
    keys("Enter");
  }

  void keys(String keys) throws IOException {
    run("send-keys", keys);
  }

  void resize(int columns, int rows) throws IOException {
    run("resize-window", "-x", columns + "", "-y", rows + "");
  }

  String await(Predicate<String> expected) throws IOException, InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      String screen = screen();
      if (expected.test(screen)) {
        return screen;
      }
      assertThat(System.nanoTime() < end).as("waited too long; the screen:\n" + screen).isTrue();
      Thread.sleep(50);
    }
  }

  /** Steps to the end of the replay. */
  void stepToTheEnd() throws IOException, InterruptedException {
    await(screen -> {
      try {
        // Before and after, a key would be typed into the terminal.
        if (screen.contains("q quit")) {
          keys("s");
        }
      } catch (IOException failed) {
        throw new UncheckedIOException(failed);
      }
      return screen.contains("exit=");
    });
  }

  private String run(String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of("tmux", "-u", "-L", socket, "-f", "/dev/null"));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String out = new String(process.getInputStream().readAllBytes(), UTF_8);
    try {
      assertThat(process.waitFor()).as("tmux said: " + out).isZero();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("waiting for tmux");
    }
    return out;
  }

  @Override
  public void close() throws IOException {
    run("kill-server");
  }
}
