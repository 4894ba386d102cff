package dev.weir.gateway;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A connection on which every byte of a request is the test's own. */
final class RawHttp implements AutoCloseable {
  private static final int MILLIS = 20_000;

  private final int port;
  private final Socket socket;
  private final InputStream in;

  RawHttp(RunningGateway gateway) throws IOException {
    port = gateway.gateway.port();
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(MILLIS);
    in = socket.getInputStream();
  }

  /** The head of an answer, with its headers by lower-case name. */
  record Head(String version, int status, Map<String, String> headers) {}

  /** Sends lines, and the empty one after them; {@code HOST} stands for the right header. */
  RawHttp send(String... lines) throws IOException {
    return bytes(String.join("\r\n", lines) + "\r\n\r\n");
  }

  RawHttp bytes(String text) throws IOException {
    String whole = text.replace("HOST", "Host: 127.0.0.1:" + port);
    socket.getOutputStream().write(whole.getBytes(ISO_8859_1));
    return this;
  }

  /** Reads the head of the next answer. */
  Head head() throws IOException {
    String[] status = line().split(" ", 3);
    Map<String, String> headers = new TreeMap<>();
    for (String line = line(); !line.isEmpty(); line = line()) {
      int colon = line.indexOf(':');
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
    return new Head(status[0], Integer.parseInt(status[1]), headers);
  }

  /** Reads a body of a known length. */
  String body(Head head) throws IOException {
    int length = Integer.parseInt(head.headers().getOrDefault("content-length", "0"));
    return new String(in.readNBytes(length), ISO_8859_1);
  }

  /** Reads until the other side closes. */
  String rest() throws IOException {
    return new String(in.readAllBytes(), ISO_8859_1);
  }

  private String line() throws IOException {
    var line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new EOFException("closed after: " + line.toString(ISO_8859_1));
      }
      if (b != '\r') {
        line.write(b);
      }
    }
    return line.toString(ISO_8859_1);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
