package dev.weir.client.call;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.request.Request;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
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

  /**
   * Asks how many tokens a request has, without an answer. Completes with nothing if the provider
   * cannot tell, or did not.
   *
   * @throws IllegalArgumentException if the request cannot be put to this provider at all
   */
  default CompletableFuture<Optional<Long>> countTokens(Request request) {
    return CompletableFuture.completedFuture(Optional.empty());
  }

  /**
   * The same for a caller that wants answers whole and sees nothing before the end, so that one
   * that broke off may be started over.
   */
  default Upstream whole() {
    return this;
  }

  /**
   * The same, with something between each call and the caller: it may watch, change or leave out
   * what happens.
   *
   * @param decorator for each call, turns the caller's sink into the one that takes what happens
   */
  default Upstream withSink(UnaryOperator<CallSink> decorator) {
    return openedBy((upstream, request, sink) -> upstream.open(request, decorator.apply(sink)));
  }

  /**
   * The same, with something around the opening of each call: it may change the request and the
   * sink, or open nothing and answer by itself.
   */
  default Upstream openedBy(Opening opening) {
    return new DecoratedUpstream(this, opening);
  }

  /** Opens a call in place of an upstream. */
  @FunctionalInterface
  interface Opening {
    /**
     * Opens a call.
     *
     * @param upstream the one that would have been asked
     */
    StreamCall open(Upstream upstream, Request request, CallSink sink);
  }
}
