package dev.weir.bench.load;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.weir.bench.stream.AnthropicStream;
import dev.weir.bench.stream.ChatStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A provider that sends chunks of OpenAI Chat, or of Anthropic where it is asked at {@code
 * /messages}, at a steady pace on thousands of connections, each stamped with the time of sending.
 * One thread answers requests, one sends; both sleep when nothing is due.
 *
 * <p>The model's name in a request says what is wanted: {@code paced-20-700} is 20 events a second,
 * 700 in all; {@code paced-0-10} is ten at once, and more than fit into a socket's buffer come as
 * fast as they are read.
 */
public final class PacedUpstream implements AutoCloseable {
  private static final int BACKLOG = 4096;
  private static final int MOST_AT_ONCE = 100;
  private static final Pattern MODEL = Pattern.compile("\"paced-([0-9.]+)-([0-9]+)\"");

  private final Selector selector;
  private final ServerSocketChannel listening;
  private final PacedForm chat =
      new PacedForm(ChatStream.create(0), /* openingFrames= */ 1, ChatStream.frame(Stamp.BLANK));
  private final PacedForm anthropic =
      new PacedForm(
          AnthropicStream.create(0), /* openingFrames= */ 3, AnthropicStream.frame(Stamp.BLANK));
  private final Random phases = new Random(1);
  private final Queue<Paced> begun = new ConcurrentLinkedQueue<>();
  private final PriorityQueue<Paced> due = new PriorityQueue<>();
  private final Thread answering;
  private final Thread sending;
  private volatile boolean isClosed;

  /** What has come of a request. */
  private static final class Asking {
    private final StringBuilder text = new StringBuilder();
  }

  /** One response on its way. */
  private static final class Paced implements Comparable<Paced> {
    private final SocketChannel channel;
    private final PacedForm form;
    private final long periodNanos;
    private final int events;
    private int sent;
    private long nextNanos;

    Paced(SocketChannel channel, PacedForm form, double perSecond, int events, double phase) {
      this.channel = channel;
      this.form = form;
      this.periodNanos = (long) (1e9 / perSecond);
      this.events = events;
      this.nextNanos = System.nanoTime() + (long) (phase * periodNanos);
    }

    @Override
    public int compareTo(Paced other) {
      return Long.compare(nextNanos, other.nextNanos);
    }
  }

  private PacedUpstream() throws IOException {
    selector = Selector.open();
    listening = ServerSocketChannel.open();
    listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
    listening.configureBlocking(false).register(selector, SelectionKey.OP_ACCEPT);
    answering = Thread.ofPlatform().daemon().name("answering").unstarted(this::answer);
    sending = Thread.ofPlatform().daemon().name("sending").unstarted(this::send);
  }

  static PacedUpstream start() throws IOException {
    var upstream = new PacedUpstream();
    upstream.answering.start();
    upstream.sending.start();
    return upstream;
  }

  /** Runs until the process that started it is gone; prints its port first. */
  public static void main(String[] args) throws IOException {
    try (var upstream = start()) {
      System.out.println("listens on http://127.0.0.1:%d/".formatted(upstream.port()));
      while (System.in.read() >= 0) {
        // Nothing is said to it.
      }
    }
  }

  int port() throws IOException {
    return ((InetSocketAddress) listening.getLocalAddress()).getPort();
  }

  // ── answering ──────────────────────────────────────────────────────────────────────────────

  private void answer() {
    ByteBuffer bytes = ByteBuffer.allocateDirect(64 << 10);
    while (!isClosed) {
      try {
        selector.select(key -> ready(key, bytes));
      } catch (ClosedSelectorException closed) {
        return;
      } catch (IOException broken) {
        throw new IllegalStateException("The upstream cannot go on", broken);
      }
    }
  }

  private void ready(SelectionKey key, ByteBuffer bytes) {
    if (key.isAcceptable()) {
      accept();
      return;
    }
    var channel = (SocketChannel) key.channel();
    try {
      bytes.clear();
      if (channel.read(bytes) < 0) {
        channel.close();
        return;
      }
      StringBuilder text = ((Asking) key.attachment()).text;
      text.append(US_ASCII.decode(bytes.flip()));
      Matcher wish = MODEL.matcher(text);
      // A client sends the next request only after the last answer, so this is all of it
      // as soon as the object is closed.
      if (wish.find() && text.charAt(text.length() - 1) == '}') {
        double perSecond = Double.parseDouble(wish.group(1));
        int events = Integer.parseInt(wish.group(2));
        PacedForm form = text.indexOf("/messages HTTP/1.1") >= 0 ? anthropic : chat;
        text.setLength(0);
        begin(channel, form, perSecond, events);
      }
    } catch (IOException gone) {
      close(channel);
    }
  }

