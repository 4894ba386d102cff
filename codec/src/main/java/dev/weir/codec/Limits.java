package dev.weir.codec;

/**
 * How much one stream may make us hold. Every growing buffer has its limit here. Messages name the
 * limit as users set it: {@code --max-frame-bytes}, or {@code calls.max-frame-bytes} in {@code
 * weir.yaml}.
 *
 * @param maxFrameBytes one frame with all its lines; pictures and whole responses come in one
 * @param maxOpenBlocks blocks that are open at the same time
 * @param maxBlockChars text kept for one block: the arguments of a call, the details of reasoning
 * @param maxDepth nesting of one chunk's JSON
 */
public record Limits(int maxFrameBytes, int maxOpenBlocks, int maxBlockChars, int maxDepth) {

  public static final Limits DEFAULT =
      new Limits(
          /* maxFrameBytes= */ 16 << 20,
          /* maxOpenBlocks= */ 1024,
          /* maxBlockChars= */ 8 << 20,
          /* maxDepth= */ 200);

  public Limits {
    if (maxFrameBytes < 1 || maxOpenBlocks < 1 || maxBlockChars < 1 || maxDepth < 1) {
      throw new IllegalArgumentException("Limits must be at least 1");
    }
  }

  /** With another limit for a frame. */
  public Limits withMaxFrameBytes(int bytes) {
    return new Limits(bytes, maxOpenBlocks, maxBlockChars, maxDepth);
  }
}
