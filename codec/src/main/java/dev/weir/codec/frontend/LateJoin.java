package dev.weir.codec.frontend;

import dev.weir.codec.Frame;
import java.util.List;

/**
 * Sums up the frames of an answer for who joins late, where its protocol asks for less than all of
 * them. Belongs to one reader.
 */
public interface LateJoin {
  /** Takes the next frame that everybody else got. */
  void frame(Frame frame);

  /** What stands for the frames so far, after which the others make sense. */
  List<Frame> frames();
}
