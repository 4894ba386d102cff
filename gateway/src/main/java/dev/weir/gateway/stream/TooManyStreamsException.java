package dev.weir.gateway.stream;

/** Thrown when as many streams are live as may be. */
public final class TooManyStreamsException extends Exception {
  private static final long serialVersionUID = 1L;

  TooManyStreamsException(String message) {
    super(message);
  }
}
