package dev.weir.client.call;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.request.Request;
import org.jspecify.annotations.Nullable;

/** A provider that can be asked: over HTTP, over gRPC, or a simulated one. */
public interface Upstream {

  /** The provider's name, for people. */
  String name();

  /** In which dialect its responses go back to it; absent if there is none. */
  @Nullable Dialect dialect();

  /**
   * Asks, trying again where that is safe. Whatever happens reaches the sink, in the order that
   * {@link CallEvent} gives; the events of the response keep the grammar: one {@code
   * response_start} first, one {@code response_end} last.
   *
   * @throws IllegalArgumentException if the request cannot be put to this provider at all
   */
  StreamCall open(Request request, CallSink sink);
}
