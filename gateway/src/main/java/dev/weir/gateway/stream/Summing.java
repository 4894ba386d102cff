package dev.weir.gateway.stream;

/** Sums up the frames so far for a client that joins late. Belongs to one reader. */
interface Summing extends FrameSink {
  /** Puts what stands for the frames where they would stand, and the end if it has come. */
  void writeTo(FrameText text);
}
