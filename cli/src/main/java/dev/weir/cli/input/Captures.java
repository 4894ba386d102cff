package dev.weir.cli.input;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The streams of an input, one after the other; each is read before the next is asked for. */
public interface Captures {

  /** The next one, or null after the last. */
  @Nullable Capture next() throws IOException;

  /** Just this one. */
  static Captures of(Capture only) {
    return new Captures() {
      private boolean taken;

      @Override
      public @Nullable Capture next() {
        boolean first = !taken;
        taken = true;
        return first ? only : null;
      }
    };
  }
}
