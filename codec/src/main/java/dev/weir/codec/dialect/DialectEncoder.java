package dev.weir.codec.dialect;

import dev.weir.codec.Frame;
import dev.weir.event.StreamEvent;
import java.util.List;
import java.util.function.Consumer;

/**
 * Writes events as the frames that a provider of one dialect would send.
 *
 * <p>Decoding what was written gives the events again, as far as the dialect can carry them; what
 * it cannot carry is in {@link #losses()}. The events must keep the grammar. Belongs to one stream
 * and one thread at a time. It owns no clock: times and names that the events lack are passed in.
 */
public interface DialectEncoder {

  /** Takes the next event and hands over the frames that it completes, oldest first. */
  void accept(StreamEvent event, Consumer<? super Frame> out);

  /** What could not be written so far, in order of first appearance. */
  List<Loss> losses();
}
