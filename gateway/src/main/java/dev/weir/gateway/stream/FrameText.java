package dev.weir.gateway.stream;

import dev.weir.codec.Frame;
import dev.weir.codec.FrameEncoder;
import dev.weir.codec.dialect.StreamForm;
import io.vertx.core.buffer.Buffer;

/**
 * Gathers the bytes of the frames after a certain one. Frames count from 1 in every format, whether
 * or not they carry the number; the mark that nothing follows does not count.
 */
final class FrameText implements FrameSink {
  private final FrameEncoder framing;
  private final long after;
  private Buffer bytes = Buffer.buffer();
  private long count;
  private boolean isEnded;

  FrameText(StreamForm form, long after) {
    this.framing = form.framing().get();
    this.after = after;
  }

  @Override
  public void frame(Frame frame) {
    if (frame.isDone() || ++count > after) {
      bytes.appendBytes(framing.encode(frame));
    }
  }

  @Override
  public void end() {
    isEnded = true;
    bytes.appendBytes(framing.end());
  }

  /** Adds a frame that stands for all up to that number. */
  void summary(Frame frame, long number) {
    count = number;
    bytes.appendBytes(framing.encode(frame));
  }

  int length() {
    return bytes.length();
  }

  /** How many frames there were, also those that were not wanted. */
  long count() {
    return count;
  }

  boolean isEnded() {
    return isEnded;
  }

  void forget() {
    bytes = Buffer.buffer();
  }

  /** What has gathered since the last call. */
  Batch take(boolean hasContent) {
    var batch = new Batch(bytes, isEnded, hasContent);
    bytes = Buffer.buffer();
    return batch;
  }
}
