package dev.weir.log;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Thrown when events may not be in the log. The stream itself may go on, unrecorded. */
public final class NotRecordedException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Why there is no record. */
  public NotRecordedException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
