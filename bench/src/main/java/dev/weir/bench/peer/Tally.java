package dev.weir.bench.peer;

import dev.weir.bench.stream.ProviderStream;

/** Counts what a decoder gives, so that none is timed on less work than the others. */
public final class Tally implements Sink {
  private long values;
  private long deltas;
  private long chars;

  @Override
  public void take(Object value, String text) {
    values++;
    deltas += text.isEmpty() ? 0 : 1;
    chars += text.length();
  }

  /** Throws unless every delta of the stream was found, and all its text. */
  public void expectAllTextOf(ProviderStream stream) {
    if (deltas != stream.deltas() || chars != stream.chars()) {
      throw new IllegalStateException(
          "Saw %,d deltas with %,d characters, expected %,d with %,d"
              .formatted(deltas, chars, stream.deltas(), stream.chars()));
    }
  }

  /** Throws unless every frame of the stream was found. */
  public void expectAllFramesOf(ProviderStream stream) {
    if (values != stream.frames()) {
      throw new IllegalStateException(
          "Saw %,d frames, expected %,d".formatted(values, stream.frames()));
    }
  }
}
