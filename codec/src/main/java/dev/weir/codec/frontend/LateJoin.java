package dev.weir.codec.frontend;

import dev.weir.codec.Frame;
import java.util.List;

/**
 * Sums up the frames of an answer for a late joiner, where its protocol needs fewer than all of
 * them. Belongs to one reader.
 */
public interface LateJoin {
  /** Takes the next frame that the other readers got. */
  void frame(Frame frame);

  /** What stands for the frames so far, so that those that follow make sense. */
  List<Frame> frames();
}
