package dev.weir.log.file;

import dev.weir.codec.GrowingBytes;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Where records are put together, so that an append needs no array of its own. A thread mostly gets
 * back what it left, so that those that append at the same time do not take it from each other. Any
 * thread may call.
 */
final class SpareRooms {
  private static final int FIRST_BYTES = 512;
  private static final int MOST_BYTES = 256 << 10;

  /** Threads that append have numbers near each other. A power of two. */
  private static final int PLACES = 8;

  private final AtomicReferenceArray<@Nullable GrowingBytes> spare =
      new AtomicReferenceArray<>(PLACES);

  /** An empty one; nobody else has it until it is left. */
  GrowingBytes take() {
    GrowingBytes left = spare.getAndSet(place(), null);
    return left == null ? new GrowingBytes(FIRST_BYTES) : left;
  }

  /** What is in it is needed no more. */
  void leave(GrowingBytes room) {
    room.clear(MOST_BYTES);
    spare.set(place(), room);
  }

  private static int place() {
    return (int) Thread.currentThread().threadId() & (PLACES - 1);
  }
}
