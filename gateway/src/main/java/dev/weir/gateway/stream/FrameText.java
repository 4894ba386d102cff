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
  /** Never written to: the first frame takes its place. */
  private static final Buffer EMPTY = Buffer.buffer(0);

  private final FrameEncoder framing;
  private final long after;
  private Buffer bytes = EMPTY;
  private long count;
  private boolean isEnded;

  FrameText(StreamForm form, long after) {
    this.framing = form.framing().get();
    this.after = after;
  }

  @Override
  public void frame(Frame frame) {
    if (frame.isDone() || ++count > after) {
      add(framing.encode(frame));
    }
  }

  /** Usually there is only one frame: then it is as long as the buffer. */
  private void add(byte[] encoded) {
    if (bytes.length() == 0) {
      bytes = Buffer.buffer(encoded);
    } else {
      bytes.appendBytes(encoded);
    }
  }

  @Override
  public void end() {
    isEnded = true;
    byte[] closing = framing.end();
    if (closing.length > 0) {
      add(closing);
    }
  }

  /** Adds a frame that stands for all up to that number. */
  void summary(Frame frame, long number) {
    count = number;
    add(framing.encode(frame));
  }

  int length() {
    return bytes.length();
  }

  /** How many frames there were, including those that were not wanted. */
  long count() {
    return count;
  }

  boolean isEnded() {
    return isEnded;
  }

  void forget() {
    bytes = EMPTY;
  }

  /** What has gathered since the last call. */
  Batch take(boolean hasContent) {
    var batch = new Batch(bytes, isEnded, hasContent);
    bytes = EMPTY;
    return batch;
  }
}
