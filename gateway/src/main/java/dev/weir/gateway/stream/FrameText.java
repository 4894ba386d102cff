package dev.weir.gateway.stream;

import dev.weir.codec.Frame;
import dev.weir.codec.FrameEncoder;
import dev.weir.codec.GrowingBytes;
import dev.weir.codec.dialect.StreamForm;

/**
 * Gathers the bytes of the frames after a certain one. Frames count from 1 in every format, whether
 * or not they carry the number; the mark that nothing follows does not count.
 */
final class FrameText implements FrameSink {
  /** More room than that is not kept for what comes next. */
  private static final int MOST_ROOM_BYTES = 64 << 10;

  private final FrameEncoder framing;
  private final long after;
  private GrowingBytes bytes = new GrowingBytes(/* capacity= */ 0);
  private long count;
  private boolean isEnded;

  FrameText(StreamForm form, long after) {
    this.framing = form.framing().get();
    this.after = after;
  }

  /** Puts what comes next there, which is empty. */
  void into(GrowingBytes room) {
    bytes = room;
  }

  @Override
  public void frame(Frame frame) {
    if (frame.isDone() || ++count > after) {
      framing.encode(frame, bytes);
    }
  }

  @Override
  public void end() {
    isEnded = true;
    byte[] closing = framing.end();
    if (closing.length > 0) {
      bytes.put(closing);
    }
  }

  /** Adds a frame that stands for all up to that number. */
  void summary(Frame frame, long number) {
    count = number;
    framing.encode(frame, bytes);
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

  /** What has gathered is not needed any longer. */
  void forget() {
    bytes.clear(MOST_ROOM_BYTES);
  }

  /** What has gathered, until it is forgotten. */
  Batch batch(boolean hasContent) {
    return new Batch(bytes.bytes(), isEnded, hasContent);
  }
}
