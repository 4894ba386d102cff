package dev.weir.codec;

/**
 * One complete transport unit: an SSE event, a JSON line, a message of the AWS event stream.
 *
 * @param event the name that the framing gave it, or empty
 * @param id the id that the framing gave it, or empty
 */
public record Frame(String event, String id, Bytes data) {
  /** The "no more content" mark. */
  public static final Frame DONE = data("[DONE]");

  /** A frame that has nothing but data. */
  public static Frame data(String data) {
    return new Frame("", "", Bytes.of(data));
  }

  /** Whether this is the "no more content" mark, which is never JSON. */
  public boolean isDone() {
    int length = DONE.data.length();
    if (data.length() < length || data.length() > 2 * length) {
      return false;
    }
    return data.equals(DONE.data) || data.toString().strip().equals("[DONE]");
  }
}
