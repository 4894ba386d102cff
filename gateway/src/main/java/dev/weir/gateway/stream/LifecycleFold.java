package dev.weir.gateway.stream;

import dev.weir.codec.lifecycle.LifecycleEncoder;
import dev.weir.codec.lifecycle.LifecycleOptions;
import dev.weir.event.StreamEvent;

/** The lifecycle of a turn, which its last event ends. */
final class LifecycleFold implements Fold {
  private final LifecycleEncoder encoder;
  private final FrameSink out;

  LifecycleFold(LifecycleOptions options, FrameSink out) {
    this.encoder = LifecycleEncoder.into(options, out.writer());
    this.out = out;
  }

  @Override
  public void accept(StreamEvent event, long atMillis) {
    encoder.accept(event, atMillis);
    if (event instanceof StreamEvent.ResponseEnd) {
      encoder.end(atMillis);
      out.end();
    }
  }
}
