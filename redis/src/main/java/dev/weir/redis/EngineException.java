package dev.weir.redis;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Thrown when the engine refused a command of a pipeline: which were done is not known. */
final class EngineException extends IOException {
  private static final long serialVersionUID = 1L;

  EngineException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