  private void accept() {
    try {
      for (var channel = listening.accept(); channel != null; channel = listening.accept()) {
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true).configureBlocking(false);
        channel.register(selector, SelectionKey.OP_READ, new Asking());
      }
    } catch (IOException failed) {
      throw new IllegalStateException("The upstream cannot accept", failed);
    }
  }

  private void begin(SocketChannel channel, PacedForm form, double perSecond, int events)
      throws IOException {
    if (perSecond > 0) {
      write(channel, ByteBuffer.wrap(form.opening()));
      begun.add(new Paced(channel, form, perSecond, events, phases.nextDouble()));
      LockSupport.unpark(sending);
      return;
    }
    if (events > MOST_AT_ONCE) {
      Thread.ofPlatform().daemon().name("flooding").start(() -> flood(channel, form, events));
      return;
    }
    int length = form.opening().length + events * form.deltaLength() + form.closing().length;
    ByteBuffer all = ByteBuffer.allocate(length).put(form.opening());
    long now = System.nanoTime();
    byte[] delta = new byte[form.deltaLength()];
    for (int i = 0; i < events; i++) {
      form.stamp(delta, i, now);
      all.put(delta);
    }
    write(channel, all.put(form.closing()).flip());
  }

  /** Sends as fast as the reader reads. */
  private static void flood(SocketChannel channel, PacedForm form, int events) {
    ByteBuffer bytes = ByteBuffer.allocateDirect(64 << 10);
    byte[] delta = new byte[form.deltaLength()];
    try (Selector room = Selector.open()) {
      channel.register(room, SelectionKey.OP_WRITE);
      bytes.put(form.opening());
      for (int i = 0; i < events; i++) {
        form.stamp(delta, i, System.nanoTime());
        if (bytes.remaining() < delta.length) {
          writeAll(channel, bytes, room);
        }
        bytes.put(delta);
      }
      writeAll(channel, bytes, room);
      writeAll(channel, bytes.put(form.closing()), room);
    } catch (IOException gone) {
      close(channel);
    }
  }

  private static void writeAll(SocketChannel channel, ByteBuffer bytes, Selector room)
      throws IOException {
    bytes.flip();
    while (bytes.hasRemaining()) {
      if (channel.write(bytes) == 0) {
        room.select();
        room.selectedKeys().clear();
      }
    }
    bytes.clear();
  }

  // ── sending ────────────────────────────────────────────────────────────────────────────────

  private void send() {
    byte[] delta = new byte[Math.max(chat.deltaLength(), anthropic.deltaLength())];
    ByteBuffer bytes = ByteBuffer.allocateDirect(delta.length);
    while (!isClosed) {
      for (Paced next = begun.poll(); next != null; next = begun.poll()) {
        due.add(next);
      }
      Paced next = due.peek();
      long wait = next == null ? Long.MAX_VALUE : next.nextNanos - System.nanoTime();
      if (wait > 0) {
        LockSupport.parkNanos(this, wait);
      } else {
        send(due.remove(), delta, bytes);
      }
    }
  }

  private void send(Paced stream, byte[] delta, ByteBuffer bytes) {
    try {
      PacedForm form = stream.form;
      if (stream.sent == stream.events) {
        write(stream.channel, ByteBuffer.wrap(form.closing()));
        return;
      }
      form.stamp(delta, stream.sent++, System.nanoTime());
      write(stream.channel, bytes.clear().put(delta, 0, form.deltaLength()).flip());
      stream.nextNanos += stream.periodNanos;
      due.add(stream);
    } catch (IOException gone) {
      close(stream.channel);
    }
  }

  /** A reader that leaves a whole socket buffer unread is gone for this purpose. */
  private static void write(SocketChannel channel, ByteBuffer bytes) throws IOException {
    channel.write(bytes);
    if (bytes.hasRemaining()) {
      throw new IOException("The reader does not read");
    }
  }

  private static void close(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException closed) {
      System.err.println("A connection cannot be closed: " + closed.getMessage());
    }
  }

  @Override
  public void close() throws IOException {
    isClosed = true;
    LockSupport.unpark(sending);
    selector.close();
    listening.close();
  }
}
