package dev.weir.log.file;

/**
 * How a log uses disk and memory.
 *
 * @param segmentBytes a file that reaches this size is followed by another
 * @param maxPendingBytes what may wait for the disk; beyond it appends fail instead of piling up
 * @param tailEvents of every open stream, how many of the last events are kept in memory too
 */
public record LogOptions(int segmentBytes, long maxPendingBytes, int tailEvents) {
  public static final LogOptions DEFAULT =
      new LogOptions(
          /* segmentBytes= */ 32 << 20, /* maxPendingBytes= */ 64 << 20, /* tailEvents= */ 256);

  public LogOptions {
    if (segmentBytes < 1 || maxPendingBytes < 1 || tailEvents < 1) {
      throw new IllegalArgumentException("Options of a log must be at least 1");
    }
  }
}
