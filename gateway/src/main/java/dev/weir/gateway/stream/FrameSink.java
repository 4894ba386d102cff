package dev.weir.gateway.stream;

import dev.weir.codec.Frame;

/** Takes the frames of a stream in one format, and its end. */
interface FrameSink {
  void frame(Frame frame);

  /** No frame follows: the stream has ended. */
  void end();
}
