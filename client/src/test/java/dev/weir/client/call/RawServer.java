package dev.weir.client.call;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A server that does whatever a script does with its sockets, also what no server should. */
final class RawServer implements AutoCloseable {
  private static final int BACKLOG = 200;

  private final ServerSocket listening;
  private final Script script;
  private final AtomicInteger open = new AtomicInteger();
  private final List<String> requests = new CopyOnWriteArrayList<>();

  /** What happens to one connection after its request was read. */
  interface Script {
    void run(Socket socket, int request) throws IOException, InterruptedException;
  }

  RawServer(Script script) throws IOException {
    this(/* port= */ 0, script);
  }

  RawServer(int port, Script script) throws IOException {
    this.script = script;
    listening = new ServerSocket(port, BACKLOG, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  int port() {
    return listening.getLocalPort();
  }

  /** The requests so far, each with its head and its body. */
  List<String> requests() {
    return requests;
  }

  int openConnections() {
    return open.get();
  }

  private void accept() {
    int number = 0;
    while (!listening.isClosed()) {
      try {
        Socket socket = listening.accept();
        int request = number++;
        open.incrementAndGet();
        Thread.ofVirtual().start(() -> serve(socket, request));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket socket, int request) {
    try (socket) {
      if (readRequest(socket.getInputStream())) {
        script.run(socket, request);
      }
    } catch (IOException | InterruptedException gone) {
      // The client left, which is what many scripts wait for.
    } finally {
      open.decrementAndGet();
    }
  }

  private boolean readRequest(InputStream in) throws IOException {
    String request = nextRequest(in);
    if (request == null) {
      return false;
    }
    requests.add(request);
    return true;
  }

  /** The next request on a connection, head and body; absent if there is none. */
  static @Nullable String nextRequest(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int b = in.read();
      if (b < 0) {
        return null;
      }
      head.append((char) b);
    }
    int length = 0;
    for (String line : head.toString().lines().toList()) {
      if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
        length = Integer.parseInt(line.substring(15).strip());
      }
    }
    return head + new String(in.readNBytes(length), UTF_8);
  }

  static void write(Socket socket, String text) throws IOException {
    write(socket, text.getBytes(ISO_8859_1));
  }

  static void write(Socket socket, byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    socket.getOutputStream().flush();
  }

  /** One piece in the coding that streams use. */
  static void chunk(Socket socket, byte[] bytes) throws IOException {
    write(socket, Integer.toHexString(bytes.length) + "\r\n");
    write(socket, bytes);
    write(socket, "\r\n");
  }

  /** A whole http response with this status line, these header lines and this body. */
  static void answer(Socket socket, String status, String headers, String body) throws IOException {
    answer(socket, status, headers, body.getBytes(UTF_8));
  }

  static void answer(Socket socket, String status, String headers, byte[] bytes)
      throws IOException {
    write(
        socket,
        "HTTP/1.1 %s\r\n%sContent-Length: %d\r\nConnection: close\r\n\r\n"
            .formatted(status, headers, bytes.length));
    write(socket, bytes);
  }

  static void reset(Socket socket) throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  /** Waits until the client has closed the connection. */
  static void awaitClose(Socket socket) throws IOException {
    socket.setSoTimeout(30_000);
    while (socket.getInputStream().read() >= 0) {
      // Nothing more is expected.
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
  }
}
