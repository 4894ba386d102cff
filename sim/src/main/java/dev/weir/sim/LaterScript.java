package dev.weir.sim;

import dev.weir.sim.script.Script;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A script that is read when it is first needed, and once: a simulator listens before it is asked,
 * and may be given another script before that.
 */
final class LaterScript implements Supplier<Script> {
  private final Supplier<Script> reader;
  private @Nullable Script read;

  LaterScript(Supplier<Script> reader) {
    this.reader = reader;
  }

  @Override
  public synchronized Script get() {
    Script known = read;
    if (known == null) {
      known = reader.get();
      read = known;
    }
    return known;
  }
}
