package dev.weir.codec.json;

/** Thrown when text is not the JSON that was expected; the message says where it breaks. */
public final class JsonException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public JsonException(String message) {
    super(message);
  }
}
