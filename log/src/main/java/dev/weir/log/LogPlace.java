package dev.weir.log;

import java.io.IOException;

/** Where a log is kept: a folder, an engine. As text it is the words by which users know it. */
@FunctionalInterface
public interface LogPlace {
  /** Opens the log; the caller closes it. */
  StreamLog open() throws IOException;
}
