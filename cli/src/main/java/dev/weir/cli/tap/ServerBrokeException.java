package dev.weir.cli.tap;

import java.io.IOException;

/** The connection to the server broke. */
final class ServerBrokeException extends IOException {
  private static final long serialVersionUID = 1L;

  ServerBrokeException(IOException cause) {
    super(cause.getMessage(), cause);
  }
}
