import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * A provider that answers endlessly, for build/gateway-checks.sh: the first word of the path says
 * how. Usage: java HostileProvider.java PORT MEGABYTES
 */
final class HostileProvider {
  private static final byte[] LINE = "x".repeat(1 << 16).getBytes(UTF_8);
  private static final String CHUNK =
      "data: {\"id\":\"c\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"word \"}}]}\n\n";

  private HostileProvider() {}

  public static void main(String[] args) throws IOException {
    long bytes = Long.parseLong(args[1]) << 20;
    try (var server =
        new ServerSocket(Integer.parseInt(args[0]), 50, InetAddress.getLoopbackAddress())) {
      System.out.println("listening");
      while (true) {
        Socket socket = server.accept();
        Thread.ofVirtual().start(() -> answer(socket, bytes));
      }
    }
  }

  private static void answer(Socket socket, long bytes) {
    try (socket;
        OutputStream out = new BufferedOutputStream(socket.getOutputStream(), 1 << 16)) {
      byte[] request = new byte[1 << 16];
      int read = socket.getInputStream().read(request);
      String how = new String(request, 0, Math.max(0, read), UTF_8).split("[ /]+", 3)[1];
      out.write(
          "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
              .getBytes(UTF_8));
      attack(how, out, bytes);
    } catch (IOException closed) {
      // The gateway has had enough, as it should.
    }
  }

  private static void attack(String how, OutputStream out, long bytes) throws IOException {
    switch (how) {
      case "fine" -> {
        repeat(out, CHUNK.getBytes(UTF_8), 2_000L * CHUNK.length());
        out.write(
            "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n"
                .getBytes(UTF_8));
      }
      case "endless-line" -> repeat(out, LINE, bytes);
      case "huge-event" -> {
        out.write("data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"".getBytes(UTF_8));
        repeat(out, LINE, bytes);
      }
      case "empty-data-lines" -> repeat(out, "data:\n".repeat(10_000).getBytes(UTF_8), bytes);
      case "tool-indexes" -> {
        for (int i = 0; i < 1_000_000; i++) {
          String chunk =
              "data: {\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":%d,\"id\":\"c%d\",\"function\":{\"name\":\"f\",\"arguments\":\"{\"}}]}}]}\n\n"
                  .formatted(i, i);
          out.write(chunk.getBytes(UTF_8));
        }
      }
      default -> throw new IOException("no attack is called " + how);
    }
    out.flush();
  }

  private static void repeat(OutputStream out, byte[] piece, long bytes) throws IOException {
    for (long sent = 0; sent < bytes; sent += piece.length) {
      out.write(piece);
    }
  }
}
