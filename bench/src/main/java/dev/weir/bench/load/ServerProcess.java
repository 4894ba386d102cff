package dev.weir.bench.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server in a process of its own, and what the system says about what it uses. */
final class ServerProcess implements AutoCloseable {
  private static final Pattern PORT = Pattern.compile("http://127\\.0\\.0\\.1:(\\d+)/");
  private static final Pattern WRONG = Pattern.compile("WARN|ERROR|SEVERE|Exception|^\\s+at ");
  private static final Pattern ALLOCATED = Pattern.compile(" allocated=(\\d+)([BKMG])");

  /** A line of a histogram: number, instances, bytes, class. */
  private static final Pattern ALIVE = Pattern.compile("^\\s*\\d+:\\s+\\d+\\s+(\\d+)\\s+(\\S+)");

  private static final long TICKS_PER_SECOND = 100;

  private final Process process;
  private final int port;

  private ServerProcess(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  /** Starts a server that says on which port it listens. */
  static ServerProcess start(List<String> command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var lines = new BufferedReader(process.inputReader(UTF_8));
    List<String> said = new ArrayList<>();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      said.add(line);
      Matcher found = PORT.matcher(line);
      if (found.find()) {
        // What it says later must not block it, and is worth seeing only if something is wrong.
        Thread.ofPlatform()
            .daemon()
            .start(() ->
                lines.lines().filter(l -> WRONG.matcher(l).find()).forEach(System.err::println));
        return new ServerProcess(process, Integer.parseInt(found.group(1)));
      }
    }
    throw new IOException("%s did not start: %s".formatted(command.getFirst(), said));
  }

  /** Starts a server that was told its port. */
  static ServerProcess start(List<String> command, int port, Path output)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    if (process.waitFor(1, TimeUnit.SECONDS)) {
      throw new IOException(
          "%s did not start: %s".formatted(command.getFirst(), Files.readString(output)));
    }
    return new ServerProcess(process, port);
  }

  int port() {
    return port;
  }

  /** Processor time of the process and its children so far. */
  double cpuSeconds() throws IOException {
    long ticks = 0;
    for (long pid : pids()) {
      String stat = Files.readString(Path.of("/proc/%d/stat".formatted(pid)));
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      ticks += Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
    }
    return (double) ticks / TICKS_PER_SECOND;
  }

  /** Memory that it and its children hold, in megabytes. */
  double residentMegabytes() throws IOException {
    long kilobytes = 0;
    for (long pid : pids()) {
      for (String line : Files.readAllLines(Path.of("/proc/%d/status".formatted(pid)))) {
        if (line.startsWith("VmRSS:")) {
          kilobytes += number(line);
        }
      }
    }
    return kilobytes / 1024.0;
  }

  /**
   * Memory of a JVM's objects that are alive, in megabytes, without what its collector leaves
   * between them.
   */
  double liveHeapMegabytes() throws IOException, InterruptedException {
    long bytes = 0;
    for (String line : jcmd("GC.class_histogram")) {
      Matcher alive = ALIVE.matcher(line);
      if (alive.find() && !alive.group(2).contains("jdk.internal.vm.Filler")) {
        bytes += Long.parseLong(alive.group(1));
      }
    }
    return bytes / 1024.0 / 1024.0;
  }

  /**
   * What a JVM's collector of young objects has done.
   *
   * @param bytes what the threads that live have allocated
   */
  record Collected(long times, double bytes, double seconds) {
    Collected since(Collected before) {
      return new Collected(times - before.times, bytes - before.bytes, seconds - before.seconds);
    }

    String toText(long events, double steadily) {
      return """
      Weir allocated %,.0f bytes for each event once it ran steadily, %,.0f with the beginning and the end of the streams; \
      %,d collections took %.1f ms on average.
      """
          .formatted(steadily, bytes / events, times, times == 0 ? 0 : seconds * 1000 / times);
    }
  }

  /** What the threads of a JVM allocate in a second, watched for a while. */
  double allocatedPerSecond(Duration span) throws IOException, InterruptedException {
    double before = allocatedBytes();
    long begun = System.nanoTime();
    Thread.sleep(span);
    double more = allocatedBytes() - before;
    return more * 1e9 / (System.nanoTime() - begun);
  }

  Collected collected() throws IOException, InterruptedException {
    long times = 0;
    double ticks = 0;
    double perSecond = 1;
    for (String line : jcmd("PerfCounter.print")) {
      String value = line.substring(line.indexOf('=') + 1);
      if (line.startsWith("sun.gc.collector.0.invocations=")) {
        times = Long.parseLong(value);
      } else if (line.startsWith("sun.gc.collector.0.time=")) {
        ticks = Double.parseDouble(value);
      } else if (line.startsWith("sun.os.hrt.frequency=")) {
        perSecond = Double.parseDouble(value);
      }
    }
    return new Collected(times, allocatedBytes(), ticks / perSecond);
  }

  private double allocatedBytes() throws IOException, InterruptedException {
    double bytes = 0;
    for (String line : jcmd("Thread.print", "-e")) {
      Matcher allocated = ALLOCATED.matcher(line);
      if (allocated.find()) {
        int shift =
            switch (allocated.group(2)) {
              case "K" -> 10;
              case "M" -> 20;
              case "G" -> 30;
              default -> 0;
            };
        bytes += (double) (Long.parseLong(allocated.group(1)) << shift);
      }
    }
    return bytes;
  }

  private List<String> jcmd(String... command) throws IOException, InterruptedException {
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    List<String> words = new ArrayList<>(List.of(jcmd.toString(), Long.toString(process.pid())));
    words.addAll(List.of(command));
    Process asked = new ProcessBuilder(words).start();
    List<String> lines = asked.inputReader(UTF_8).lines().toList();
    asked.waitFor();
    return lines;
  }

  private static long number(String line) {
    return Long.parseLong(line.replaceAll("[^0-9]", ""));
  }

  private List<Long> pids() {
    List<Long> pids = new ArrayList<>();
    pids.add(process.pid());
    process.descendants().forEach(child -> pids.add(child.pid()));
    return pids;
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException interrupted) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
