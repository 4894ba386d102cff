package dev.weir.cli.tap;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Listens on this machine, passes every connection on to a server, and says what is wrong with the
 * streams that come back.
 */
public final class Tap implements AutoCloseable {
  private static final byte[] LOOPBACK = {127, 0, 0, 1};
  private static final Duration TICK = Duration.ofMillis(100);

  /** How long closing waits for what is still being written down; connecting may take longer. */
  private static final Duration LAST_WORDS = Duration.ofSeconds(5);

  /**
   * What a tap does.
   *
   * @param to the server, as an address of http or https
   * @param port where to listen; 0 for any free one
   * @param record the folder in which exchanges are kept; absent to keep none
   * @param quiet after how long without a byte it reports that nothing comes
   */
  public record Options(String to, int port, @Nullable Path record, Duration quiet) {}

  private final TapTarget target;
  private final Options options;
  private final TapPrinter printer;
  private final ServerSocket listening;
  private final AtomicInteger numbers = new AtomicInteger();
  private final Map<TappedConnection, Thread> connections = new ConcurrentHashMap<>();
  private final Set<Watch> watches = ConcurrentHashMap.newKeySet();
  private final Set<Watch> quiet = ConcurrentHashMap.newKeySet();
  private final Thread accepting = Thread.ofVirtual().name("tap-accept").unstarted(this::accept);
  private volatile boolean closed;

  private Tap(TapTarget target, Options options, Consumer<String> out) throws IOException {
    this.target = target;
    this.options = options;
    this.printer = new TapPrinter(Clock.system(ZoneId.systemDefault()), out);
    this.listening = new ServerSocket();
    try {
      listening.bind(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), options.port()));
    } catch (IOException taken) {
      listening.close();
      throw taken;
    }
  }

  /**
   * Begins to listen.
   *
   * @param out takes every line that is printed
   * @throws IllegalArgumentException if the address is not one
   */
  public static Tap start(Options options, Consumer<String> out) throws IOException {
    var tap = new Tap(TapTarget.parse(options.to()), options, out);
    tap.accepting.start();
    Thread.ofVirtual().name("tap-quiet").start(tap::watchForQuiet);
    return tap;
  }

  private void accept() {
    while (!closed) {
      try {
        Socket client = listening.accept();
        var connection = new TappedConnection(this, client);
        Thread thread =
            Thread.ofVirtual()
                .name("tap-up")
                .unstarted(() -> {
                  connection.run();
                  connections.remove(connection);
                });
        connections.put(connection, thread);
        thread.start();
      } catch (IOException ended) {
        if (!closed) {
          printer.say("✗ " + ended.getMessage());
        }
      }
    }
  }

  private void watchForQuiet() {
    try {
      while (!closed) {
        Thread.sleep(TICK);
        watches.forEach(this::check);
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private void check(Watch watch) {
    boolean isQuiet = watch.quietNanos() > options.quiet().toNanos();
    if (isQuiet && quiet.add(watch)) {
      printer.meanwhile(
          watch.asked().number(),
          "✗ nothing for %s; %s is still open"
              .formatted(TapPrinter.time(options.quiet().toNanos() / 1000), watch.asked().line()));
    } else if (!isQuiet && quiet.remove(watch)) {
      printer.meanwhile(watch.asked().number(), "· it goes on");
    }
  }

  int nextNumber() {
    return numbers.incrementAndGet();
  }

  TapTarget target() {
    return target;
  }

  TapPrinter printer() {
    return printer;
  }

  boolean records() {
    return options.record() != null;
  }

  @Nullable TapRecord record(PassedRequest asked) {
    Path folder = options.record();
    return folder == null
        ? null
        : new TapRecord(folder, asked, words -> printer.meanwhile(asked.number(), "✗ " + words));
  }

  void begin(Watch watch) {
    watches.add(watch);
  }

  void end(Watch watch) {
    watches.remove(watch);
    quiet.remove(watch);
  }

  /** The connection ended before a request was answered. */
  void unanswered(PassedRequest asked) {
    TapRecord record = record(asked);
    if (record != null) {
      record.begin(null);
      record.close();
    }
    printer.exchange("✗", asked, "no answer: the connection ended", List.of());
  }

  public int port() {
    return listening.getLocalPort();
  }

  /** Where clients reach it. */
  public String url() {
    return "http://127.0.0.1:" + port();
  }

  /** Ends all connections. What had come of their exchanges is said and recorded afterwards. */
  @Override
  public void close() {
    closed = true;
    try {
      listening.close();
    } catch (IOException alreadyGone) {
      // That was the aim.
    }
    try {
      accepting.join();
      connections.keySet().forEach(TappedConnection::tear);
      long deadline = System.nanoTime() + LAST_WORDS.toNanos();
      for (Thread connection : connections.values()) {
        connection.join(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
      }
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
  }
}
