package dev.weir.gateway.stream;

import dev.weir.codec.Frame;
import dev.weir.codec.FrameEncoder;
import dev.weir.codec.GrowingBytes;
import dev.weir.codec.dialect.StreamForm;
import io.netty.buffer.Unpooled;
import io.vertx.core.internal.buffer.BufferInternal;
import org.jspecify.annotations.Nullable;

/**
 * Gathers the bytes of the frames after a certain one. Frames count from 1 in every format, whether
 * or not they carry the number; the mark that nothing follows does not count.
 */
final class FrameText implements FrameSink {
  private static final int FIRST_CAPACITY = 256;

  /** Frames that follow one another are about as long as each other. */
  private static final int SLACK_BYTES = 32;

  private final FrameEncoder framing;
  private final long after;
  private @Nullable GrowingBytes bytes;
  private int capacity = FIRST_CAPACITY;
  private long count;
  private boolean isEnded;

  FrameText(StreamForm form, long after) {
    this.framing = form.framing().get();
    this.after = after;
  }

  @Override
  public void frame(Frame frame) {
    if (frame.isDone() || ++count > after) {
      framing.encode(frame, bytes());
    }
  }

  private GrowingBytes bytes() {
    GrowingBytes known = bytes;
    if (known == null) {
      known = new GrowingBytes(capacity);
      bytes = known;
    }
    return known;
  }

  @Override
  public void end() {
    isEnded = true;
    byte[] closing = framing.end();
    if (closing.length > 0) {
      bytes().put(closing);
    }
  }

  /** Adds a frame that stands for all up to that number. */
  void summary(Frame frame, long number) {
    count = number;
    framing.encode(frame, bytes());
  }

  int length() {
    GrowingBytes known = bytes;
    return known == null ? 0 : known.length();
  }

  /** How many frames there were, including those that were not wanted. */
  long count() {
    return count;
  }

  boolean isEnded() {
    return isEnded;
  }

  void forget() {
    bytes = null;
  }

  /** What has gathered since the last call. */
  Batch take(boolean hasContent) {
    GrowingBytes gathered = bytes();
    bytes = null;
    capacity = Math.min(gathered.length() + SLACK_BYTES, FIRST_CAPACITY);
    // The array belongs to the buffer from here on, so nothing is copied.
    var written = Unpooled.wrappedBuffer(gathered.array()).writerIndex(gathered.length());
    return new Batch(BufferInternal.buffer(written), isEnded, hasContent);
  }
}
