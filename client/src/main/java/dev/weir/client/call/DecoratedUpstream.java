package dev.weir.client.call;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.request.Request;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** An upstream with something around its calls. In all else it is the one that it decorates. */
record DecoratedUpstream(Upstream upstream, Opening opening) implements Upstream {

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
    return opening.open(upstream, request, sink);
  }

  @Override
  public Upstream whole() {
    return new DecoratedUpstream(upstream.whole(), opening);
  }
}
