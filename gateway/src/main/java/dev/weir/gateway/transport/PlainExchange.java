package dev.weir.gateway.transport;

import dev.weir.client.transport.HttpCall;
import dev.weir.client.transport.Transport.Sink;
import dev.weir.codec.Bytes;
import io.vertx.core.Handler;
import io.vertx.core.internal.ContextInternal;
import org.jspecify.annotations.Nullable;

/** One that a {@link PlainConnection} carries: HTTP/1.1 without TLS. */
final class PlainExchange extends LoopExchange {
  private final Handler<Bytes> taking = this::take;
  private @Nullable PlainConnection connection;

  PlainExchange(ContextInternal context, HttpCall call, UpstreamNames names, Sink sink) {
    super(context, call, names, sink);
  }

  void start(PlainConnections connections) {
    context.runOnContext(v -> connections.open(call(), this));
  }

  /** It may have the connection. */
  void opened(PlainConnection given) {
    if (isCancelled() || !connected(given.remoteAddress())) {
      given.close();
      return;
    }
    connection = given;
    given.ask(toSend(), this);
  }

  /** Bytes of its body have come. */
  void slice(Bytes slice) {
    context.dispatch(slice, taking);
  }

  @Override
  void hangUp() {
    PlainConnection known = connection;
    if (known != null) {
      known.close();
    }
  }

  @Override
  void hold() {
    read(/* more= */ false);
  }

  @Override
  void goOn() {
    read(/* more= */ true);
  }

  private void read(boolean more) {
    PlainConnection known = connection;
    if (known != null) {
      known.read(more);
    }
  }
}
