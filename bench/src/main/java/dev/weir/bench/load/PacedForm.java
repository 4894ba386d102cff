package dev.weir.bench.load;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.bench.stream.ProviderStream;
import java.io.ByteArrayOutputStream;

/** An http response in one dialect, cut into what opens it, one delta with a stamp, and its end. */
final class PacedForm {
  private static final byte[] HEAD =
      "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
          .getBytes(US_ASCII);
  private static final byte[] LAST = "0\r\n\r\n".getBytes(US_ASCII);

  private final byte[] opening;
  private final byte[] blank;
  private final int stampAt;
  private final byte[] closing;

  /**
   * @param empty a stream without deltas
   * @param openingFrames how many of its frames come before the first delta
   * @param delta the frame of a delta that says {@link Stamp#BLANK}
   */
  PacedForm(ProviderStream empty, int openingFrames, String delta) {
    String frames = new String(empty.bytes(), UTF_8);
    int first = 0;
    for (int i = 0; i < openingFrames; i++) {
      first = frames.indexOf("\n\n", first) + 2;
    }
    opening = join(HEAD, chunk(frames.substring(0, first)));
    blank = chunk(delta);
    stampAt = new String(blank, US_ASCII).indexOf(Stamp.BLANK);
    closing = join(chunk(frames.substring(first)), LAST);
  }

  private static byte[] chunk(String text) {
    return (Integer.toHexString(text.length()) + "\r\n" + text + "\r\n").getBytes(US_ASCII);
  }

  private static byte[] join(byte[] first, byte[] second) {
    var out = new ByteArrayOutputStream();
    out.writeBytes(first);
    out.writeBytes(second);
    return out.toByteArray();
  }

  byte[] opening() {
    return opening;
  }

  int deltaLength() {
    return blank.length;
  }

  /** Makes the given bytes the delta of that number, sent at that time. */
  void stamp(byte[] delta, int number, long sentNanos) {
    System.arraycopy(blank, 0, delta, 0, blank.length);
    Stamp.fill(delta, stampAt, number, sentNanos);
  }

  byte[] closing() {
    return closing;
  }
}
