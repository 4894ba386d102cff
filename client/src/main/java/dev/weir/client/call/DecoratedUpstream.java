package dev.weir.client.call;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.request.Request;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** An upstream with something between its calls and the caller. */
record DecoratedUpstream(Upstream upstream, UnaryOperator<CallSink> decorator) implements Upstream {

  @Override
  public String name() {
    return upstream.name();
  }

  @Override
  public @Nullable Dialect dialect() {
    return upstream.dialect();
  }

  @Override
  public CompletableFuture<Optional<Long>> countTokens(Request request) {
    return upstream.countTokens(request);
  }

  @Override
  public StreamCall open(Request request, CallSink sink) {
    return upstream.open(request, decorator.apply(sink));
  }
}
