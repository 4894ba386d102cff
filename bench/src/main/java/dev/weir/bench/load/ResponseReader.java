package dev.weir.bench.load;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.function.Consumer;

/** Reads http responses of one connection, with a body in chunks, however the bytes are cut. */
final class ResponseReader {
  private enum State {
    HEAD,
    SIZE,
    BODY,
    BODY_END,
    LAST
  }

  private final Consumer<ByteBuffer> body;
  private final Runnable end;
  private final StringBuilder head = new StringBuilder();
  private State state = State.HEAD;
  private int size;
  private boolean inSize;
  private int lineBytes;

  /**
   * @param body takes pieces of bodies, without their framing
   * @param end told when a response is whole
   */
  ResponseReader(Consumer<ByteBuffer> body, Runnable end) {
    this.body = body;
    this.end = end;
  }

  /**
   * Reads more.
   *
   * @throws IllegalStateException if a response is an error or has no chunks
   */
  void read(ByteBuffer bytes) {
    while (bytes.hasRemaining()) {
      switch (state) {
        case HEAD -> head((char) bytes.get());
        case SIZE -> size((char) bytes.get());
        case BODY -> piece(bytes);
        case BODY_END -> {
          if (bytes.get() == '\n') {
            beginSize();
          }
        }
        case LAST -> last((char) bytes.get());
      }
    }
  }

  private void head(char c) {
    head.append(c);
    int length = head.length();
    if (c != '\n' || length < 4 || head.charAt(length - 3) != '\n') {
      return;
    }
    String text = head.toString().toLowerCase(Locale.ROOT);
    if (!text.startsWith("http/1.1 2") || !text.contains("transfer-encoding: chunked")) {
      throw new IllegalStateException("Expected a stream, saw: " + head.toString().strip());
    }
    head.setLength(0);
    beginSize();
  }

  private void beginSize() {
    state = State.SIZE;
    size = 0;
    inSize = true;
  }

  private void size(char c) {
    int digit = Character.digit(c, 16);
    if (c == '\n') {
      state = size == 0 ? State.LAST : State.BODY;
      lineBytes = 0;
    } else if (inSize && digit >= 0) {
      size = size * 16 + digit;
    } else {
      inSize = false;
    }
  }

  private void piece(ByteBuffer bytes) {
    int length = Math.min(size, bytes.remaining());
    int limit = bytes.limit();
    bytes.limit(bytes.position() + length);
    body.accept(bytes);
    bytes.position(bytes.limit()).limit(limit);
    size -= length;
    if (size == 0) {
      state = State.BODY_END;
    }
  }

  private void last(char c) {
    if (c == '\n') {
      if (lineBytes == 0) {
        state = State.HEAD;
        end.run();
      }
      lineBytes = 0;
    } else if (c != '\r') {
      lineBytes++;
    }
  }

  /** A request to this machine. */
  static byte[] request(String method, String path, int port, String json) {
    String length = json.isEmpty() ? "" : "Content-Length: %d\r\n".formatted(json.length());
    return """
    %s %s HTTP/1.1\r
    Host: 127.0.0.1:%d\r
    Content-Type: application/json\r
    %s\r
    %s\
    """
        .formatted(method, path, port, length, json)
        .getBytes(US_ASCII);
  }
}
