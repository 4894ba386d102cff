package dev.weir.cli.input;

import dev.weir.codec.dialect.DecodeOptions;
import dev.weir.codec.dialect.Dialect;
import org.jspecify.annotations.Nullable;

/**
 * How to read an input.
 *
 * @param dialect the wire protocol; absent to tell it from the first bytes
 * @param choice which exchanges of a capture that holds several
 */
public record ReadOptions(@Nullable Dialect dialect, DecodeOptions options, EntryChoice choice) {
  public static final ReadOptions USUAL =
      new ReadOptions(null, DecodeOptions.DEFAULT, EntryChoice.ALL);
}
