package dev.weir.codec.json;

import dev.weir.codec.Frame;
import java.util.function.Consumer;

/**
 * Where numbered frames of JSON are written: what is said is put together where it leaves from, and
 * not copied on its way. Belongs to one thread at a time.
 */
public interface FrameWriter {
  /**
   * Begins a frame.
   *
   * @param id which is its number
   * @return where its data is to be written, before {@link #written}
   */
  JsonText begin(long id);

  /** The frame that was begun last is whole. */
  void written();

  /** Writes the frame that says that no more content follows. */
  void done();

  /** Hands over each frame, whose data is valid only for the time of the call. */
  static FrameWriter to(Consumer<? super Frame> out) {
    return new HandedFrames(out);
  }
}
