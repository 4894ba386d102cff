package dev.weir.cli.tap;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.cli.input.Damage;
import dev.weir.cli.input.HttpBody;
import dev.weir.cli.input.HttpHead;
import dev.weir.cli.input.NotAStreamException;
import dev.weir.cli.input.Slice;
import dev.weir.cli.input.Slices;
import dev.weir.codec.Bytes;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One connection of a client, and the one to the server that belongs to it.
 *
 * <p>A thread for each direction. Bytes are passed on first and looked at afterwards; only the head
 * of a request is held until it is whole, because its host must be that of the server. What one
 * side does to its connection (end it, end half of it, break it) is done to the other.
 */
final class TappedConnection {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final int SWITCHING_PROTOCOLS = 101;
  private static final int NO_CONTENT = 204;
  private static final int NOT_MODIFIED = 304;
  private static final int LINGER_MILLIS = 10_000;
  private static final String HTTP_2 = "PRI * HTTP/2.0";

  private final Tap tap;
  private final Socket client;
  private final Queue<PassedRequest> pending = new ConcurrentLinkedQueue<>();
  private volatile @Nullable Socket server;
  private volatile @Nullable Thread down;
  private volatile boolean isClientDone;
  private volatile boolean isLeftByClient;
  private volatile boolean isUnread;
  private volatile long lastByteNanos = System.nanoTime();

  TappedConnection(Tap tap, Socket client) {
    this.tap = tap;
    this.client = client;
  }

  /** Whether the client had ended its side when the server ended its own. */
  boolean isLeftByClient() {
    return isLeftByClient;
  }

  /** When the server last sent something, by {@link System#nanoTime}. */
  long lastByteNanos() {
    return lastByteNanos;
  }

  /** Passes on what comes from both sides, until nothing more does. */
  void run() {
    up();
    Thread other = down;
    if (other != null) {
      try {
        other.join();
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
      }
    }
    close(client);
    close(server);
  }

  private void up() {
    try {
      client.setTcpNoDelay(true);
      requests();
      isClientDone = true;
      Socket opened = server;
      if (opened != null) {
        opened.shutdownOutput();
      }
    } catch (IOException broken) {
      isClientDone = true;
      tear();
    }
  }

  private void requests() throws IOException {
    var passing = new Passing();
    var slices = new Slices(source(client), passing);
    for (slices.look(1); slices.head().length() > 0; slices.look(1)) {
      String text = head(slices);
      RequestHead head = RequestHead.parse(text);
      Socket opened = opened();
      if (opened == null) {
        return;
      }
      OutputStream out = opened.getOutputStream();
      passing.to = out;
      if (head == null) {
        unread(text.startsWith(HTTP_2) ? "HTTP/2 without TLS" : "not HTTP");
        out.write(text.getBytes(ISO_8859_1));
      } else {
        PassedRequest asked = request(head, slices, out);
        // Until the server has agreed, what follows is HTTP; the client waits for that too.
        isUnread |= head.isUpgrade() && asked.isSwitched();
      }
      if (isUnread) {
        while (slices.next() != null) {
          // Taking it passes it on.
        }
        return;
      }
      passing.to = null;
    }
  }

  /** The next head; nothing if what comes is too long to be one. */
  private static String head(Slices slices) throws IOException {
    try {
      return HttpHead.takeText(slices);
    } catch (NotAStreamException tooLong) {
      return "";
    }
  }

  private PassedRequest request(RequestHead head, Slices slices, OutputStream out)
      throws IOException {
    var asked = new PassedRequest(tap.nextNumber(), head, tap.target());
    pending.add(asked);
    out.write(head.passedTo(tap.target()));
    if (head.hasBody()) {
      HttpBody body = HttpBody.onTheWire(slices, head.fields(), new Damage());
      for (Slice slice = body.next(); slice != null; slice = body.next()) {
        if (tap.records()) {
          asked.came(slice.bytes().toArray());
        }
      }
    }
    return asked;
  }

  private void unread(String what) {
    isUnread = true;
    tap.printer().say("a connection that is " + what + " is passed on unread");
  }

  /** Passes on what is taken, while it knows where to. */
  private static final class Passing implements Slices.Witness {
    @Nullable OutputStream to;

    @Override
    public void taken(Bytes bytes) throws IOException {
      OutputStream out = to;
      if (out != null) {
        out.write(bytes.array(), bytes.from(), bytes.length());
      }
    }
  }

  private static Slices.Source source(Socket socket) {
    byte[] buffer = new byte[BUFFER_BYTES];
    return () -> {
      int n = socket.getInputStream().read(buffer);
      return n < 0 ? null : new Slice(Bytes.of(Arrays.copyOf(buffer, n)), 0);
    };
  }

