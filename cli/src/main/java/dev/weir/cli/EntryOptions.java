package dev.weir.cli;

import dev.weir.cli.input.Choice;
import dev.weir.cli.input.Reading;
import dev.weir.codec.dialect.DecodeOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which exchange of a capture that holds several: the option that commands over captures share. */
final class EntryOptions {
  @Option(
      names = "--entry",
      paramLabel = "N",
      description = {
        "Of a HAR file, a cassette or a trace only exchange N, or those with N in the",
        "address; without it every stream in them, one after the other."
      })
  private @Nullable String entry;

  /** How inputs are read whose dialect is told from their bytes. */
  Reading reading() {
    return new Reading(/* dialect= */ null, DecodeOptions.DEFAULT, choice());
  }

  Choice choice() {
    return new Choice(entry);
  }
}
