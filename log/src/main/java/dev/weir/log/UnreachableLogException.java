package dev.weir.log;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when the log cannot be asked at the moment: it is not known whether a stream is there, or
 * what it holds.
 */
public final class UnreachableLogException extends IOException {
  private static final long serialVersionUID = 1L;

  /** What was tried and what went wrong. */
  public UnreachableLogException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
