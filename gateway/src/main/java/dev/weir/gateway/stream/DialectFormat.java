package dev.weir.gateway.stream;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.EncodeOptions;
import dev.weir.codec.dialect.Encoding;
import dev.weir.codec.dialect.EventSource;
import dev.weir.codec.dialect.ServerSide;
import dev.weir.codec.dialect.StreamForm;
import dev.weir.codec.render.ClientTools;
import dev.weir.codec.seal.Seals;
import dev.weir.event.StreamEvent;
import java.util.ArrayList;
import java.util.List;

/**
 * A stream as a provider of a dialect would send it.
 *
 * <p>Whatever the events lack comes from what is kept with the stream, so that the bytes are the
 * same for everybody and at any time.
 *
 * @param form one of the dialect's, whose clients may choose among several
 * @param seals for what only a provider of another dialect can read
 */
public record DialectFormat(Dialect dialect, StreamForm form, Seals seals) implements Format {

  public static boolean isPossible(Dialect dialect) {
    return dialect.encoding().isPresent() && dialect.serverSide().isPresent();
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
        told(about, new DialectFold(names, encoding.encoder(source, options(about)), out)));
  }

  /** In the client's own words: its tools, and seals for what only the provider can read. */
  private Fold told(StreamDescription about, Fold fold) {
    ClientTools tools = about.toolsFor(dialect);
    boolean isOwn = source(about).sameDialect() || tools.isEmpty();
    return sealed(about, isOwn ? fold : new ClientCallsFold(tools, fold));
  }

  /** A client of another dialect than the provider's carries its reasoning in seals. */
  private Fold sealed(StreamDescription about, Fold fold) {
    return about.sealOwner().filter(owner -> !source(about).sameDialect()).isPresent()
        ? new SealedFold(seals, about.sealOwner().orElseThrow(), server().reasoningCarrier(), fold)
        : fold;
  }

  /** The same as one answer, for a client that did not ask for a stream. */
  public String whole(StreamDescription about, List<StreamEvent> events) {
    EventSource source = source(about);
    var names = new AnswerNames(source, server(), about);
    List<StreamEvent> told = new ArrayList<>();
    Fold fold = told(about, (event, atMillis) -> told.add(names.named(event)));
    events.forEach(event -> fold.accept(event, about.startedAt().toEpochMilli()));
    return server().whole(server().whole(told, source, options(about)), form);
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
        .withUsage(about.tellsUsage())
        .withAsked(about.repeatedFor(dialect));
  }
}
