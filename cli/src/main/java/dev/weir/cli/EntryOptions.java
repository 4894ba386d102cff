package dev.weir.cli;

import dev.weir.cli.input.EntryChoice;
import dev.weir.cli.input.ReadOptions;
import dev.weir.codec.dialect.DecodeOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which exchange of a capture that holds several: the option that commands over captures share. */
final class EntryOptions {
  @Option(
      names = "--entry",
      paramLabel = "N",
      description = {
        "In a HAR file, a cassette or a trace, only exchange N, or those with N in the",
        "address; without it every stream in them, one after the other."
      })
  private @Nullable String entry;

  /** How inputs are read if their dialect is guessed from their bytes. */
  ReadOptions reading() {
    return new ReadOptions(/* dialect= */ null, DecodeOptions.DEFAULT, choice());
  }

  EntryChoice choice() {
    return new EntryChoice(entry);
  }
}
