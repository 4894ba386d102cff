package dev.weir.log.file;

import java.io.IOException;

/** Thrown when writing records failed, but they may be there when the log is opened again. */
final class UnsettledException extends IOException {
  private static final long serialVersionUID = 1L;

  UnsettledException(Throwable why) {
    super(why.getMessage(), why);
  }
}
