package dev.weir.bench.client;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import dev.weir.testkit.OwnCertificate;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;

/** Measures one client in a process of its own, and prints what a delta costs it. */
final class ClientRun {
  private static final int MILLIS = 100;
  private static final int PER_SECOND = 1000 / MILLIS;

  /** What streams last besides what is measured: until all are open, and a moment for the end. */
  private static final int SPARE_SECONDS = 6;

  private final Client client;
  private final int streams;

  private ClientRun(Client client, int streams) {
    this.client = client;
    this.streams = streams;
  }

  /**
   * Arguments: the way, the URL, the folder of the certificate, streams, seconds of warming and
   * measuring.
   */
  public static void main(String[] args) throws Exception {
    ClientWay way = ClientWay.valueOf(args[0]);
    String url = args[1];
    int streams = Integer.parseInt(args[3]);
    var target =
        new Target(url, url.startsWith("https"), OwnCertificate.keptIn(Path.of(args[2])), streams);
    var run = new ClientRun(way.client(target), streams);
    Cost cost = run.measure(Integer.parseInt(args[4]), Integer.parseInt(args[5]));
    System.out.println(cost.toLine());
    // Some clients keep threads.
    System.exit(0);
  }

  /**
   * @param warming what the streams run before, so that the compiler has done most of its work: in
   *     the first seconds it takes more time than all else, and the more code there is, the more
   */
  private Cost measure(int warming, int seconds) throws Exception {
    int deltas = (warming + seconds + SPARE_SECONDS) * PER_SECOND;
    String model = PacedChat.name(MILLIS, deltas);
    var progress = new Progress(streams, client.pieces(PacedChat.in(model)));
    for (int i = 0; i < streams; i++) {
      client.open(model, progress.new Stream());
    }
    progress.awaitBegun();
    Thread.sleep(1000L * warming);
    Cost before = now(progress);
    Thread.sleep(1000L * seconds);
    Cost cost = now(progress).since(before);
    progress.awaitWhole();
    return cost;
  }

  private static Cost now(Progress progress) {
    var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    return new Cost(
        progress.pieces(), system.getProcessCpuTime(), threads.getTotalThreadAllocatedBytes());
  }

  /** What was used, and for how many deltas. */
  record Cost(long deltas, long cpuNanos, long bytes) {
    Cost since(Cost before) {
      return new Cost(deltas - before.deltas, cpuNanos - before.cpuNanos, bytes - before.bytes);
    }

    double cpuMicros() {
      return cpuNanos / 1000.0 / deltas;
    }

    double bytesPerDelta() {
      return (double) bytes / deltas;
    }

    String toLine() {
      return "cost %d %d %d".formatted(deltas, cpuNanos, bytes);
    }

    static Cost ofLine(String line) {
      String[] words = line.split(" ", -1);
      return new Cost(Long.parseLong(words[1]), Long.parseLong(words[2]), Long.parseLong(words[3]));
    }
  }
}
