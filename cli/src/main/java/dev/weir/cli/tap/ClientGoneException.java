package dev.weir.cli.tap;

import java.io.IOException;

/** The client does not take any more of its answer. */
final class ClientGoneException extends IOException {
  private static final long serialVersionUID = 1L;

  ClientGoneException(IOException cause) {
    super(cause.getMessage(), cause);
  }
}
