package dev.weir.codec.stream;

import dev.weir.codec.FrameEncoder;
import dev.weir.codec.dialect.DialectEncoder;
import dev.weir.codec.dialect.EncodeOptions;
import dev.weir.codec.dialect.EventSource;
import dev.weir.codec.dialect.Loss;
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
    this.encoder = to.encoder(source, options);
    this.framing = to.framingOut();
  }

  /** Takes the next event and hands over the bytes that it completes, frame by frame. */
  public void accept(StreamEvent event, Consumer<? super byte[]> out) {
    encoder.accept(event, frame -> out.accept(framing.encode(frame)));
  }

  /** What could not be written so far, in order of first appearance. */
  public List<Loss> losses() {
    return encoder.losses();
  }
}
