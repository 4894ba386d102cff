package dev.weir.gateway.stream;

import dev.weir.codec.lifecycle.LifecycleFrame;
import dev.weir.codec.lifecycle.LifecycleOptions;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/** In which form a subscriber gets a stream. */
public enum Format {
  /** What a chat front end receives, as {@code docs/lifecycle.md} says. */
  LIFECYCLE,
  /** Every event, as {@code docs/grammar.md} says, with the time at which it came. */
  EVENTS,
  /** The lifecycle with text as OpenAI's chat chunks. */
  OPENAI;

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<Format> of(String word) {
    return Arrays.stream(values()).filter(f -> f.word().equals(word)).findFirst();
  }

  /**
   * A fold of a stream that is kept. The lifecycle needs its meaning; the events are told as they
   * were written, so that their frames never change.
   */
  Fold ofKept(StreamDescription about, Consumer<LifecycleFrame> out) {
    return this == EVENTS
        ? fold(LifecycleOptions.DEFAULT, out)
        : about.inTodaysWords(fold(about.told(options()), out));
  }

  /** A fold from a stream's first event on. */
  Fold fold(Consumer<LifecycleFrame> out) {
    return fold(options(), out);
  }

  private Fold fold(LifecycleOptions options, Consumer<LifecycleFrame> out) {
    return switch (this) {
      case LIFECYCLE, OPENAI -> new LifecycleFold(options, out);
      case EVENTS -> new EventsFold(out);
    };
  }

  private LifecycleOptions options() {
    return new LifecycleOptions(/* openaiText= */ this == OPENAI);
  }
}
