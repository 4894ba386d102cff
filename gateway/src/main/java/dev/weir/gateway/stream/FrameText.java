package dev.weir.gateway.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.codec.lifecycle.LifecycleFrame;
import io.vertx.core.buffer.Buffer;
import java.util.function.Consumer;

/** Gathers the bytes of the frames after a certain id. */
final class FrameText implements Consumer<LifecycleFrame> {
  private final long after;
  private final StringBuilder text = new StringBuilder();
  private long lastId;
  private boolean isDone;

  FrameText(long after) {
    this.after = after;
  }

  @Override
  public void accept(LifecycleFrame frame) {
    if (frame.isDone()) {
      isDone = true;
      text.append(frame.toText());
    } else {
      lastId = frame.id();
      if (lastId > after) {
        text.append(frame.toText());
      }
    }
  }

  /** Adds a frame that stands for all up to its id. */
  void summary(LifecycleFrame frame) {
    lastId = frame.id();
    text.append(frame.toText());
  }

  int length() {
    return text.length();
  }

  long lastId() {
    return lastId;
  }

  boolean isDone() {
    return isDone;
  }

  void forget() {
    text.setLength(0);
  }

  /** What has gathered since the last call. */
  Batch take() {
    var batch = new Batch(Buffer.buffer(text.toString().getBytes(UTF_8)), isDone);
    text.setLength(0);
    return batch;
  }
}
