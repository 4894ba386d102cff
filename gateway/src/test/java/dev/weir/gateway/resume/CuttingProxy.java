package dev.weir.gateway.resume;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Stands between a client and gateways, of which each connection gets the next, and cuts every
 * event stream after some frames, as a bad network does: the client has to come back by itself. The
 * bytes before the cut pass as they are.
 */
final class CuttingProxy implements AutoCloseable {
  private static final Pattern RESUMED =
      Pattern.compile("(?i)(?:\r\nlast-event-id: |[?&](?:starting_)?after=)(\\d+)");

  /** A chunk that asks for haste: browsers wait three seconds before they come back. */
  private static final byte[] RETRY_SOON = "a\r\nretry: 1\n\n\r\n".getBytes(ISO_8859_1);

  private final ServerSocket server;
  private final List<String> resumed = new CopyOnWriteArrayList<>();
  private final AtomicInteger turn = new AtomicInteger();
  private volatile List<Integer> gatewayPorts = List.of();
  private volatile int bytesMore;
  private volatile boolean isCutting = true;
  private volatile boolean asksForHaste = true;
  private volatile IntConsumer onStream = frame -> {};

  CuttingProxy() throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  String url() {
    return "http://127.0.0.1:" + port();
  }

  int port() {
    return server.getLocalPort();
  }

  /** To each of them in turn. */
  void leadTo(List<Integer> ports) {
    gatewayPorts = List.copyOf(ports);
  }

  private int nextPort() {
    return gatewayPorts.get(Math.floorMod(turn.getAndIncrement(), gatewayPorts.size()));
  }

  /** All streams pass whole. */
  void cutNothing() {
    isCutting = false;
  }

  /** Each connection ends after one frame and so many bytes of what follows it. */
  void cutAfterOneFrameAnd(int bytes) {
    bytesMore = bytes;
  }

  void passOnlyWhatComes() {
    asksForHaste = false;
  }

  /** Called with the number of the frame that a client waits for, when it has the head. */
  void onStream(IntConsumer action) {
    onStream = action;
  }

  /** With which id each event stream was asked for; empty where there was none. */
  List<String> resumedFrom() {
    return List.copyOf(resumed);
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket client = server.accept();
        Thread.ofVirtual().start(() -> pass(client));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void pass(Socket accepted) {
    try (Socket client = accepted;
        Socket gateway = new Socket(InetAddress.getLoopbackAddress(), nextPort())) {
      String request = head(client.getInputStream());
      if (request.isEmpty()) {
        return;
      }
      gateway.getOutputStream().write(alone(request).getBytes(ISO_8859_1));
      Thread rest = Thread.ofVirtual().start(() -> passRest(client, gateway));
      InputStream answer = new BufferedInputStream(gateway.getInputStream());
      String head = head(answer);
      OutputStream out = client.getOutputStream();
      out.write(head.getBytes(ISO_8859_1));
      if (isCutting && head.contains("text/event-stream")) {
        cut(request, answer, out);
      } else {
        answer.transferTo(out);
      }
      // The client gets all that was sent before it learns of the end.
      client.shutdownOutput();
      rest.join();
    } catch (IOException gone) {
      // Either side may leave at any time.
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  /** What a client says after the head of its request; when it leaves, the gateway learns it. */
  private static void passRest(Socket client, Socket gateway) {
    byte[] slice = new byte[8192];
    try (gateway) {
      for (int read = client.getInputStream().read(slice);
          read >= 0;
          read = client.getInputStream().read(slice)) {
        gateway.getOutputStream().write(slice, 0, read);
      }
    } catch (IOException gone) {
      // Either side may leave at any time.
    }
  }

  private static String head(InputStream in) throws IOException {
    var head = new StringBuilder();
    for (int next = in.read(); next >= 0; next = in.read()) {
      head.append((char) next);
      if (next == '\n'
          && head.length() > 3
          && head.substring(head.length() - 4).equals("\r\n\r\n")) {
        return head.toString();
      }
    }
    return "";
  }

  /** One request for each connection, so that none comes along with another. */
  private static String alone(String request) {
    return request
        .replaceFirst("(?i)\r\nconnection:[^\r]*", "")
        .replaceFirst("\r\n", "\r\nConnection: close\r\n");
  }

  private void cut(String request, InputStream answer, OutputStream out) throws IOException {
    Matcher id = RESUMED.matcher(request);
    String last = id.find() ? String.valueOf(id.group(1)) : "";
    resumed.add(last);
    if (asksForHaste) {
      out.write(RETRY_SOON);
    }
    out.flush();
    onStream.accept(last.isEmpty() ? 1 : Integer.parseInt(last) + 1);
    byte[] slice = new byte[8192];
    byte before = 0;
    int more = -1;
    for (int read = answer.read(slice); read > 0; read = answer.read(slice)) {
      for (int i = 0; i < read; i++) {
        boolean endsFrame = slice[i] == '\n' && before == '\n';
        before = slice[i];
        if (more >= 0 || endsFrame) {
          more++;
        }
        if (more >= bytesMore && more >= 0) {
          out.write(slice, 0, i + 1);
          return;
        }
      }
      out.write(slice, 0, read);
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
