package dev.weir.log.recording;

import java.io.IOException;

/**
 * Thrown when a file does not begin with the header of a recording; the message says how it does.
 */
public final class NotARecordingException extends IOException {
  private static final long serialVersionUID = 1L;

  NotARecordingException(String message) {
    super(message);
  }
}
