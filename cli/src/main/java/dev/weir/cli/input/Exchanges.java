package dev.weir.cli.input;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The exchanges of a capture, one after the other. The body of one must be read, if at all, before
 * the next is asked for.
 */
interface Exchanges {

  /** The next one, or null after the last. */
  @Nullable CapturedExchange next() throws IOException;

  /** What such a capture is called. */
  String name();

  /** Whether their bytes come while they are read; if not, they came at some other time. */
  boolean areLive();

  /** Whether it is known to hold several. */
  boolean areSeveral();
}
