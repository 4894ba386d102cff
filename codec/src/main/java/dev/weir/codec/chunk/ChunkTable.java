package dev.weir.codec.chunk;

import dev.weir.codec.Frame;
import dev.weir.codec.json.Json;

/** One dialect's classification of its frames. Has no state: equal frames give equal chunks. */
@FunctionalInterface
public interface ChunkTable {
  Chunk classify(Frame frame, Json json);
}
