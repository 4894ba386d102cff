package dev.weir.gateway.stream;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.EncodeOptions;
import dev.weir.codec.dialect.Encoding;
import dev.weir.codec.dialect.EventSource;
import dev.weir.codec.dialect.ServerSide;
import dev.weir.codec.dialect.StreamForm;
import dev.weir.event.StreamEvent;
import java.util.List;

/**
 * A stream as a provider of a dialect would send it.
 *
 * <p>All that the events lack comes from what is kept with the stream, so that the bytes are the
 * same for everybody and at any time.
 *
 * @param form one of the dialect's, as its clients may choose between several
 */
public record DialectFormat(Dialect dialect, StreamForm form) implements Format {

  public static boolean isPossible(Dialect dialect) {
    return dialect.encoding().isPresent() && dialect.serverSide().isPresent();
  }

  static DialectFormat of(Dialect dialect) {
    return new DialectFormat(dialect, dialect.streamForm());
  }

  @Override
  public String word() {
    return dialect.word();
  }

  @Override
  public Fold fold(StreamDescription about, FrameSink out) {
    Encoding encoding = dialect.encoding().orElseThrow();
    EventSource source = source(about);
    var names = new AnswerNames(source, server(), about);
    return about.inTodaysWords(
        new DialectFold(names, encoding.encoder(source, options(about)), out));
  }

  /** The same as one answer, for a client that asked for no stream. */
  public String whole(StreamDescription about, List<StreamEvent> events) {
    var names = new AnswerNames(source(about), server(), about);
    List<StreamEvent> named = events.stream().map(names::named).toList();
    return server().whole(named, source(about), options(about));
  }

  private ServerSide server() {
    return dialect.serverSide().orElseThrow();
  }

  private EventSource source(StreamDescription about) {
    Dialect provider = about.dialect();
    return provider == null ? EventSource.FOREIGN : provider.asSourceFor(dialect);
  }

  private EncodeOptions options(StreamDescription about) {
    return EncodeOptions.DEFAULT
        .withNames(server().responseId(about.id()), about.model())
        .withCreatedSeconds(about.startedAt().getEpochSecond())
        .withUsage(about.tellsUsage());
  }
}
