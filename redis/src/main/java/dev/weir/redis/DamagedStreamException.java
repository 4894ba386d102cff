package dev.weir.redis;

import java.io.IOException;

/** Thrown when what an engine keeps of a stream is not what was written. */
final class DamagedStreamException extends IOException {
  private static final long serialVersionUID = 1L;

  DamagedStreamException(String message, Throwable cause) {
    super(message, cause);
  }
}
