package dev.weir.bench.load;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Reads many streams on one thread, each on a connection of its own, checks that every event comes
 * once and in order, and measures the time from sending to reading of those sent in a window.
 */
final class LoadClient {
  private static final int MAX_PROBLEMS = 5;

  private final List<Integer> ports;
  private final List<byte[]> requests;
  private final int events;
  private final int openedPerSecond;
  private final Selector selector;
  private final Thread thread;
  private final Samples latencies = new Samples();
  private final List<String> problems = new ArrayList<>();
  private volatile long windowFrom = Long.MAX_VALUE;
  private volatile long windowTo = Long.MAX_VALUE;
  private volatile boolean stops;
  private final AtomicInteger opened = new AtomicInteger();
  private final AtomicLong whole = new AtomicLong();
  private long broken;
  private int open;
  private long now;

  /**
   * What came.
   *
   * @param whole streams that reached their end with every event once and in order
   * @param broken those that did not
   * @param problems the first things that were wrong with them
   */
  record Result(Samples latencies, long whole, long broken, List<String> problems) {}

  /** One connection and the response that comes on it. */
  private final class Reading {
    private final SocketChannel channel;
    private final byte[] request;
    private final StampReader stamps = new StampReader();
    private final ResponseReader response =
        new ResponseReader(body -> stamps.read(body, LoadClient.this::came), this::ended);

    Reading(SocketChannel channel, byte[] request) {
      this.channel = channel;
      this.request = request;
    }

    void ask() throws IOException {
      stamps.begin();
      channel.write(ByteBuffer.wrap(request));
    }

    private void ended() {
      if (stamps.count() != events || stamps.wrong() > 0) {
        throw new IllegalStateException(
            "%,d of %,d events in order, %,d others"
                .formatted(stamps.count(), events, stamps.wrong()));
      }
      whole.incrementAndGet();
      try {
        if (stops) {
          leave(this, null);
        } else {
          ask();
        }
      } catch (IOException failed) {
        leave(this, failed);
      }
    }
  }

  private LoadClient(List<Integer> ports, List<byte[]> requests, int events, int openedPerSecond)
      throws IOException {
    this.ports = List.copyOf(ports);
    this.requests = requests;
    this.events = events;
    this.openedPerSecond = openedPerSecond;
    this.selector = Selector.open();
    this.thread = Thread.ofPlatform().daemon().name("reading").unstarted(this::run);
  }

  /**
   * Begins to open connections and to read.
   *
   * @param requests one for each connection
   * @param events how many each response has
   * @param isRepeated whether each request is sent again after its response, until {@link #finish}
   */
  static LoadClient start(
      int port, List<byte[]> requests, int events, int openedPerSecond, boolean isRepeated)
      throws IOException {
    return start(List.of(port), requests, events, openedPerSecond, isRepeated);
  }

  /** The same on several servers, one connection after the other. */
  static LoadClient start(
      List<Integer> ports,
      List<byte[]> requests,
      int events,
      int openedPerSecond,
      boolean isRepeated)
      throws IOException {
    var client = new LoadClient(ports, requests, events, openedPerSecond);
    client.stops = !isRepeated;
    client.thread.start();
    return client;
  }

  /** Events that are sent from now on are measured. */
  void beginWindow() {
    windowFrom = System.nanoTime();
  }

  void endWindow() {
    windowTo = System.nanoTime();
  }

  /** How many streams have reached their end so far. */
  long whole() {
    return whole.get();
  }

  /** Waits until every connection is open, or the client cannot go on. */
  void awaitOpened() throws InterruptedException {
    while (opened.get() < requests.size() && thread.isAlive()) {
      Thread.sleep(10);
    }
  }

  /**
   * Waits until every stream has reached its end; those that do not within that time are broken.
   */
  Result finish(long maxMillis) throws InterruptedException {
    stops = true;
    thread.join(maxMillis);
    if (thread.isAlive()) {
      thread.interrupt();
      thread.join();
    }
    return new Result(latencies, whole.get(), broken, List.copyOf(problems));
  }

  private void run() {
    ByteBuffer bytes = ByteBuffer.allocateDirect(64 << 10);
    long begun = System.nanoTime();
    try (selector) {
      while ((opened.get() < requests.size() || open > 0)
          && !Thread.currentThread().isInterrupted()) {
        long due = (System.nanoTime() - begun) * openedPerSecond / 1_000_000_000;
        while (opened.get() < requests.size() && opened.get() <= due) {
          open(requests.get(opened.get()));
        }
        boolean isOpening = opened.get() < requests.size();
        selector.select(key -> ready(key, bytes), isOpening ? 1 : 100);
      }
      for (SelectionKey key : selector.keys()) {
        if (key.isValid()) {
          leave((Reading) key.attachment(), new IOException("not at its end when time was up"));
        }
      }
    } catch (IOException failed) {
      problem("The client cannot go on: " + failed);
    }
  }

  private void open(byte[] request) throws IOException {
    int port = ports.get(opened.get() % ports.size());
    var channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true).configureBlocking(false);
    var reading = new Reading(channel, request);
    channel.register(selector, SelectionKey.OP_READ, reading);
    reading.ask();
    opened.incrementAndGet();
    open++;
  }

  private void ready(SelectionKey key, ByteBuffer bytes) {
    var reading = (Reading) key.attachment();
    try {
      if (reading.channel.read(bytes.clear()) < 0) {
        throw new IOException("closed after %,d events".formatted(reading.stamps.count()));
      }
      now = System.nanoTime();
      reading.response.read(bytes.flip());
    } catch (IOException | IllegalStateException failed) {
      leave(reading, failed);
    }
  }

  private void came(long sentNanos) {
    if (sentNanos >= windowFrom && sentNanos < windowTo) {
      latencies.add(now - sentNanos);
    }
  }

  private void leave(Reading reading, @Nullable Exception why) {
    open--;
    if (why != null) {
      broken++;
      problem(String.valueOf(why.getMessage()));
    }
    try {
      reading.channel.close();
    } catch (IOException closed) {
      problem("A connection cannot be closed: " + closed.getMessage());
    }
  }

  private void problem(String what) {
    if (problems.size() < MAX_PROBLEMS) {
      problems.add(what);
    }
  }
}
