package dev.weir.codec;

import static java.nio.charset.StandardCharsets.US_ASCII;

/**
 * One complete transport unit: an SSE event, a JSON line, a message of the AWS event stream.
 *
 * @param event the name that the framing gave it, or empty
 * @param id the id that the framing gave it, or empty
 */
public record Frame(String event, String id, Bytes data) {
  private static final byte[] DONE = "[DONE]".getBytes(US_ASCII);

  public static Frame data(String data) {
    return new Frame("", "", Bytes.of(data));
  }

  /** Whether this is the "no more content" mark, which is never JSON. */
  public boolean isDone() {
    if (data.length() < DONE.length || data.length() > 2 * DONE.length) {
      return false;
    }
    return data.contentEquals(DONE) || data.toString().strip().equals("[DONE]");
  }
}