  /** The connection to the server, opened when it is first needed; null if that fails. */
  private @Nullable Socket opened() throws IOException {
    Socket known = server;
    if (known != null) {
      return known;
    }
    try {
      Socket opened = tap.target().connect();
      server = opened;
      down = Thread.ofVirtual().name("tap-down").start(() -> down(opened));
      return opened;
    } catch (IOException failed) {
      String words = "Cannot connect to %s: %s".formatted(tap.target().url(), reason(failed));
      tap.printer().say("✗ " + words);
      byte[] body = ("weir tap: " + words + "\n").getBytes(UTF_8);
      String head =
          "HTTP/1.1 502 Bad Gateway\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\nContent-Length: %d\r\n\r\n"
              .formatted(body.length);
      client.getOutputStream().write(head.getBytes(UTF_8));
      client.getOutputStream().write(body);
      return null;
    }
  }

  private static String reason(IOException failed) {
    return failed instanceof UnknownHostException
        ? "the name is not found; is this machine online?"
        : String.valueOf(failed.getMessage());
  }

  /** Passes on what the server sends, until it sends no more. */
  private void down(Socket from) {
    var passed = new PassedBytes();
    Thread looking = Thread.ofVirtual().name("tap-look").start(() -> look(passed));
    try {
      pass(from, passed);
      looking.join();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      passed.end(null);
    }
  }

  private void pass(Socket from, PassedBytes passed) throws InterruptedException {
    byte[] buffer = new byte[BUFFER_BYTES];
    try {
      OutputStream out = client.getOutputStream();
      for (int n = read(from, buffer); n >= 0; n = read(from, buffer)) {
        long at = TimeUnit.NANOSECONDS.toMicros(System.nanoTime());
        lastByteNanos = System.nanoTime();
        write(out, buffer, n);
        passed.add(Arrays.copyOf(buffer, n), at);
      }
      isLeftByClient = isClientDone;
      client.shutdownOutput();
      // A client that has heard the end does not ask again; one that does not close is not waited
      // for.
      client.setSoTimeout(LINGER_MILLIS);
      passed.end(null);
    } catch (ServerBrokeException | ClientGoneException broken) {
      isLeftByClient = isClientDone;
      tear();
      passed.end(broken);
    } catch (IOException alreadyClosed) {
      passed.end(null);
    }
  }

  private static int read(Socket from, byte[] buffer) throws ServerBrokeException {
    try {
      return from.getInputStream().read(buffer);
    } catch (IOException broken) {
      throw new ServerBrokeException(broken);
    }
  }

  private static void write(OutputStream out, byte[] buffer, int length)
      throws ClientGoneException {
    try {
      out.write(buffer, 0, length);
    } catch (IOException gone) {
      throw new ClientGoneException(gone);
    }
  }

  private void look(PassedBytes passed) {
    try {
      answers(new Slices(passed));
    } catch (IOException ended) {
      // Reported with the exchange that it ended.
    } finally {
      for (PassedRequest left = pending.poll(); left != null; left = pending.poll()) {
        left.answered(/* switchesProtocol= */ false);
        tap.unanswered(left);
      }
    }
  }

  private void answers(Slices slices) throws IOException {
    for (slices.look(1); slices.head().length() > 0; slices.look(1)) {
      slices.look("HTTP/".length());
      if (isUnread || !slices.head().toString().startsWith("HTTP/")) {
        while (slices.next() != null) {
          // It has been passed on.
        }
        return;
      }
      HttpHead head = HttpHead.parse(head(slices));
      if (head.isInterim() && head.status() != SWITCHING_PROTOCOLS) {
        continue;
      }
      PassedRequest asked = pending.poll();
      boolean isSwitched = head.status() == SWITCHING_PROTOCOLS;
      if (asked == null || isSwitched) {
        unread(asked == null ? "answered without being asked" : "switched to another protocol");
        if (asked != null) {
          asked.answered(isSwitched);
        }
        continue;
      }
      asked.answered(/* switchesProtocol= */ false);
      answer(asked, head, slices);
    }
  }

  private void answer(PassedRequest asked, HttpHead head, Slices slices) throws IOException {
    boolean hasBody =
        !asked.head().method().equals("HEAD")
            && head.status() != NO_CONTENT
            && head.status() != NOT_MODIFIED;
    var begun = new Watch(asked, head, tap.printer(), tap.record(asked), this);
    tap.begin(begun);
    try {
      begun.look(hasBody ? HttpBody.onTheWire(slices, head, begun.damage()) : HttpBody.none());
    } finally {
      tap.end(begun);
    }
  }

  /** Ends both connections so that both sides see them break. */
  void tear() {
    for (Socket socket : Arrays.asList(client, server)) {
      if (socket != null) {
        try {
          socket.setSoLinger(true, 0);
        } catch (IOException alreadyGone) {
          // Closing it is enough.
        }
        close(socket);
      }
    }
  }

  private static void close(@Nullable Socket socket) {
    try {
      if (socket != null) {
        socket.close();
      }
    } catch (IOException alreadyGone) {
      // That was the aim.
    }
  }
}
