package dev.weir.gateway.stream;

/** Thrown when the most streams that are allowed are live already, or none may begin any more. */
public final class TooManyStreamsException extends Exception {
  private static final long serialVersionUID = 1L;

  private final boolean isStopping;

  TooManyStreamsException(String message) {
    this(message, /* isStopping= */ false);
  }

  TooManyStreamsException(String message, boolean isStopping) {
    super(message);
    this.isStopping = isStopping;
  }

  /** Whether this gateway is about to stop: others may have room. */
  public boolean isStopping() {
    return isStopping;
  }
}
