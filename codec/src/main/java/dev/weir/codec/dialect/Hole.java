package dev.weir.codec.dialect;

import java.util.List;

/**
 * A place in a chunk whose value may change from one chunk to the next while the rest stays the
 * same.
 *
 * @param role what the value means
 * @param path names and places from the chunk's root to the value
 */
public record Hole(Role role, List<String> path) {

  /** What stands in a hole. */
  public enum Role {
    /** The text that is added to the block. */
    DELTA,
    /** A text without meaning, such as padding against eavesdroppers. */
    IGNORED_TEXT,
    IGNORED_NUMBER,
    /** Spaces before the last brace: Anthropic pads its chunks with them. */
    PADDING,
    SEQUENCE_NUMBER,
    INPUT_TOKENS,
    OUTPUT_TOKENS,
    REASONING_TOKENS,
    TOTAL_TOKENS;

    /** Whether the value is a text. */
    public boolean isText() {
      return this == DELTA || this == IGNORED_TEXT;
    }
  }

  public Hole {
    path = List.copyOf(path);
  }

  /** What a chunk has at a path, in that role. */
  public static Hole of(Role role, String... path) {
    return new Hole(role, List.of(path));
  }

  /** The text that a delta adds, at a path. */
  public static Hole delta(String... path) {
    return of(Role.DELTA, path);
  }
}
