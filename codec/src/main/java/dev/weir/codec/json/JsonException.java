package dev.weir.codec.json;

/** Thrown when text is not the JSON that was expected; the message says where it breaks. */
public final class JsonException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What was seen, what was expected, and where. */
  public JsonException(String message) {
    super(message);
  }
}
