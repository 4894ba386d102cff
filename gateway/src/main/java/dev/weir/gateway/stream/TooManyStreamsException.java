package dev.weir.gateway.stream;

/** Thrown when the most streams that are allowed are live already. */
public final class TooManyStreamsException extends Exception {
  private static final long serialVersionUID = 1L;

  TooManyStreamsException(String message) {
    super(message);
  }
}
