package dev.weir.codec.chunk;

import dev.weir.codec.Frame;
import dev.weir.codec.json.Json;

/** One dialect's classification of its frames. Has no state: equal frames give equal chunks. */
@FunctionalInterface
public interface ChunkTable {
  /** What a chunk is about. */
  Chunk classify(Frame frame, Json json);

  /** Whether frames hold JSON; if not, they are classified by their bytes alone. */
  default boolean readsJson() {
    return true;
  }

  /**
   * Whether the chunk's response id counts even where another is known. A dialect whose proxies
   * give every chunk a new id says so only of the chunk that opens a response.
   */
  default boolean namesResponse(Chunk chunk) {
    return true;
  }
}
