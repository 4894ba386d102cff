package dev.weir.gateway.stream;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.registry.Dialects;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The formats that can be asked for by name. */
public final class Formats {
  /** What a chat front end receives, as {@code docs/lifecycle.md} says. */
  public static final Format LIFECYCLE = new LifecycleFormat(/* openAiText= */ false);

  /** Every event, as {@code docs/grammar.md} says, with the time at which it came. */
  public static final Format EVENTS = new EventsFormat();

  private static final List<Format> ALL = all();

  private Formats() {}

  private static List<Format> all() {
    List<Format> formats = new ArrayList<>();
    formats.add(LIFECYCLE);
    formats.add(EVENTS);
    formats.add(new LifecycleFormat(/* openAiText= */ true));
    for (Dialect dialect : Dialects.all()) {
      if (DialectFormat.isPossible(dialect)) {
        formats.add(DialectFormat.of(dialect));
      }
    }
    return List.copyOf(formats);
  }

  public static Optional<Format> of(String word) {
    return ALL.stream().filter(format -> format.word().equals(word)).findFirst();
  }

  /** The names of all formats, for people. */
  public static String words() {
    return String.join(", ", ALL.stream().map(Format::word).toList());
  }
}
