package dev.weir.log.file;

import dev.weir.codec.GrowingBytes;
import dev.weir.codec.json.JsonText;
import java.util.ArrayList;
import java.util.List;
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

  private final AtomicReferenceArray<@Nullable Room> spare = new AtomicReferenceArray<>(PLACES);

  /** Bytes, what writes JSON behind those that are there, and the records that they hold. */
  record Room(GrowingBytes bytes, JsonText json, List<Pending> group) {
    Room(int capacity) {
      this(new GrowingBytes(capacity));
    }

    private Room(GrowingBytes bytes) {
      this(bytes, new JsonText(bytes), new ArrayList<>());
    }
  }

  /** An empty one; nobody else has it until it is left. */
  Room take() {
    Room left = spare.getAndSet(place(), null);
    return left == null ? new Room(FIRST_BYTES) : left;
  }

  /** What is in it is needed no more. */
  void leave(Room room) {
    room.bytes().clear(MOST_BYTES);
    room.group().clear();
    spare.set(place(), room);
  }

  private static int place() {
    return (int) Thread.currentThread().threadId() & (PLACES - 1);
  }
}
