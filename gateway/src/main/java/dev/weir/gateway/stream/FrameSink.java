package dev.weir.gateway.stream;

import dev.weir.codec.Frame;
import dev.weir.codec.json.FrameWriter;

/** Takes the frames of a stream in one format, and its end. */
interface FrameSink {
  /** Takes a frame, whose data may be gone after this. */
  void frame(Frame frame);

  /** Takes numbered frames where they are put together. */
  default FrameWriter writer() {
    return FrameWriter.to(this::frame);
  }

  /** No frame follows: the stream has ended. */
  void end();
}
