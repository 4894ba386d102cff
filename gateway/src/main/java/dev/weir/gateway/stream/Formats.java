package dev.weir.gateway.stream;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.StreamForm;
import dev.weir.codec.frontend.FrontEnd;
import dev.weir.codec.frontend.agui.AgUi;
import dev.weir.codec.frontend.vercel.UiMessageStream;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.seal.Seals;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The formats that can be asked for by name, those of dialects with the seals of a gateway. */
public final class Formats {
  /** What a chat front end receives, as {@code docs/lifecycle.md} says. */
  public static final Format LIFECYCLE = new LifecycleFormat(/* openAiText= */ false);

  /** Every event, as {@code docs/grammar.md} says, with the time at which it came. */
  public static final Format EVENTS = new EventsFormat();

  /** The protocols of third-party front ends. */
  public static final List<FrontEnd> FRONT_ENDS = List.of(new UiMessageStream(), new AgUi());

  private final Seals seals;
  private final List<Format> all;

  public Formats(Seals seals) {
    this.seals = seals;
    this.all = all();
  }

  private List<Format> all() {
    List<Format> formats = new ArrayList<>();
    formats.add(LIFECYCLE);
    formats.add(EVENTS);
    formats.add(new LifecycleFormat(/* openAiText= */ true));
    FRONT_ENDS.forEach(frontEnd -> formats.add(of(frontEnd)));
    for (Dialect dialect : Dialects.all()) {
      if (DialectFormat.isPossible(dialect)) {
        formats.add(of(dialect, dialect.streamForm()));
      }
    }
    return List.copyOf(formats);
  }

  /** The format of a dialect, in one of its forms. */
  public DialectFormat of(Dialect dialect, StreamForm form) {
    return new DialectFormat(dialect, form, seals);
  }

  /** The format of a front end. */
  public Format of(FrontEnd frontEnd) {
    return new FrontEndFormat(frontEnd, seals);
  }

  public Optional<Format> of(String word) {
    return all.stream().filter(format -> format.word().equals(word)).findFirst();
  }

  /** The names of all formats, for people. */
  public String words() {
    return String.join(", ", all.stream().map(Format::word).toList());
  }
}
