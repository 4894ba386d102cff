package dev.weir.gateway.stream;

import dev.weir.codec.lifecycle.LifecycleEncoder;
import dev.weir.codec.lifecycle.LifecycleFrame;
import dev.weir.codec.lifecycle.LifecycleOptions;
import dev.weir.event.StreamEvent;
import java.util.function.Consumer;

/** The lifecycle of a turn, which its last event ends. */
final class LifecycleFold implements Fold {
  private final LifecycleEncoder encoder;

  LifecycleFold(LifecycleOptions options, Consumer<LifecycleFrame> out) {
    encoder = new LifecycleEncoder(options, out);
  }

  @Override
  public void accept(StreamEvent event, long atMillis) {
    encoder.accept(event, atMillis);
    if (event instanceof StreamEvent.ResponseEnd) {
      encoder.end(atMillis);
    }
  }
}
