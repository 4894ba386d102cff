package dev.weir.cli;

/** The caller's mistake: a missing file, an unknown dialect. The message says what to do. */
final class CallException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  CallException(String message) {
    super(message);
  }
}
