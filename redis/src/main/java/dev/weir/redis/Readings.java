package dev.weir.redis;

import java.util.concurrent.CompletableFuture;

/**
 * Reads streams, and suspects the node of each that is found open: if that is gone, the stream will
 * be cut. Any thread.
 */
final class Readings {
  private final LogKeys keys;
  private final Node node;
  private final Checkpoints checkpoints = new Checkpoints();
  private final PackedCache cache = new PackedCache();

  Readings(LogKeys keys, Node node) {
    this.keys = keys;
    this.node = node;
  }

  /** Reads events from a position on. */
  CompletableFuture<Reading.Found> read(Line by, String stream, long position, int maxEvents) {
    return new Reading(by, keys, checkpoints, cache, stream, position, maxEvents)
        .read()
        .whenComplete((found, failed) -> {
          if (found != null && found.isAll() && !found.fold().isOver()) {
            String writer = writer(found);
            if (!node.isThere(writer)) {
              node.suspect(writer, stream);
            }
          }
        });
  }

  /** Where a stream stands, without its events. */
  CompletableFuture<Reading.Found> state(Line by, String stream) {
    return read(by, stream, Reading.END, /* maxEvents= */ 0);
  }

  /** The node that writes a stream; empty if that is not known. */
  static String writer(Reading.Found found) {
    PositionalFold.Beginning begun = found.fold().beginning();
    return begun == null ? "" : begun.node();
  }
}
