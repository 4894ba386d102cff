package dev.weir.gateway.stream;

import dev.weir.codec.Frame;
import dev.weir.codec.FrameEncoder;
import dev.weir.codec.GrowingBytes;
import dev.weir.codec.dialect.StreamForm;
import dev.weir.codec.json.FrameWriter;
import dev.weir.codec.json.JsonText;

/**
 * Gathers the bytes of the frames after a certain one. Frames count from 1 in every format, whether
 * or not they carry the number; the mark that nothing follows does not count.
 */
final class FrameText implements FrameSink, FrameWriter {
  /** More room than that is not kept for what comes next. */
  private static final int MOST_ROOM_BYTES = 64 << 10;

  private final FrameEncoder framing;
  private final long after;
  private GrowingBytes bytes = new GrowingBytes(/* capacity= */ 0);
  private JsonText json = new JsonText(bytes);
  private long count;
  private boolean isEnded;

  /** Of the frame that is being written: its number, and where it and its data begin. */
  private long id;

  private int start;
  private int data;

  FrameText(StreamForm form, long after) {
    this.framing = form.framing().get();
    this.after = after;
  }

  /** Puts what comes next there, which is empty. */
  void into(GrowingBytes room) {
    bytes = room;
    json = new JsonText(room);
  }

  @Override
  public void frame(Frame frame) {
    if (frame.isDone() || ++count > after) {
      framing.encode(frame, bytes);
    }
  }

  @Override
  public FrameWriter writer() {
    return this;
  }

  @Override
  public JsonText begin(long number) {
    id = number;
    start = bytes.length();
    data = framing.begin(number, bytes);
    return json.again();
  }

  @Override
  public void written() {
    if (++count > after) {
      framing.end(id, data, bytes);
    } else {
      bytes.truncate(start);
    }
  }

  @Override
  public void done() {
    frame(Frame.DONE);
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
