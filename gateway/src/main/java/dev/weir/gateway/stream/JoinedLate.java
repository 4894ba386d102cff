package dev.weir.gateway.stream;

import dev.weir.codec.Frame;
import dev.weir.codec.frontend.LateJoin;

/** Sums up frames as the protocol of a front end has it. */
final class JoinedLate implements Summing {
  private final LateJoin join;
  private long count;
  private boolean isEnded;

  JoinedLate(LateJoin join) {
    this.join = join;
  }

  @Override
  public void frame(Frame frame) {
    count++;
    join.frame(frame);
  }

  @Override
  public void end() {
    isEnded = true;
  }

  @Override
  public void writeTo(FrameText text) {
    join.frames().forEach(frame -> text.summary(frame, count));
    if (isEnded) {
      text.end();
    }
  }
}
