package dev.weir.log;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when the log cannot be asked at the moment: whether a stream is there, and what it holds,
 * is not known.
 */
public final class UnreachableLogException extends IOException {
  private static final long serialVersionUID = 1L;

  public UnreachableLogException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
