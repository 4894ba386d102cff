package dev.weir.cli.tap;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A wire that keeps every byte that passes, for comparing what goes into a tap and comes out. */
final class Wire implements AutoCloseable {
  private final ServerSocket listening;
  private final URI to;
  private final ByteArrayOutputStream up = new ByteArrayOutputStream();
  private final ByteArrayOutputStream down = new ByteArrayOutputStream();
  private final List<Socket> open = new CopyOnWriteArrayList<>();

  Wire(String to) throws IOException {
    this.to = URI.create(to);
    listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  String url() {
    return "http://127.0.0.1:" + listening.getLocalPort();
  }

  /** What clients sent. */
  String up() {
    return up.toString(ISO_8859_1);
  }

  /** What the server sent. */
  String down() {
    return down.toString(ISO_8859_1);
  }

  private void accept() {
    try {
      while (true) {
        Socket client = listening.accept();
        Socket server = new Socket(to.getHost(), to.getPort());
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        open.addAll(List.of(client, server));
        Thread.ofVirtual().start(() -> pass(client, server, up));
        Thread.ofVirtual().start(() -> pass(server, client, down));
      }
    } catch (IOException closed) {
      // The test is over.
    }
  }

  private static void pass(Socket from, Socket to, ByteArrayOutputStream kept) {
    byte[] buffer = new byte[1 << 16];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        kept.write(buffer, 0, n);
        out.write(buffer, 0, n);
      }
      to.shutdownOutput();
    } catch (IOException torn) {
      tear(from);
      tear(to);
    }
  }

  private static void tear(Socket socket) {
    try {
      socket.setSoLinger(true, 0);
      socket.close();
    } catch (IOException alreadyGone) {
      // That was the aim.
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
    open.forEach(Wire::tear);
  }
}
