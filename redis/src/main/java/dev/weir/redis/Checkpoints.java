package dev.weir.redis;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where in their lists streams were that somebody read, so that who reads on need not begin again.
 * Any thread.
 */
final class Checkpoints {
  private static final int MOST = 10_000;

  /**
   * After so many records of a list.
   *
   * @param last the checksum of the last of them: an engine that has lost its tail has another
   *     there, or none
   */
  record Checkpoint(
      int records, int last, PositionalFold.Beginning beginning, long next, long lastMillis) {}

  private final Map<String, Checkpoint> known =
      new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Checkpoint> eldest) {
          return size() > MOST;
        }
      };

  /** A place from which on a position can be read. */
  synchronized @Nullable Checkpoint before(String stream, long position) {
    Checkpoint found = known.get(stream);
    return found == null || found.next() > position ? null : found;
  }

  synchronized void put(String stream, Checkpoint reached) {
    known.put(stream, reached);
  }

  synchronized void forget(String stream) {
    known.remove(stream);
  }
}
