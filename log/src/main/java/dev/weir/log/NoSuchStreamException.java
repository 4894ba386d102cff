package dev.weir.log;

import java.io.IOException;

/** Thrown when a stream is not in the log: it never was, or it has expired. */
public final class NoSuchStreamException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Names the stream that is not there. */
  public NoSuchStreamException(String stream) {
    super(
        "The log has no stream \"%s\"; it was never written, or it has expired".formatted(stream));
  }
}
