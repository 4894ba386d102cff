package dev.weir.codec.stream;

import dev.weir.codec.FrameEncoder;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.DialectEncoder;
import dev.weir.codec.dialect.EncodeOptions;
import dev.weir.codec.dialect.Encoding;
import dev.weir.codec.dialect.EventSource;
import dev.weir.codec.dialect.Loss;
import dev.weir.codec.dialect.StreamForm;
import dev.weir.event.StreamEvent;
import java.util.List;
import java.util.function.Consumer;

/**
 * Encodes one response from its events to the bytes that a provider of a dialect would send.
 *
 * <p>Belongs to one stream and one thread at a time.
 */
public final class StreamEncoder {
  private final DialectEncoder encoder;
  private final FrameEncoder framing;

  /**
   * Writes events of one dialect in another, or in the same.
   *
   * @throws IllegalArgumentException if the target can only be read
   */
  public StreamEncoder(Dialect to, Dialect from, EncodeOptions options) {
    this(to, from.asSourceFor(to), options);
  }

  /**
   * Writes events in a dialect.
   *
   * @throws IllegalArgumentException if the dialect can only be read
   */
  public StreamEncoder(Dialect to, EventSource source, EncodeOptions options) {
    this(to, to.streamForm(), source, options);
  }

  /**
   * Writes events in a dialect, in one of its forms.
   *
   * @throws IllegalArgumentException if the dialect can only be read
   */
  public StreamEncoder(Dialect to, StreamForm form, EventSource source, EncodeOptions options) {
    this(
        to.encoding()
            .orElseThrow(() ->
                new IllegalArgumentException(
                    "Weir reads %s but does not write it; name another dialect to write"
                        .formatted(to.word()))),
        form,
        source,
        options);
  }

  /** Writes events as an encoding does, in a form of its dialect. */
  public StreamEncoder(
      Encoding encoding, StreamForm form, EventSource source, EncodeOptions options) {
    this.encoder = encoding.encoder(source, options);
    this.framing = form.framing().get();
  }

  /** Takes the next event and hands over the bytes that it completes, frame by frame. */
  public void accept(StreamEvent event, Consumer<? super byte[]> out) {
    encoder.accept(event, frame -> out.accept(framing.encode(frame)));
    if (event instanceof StreamEvent.ResponseEnd) {
      byte[] end = framing.end();
      if (end.length > 0) {
        out.accept(end);
      }
    }
  }

  /** What could not be written so far, in order of first appearance. */
  public List<Loss> losses() {
    return encoder.losses();
  }
}
