package dev.weir.log;

import java.io.IOException;

/** Where a log is kept: a folder, an engine. Its text form is what users know it by. */
@FunctionalInterface
public interface LogPlace {
  /** Opens the log; the caller closes it. */
  StreamLog open() throws IOException;
}
