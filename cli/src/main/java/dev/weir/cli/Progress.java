package dev.weir.cli;

import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Shows how far long work has come, on one line beside the output, to a person who would otherwise
 * wait without a sign. Nothing is shown to a file or a pipe, or for work that is done at once.
 */
final class Progress implements AutoCloseable {
  private static final long FIRST_AFTER_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final long EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final Console console;
  private final String verb;
  private final int files;
  private final boolean shown;
  private final long start = System.nanoTime();
  private long next = start + FIRST_AFTER_NANOS;
  private boolean printed;

  /**
   * @param outIsQuiet whether nothing is printed meanwhile, which would disrupt the line
   */
  Progress(Console console, String verb, int files, boolean outIsQuiet) {
    this.console = console;
    this.verb = verb;
    this.files = files;
    this.shown = console.errIsTerminal() && (outIsQuiet || !console.outIsTerminal());
  }

  /** The work is at a place in one of the files. */
  void at(int file, long bytesDone, long bytesOfFile) {
    long now = System.nanoTime();
    if (!shown || now < next) {
      return;
    }
    next = now + EVERY_NANOS;
    printed = true;
    String percent =
        bytesOfFile <= 0
            ? ""
            : String.format(
                Locale.ROOT, ", %d %%", 100 * Math.min(bytesDone, bytesOfFile) / bytesOfFile);
    console
        .err()
        .printf(
            "\r\033[Kweir: %s file %d of %d%s, %,d s",
            verb, file + 1, files, percent, TimeUnit.NANOSECONDS.toSeconds(now - start));
    console.err().flush();
  }

  @Override
  public void close() {
    if (printed) {
      console.err().print("\r\033[K");
      console.err().flush();
    }
  }
}
