package dev.weir.log.file;

/**
 * How a log uses disk and memory.
 *
 * @param segmentBytes a file that reaches this size is followed by another
 * @param maxPendingBytes what may wait for the disk; beyond it appends fail instead of piling up
 * @param durability what must have happened before an append is acknowledged
 */
public record LogOptions(int segmentBytes, long maxPendingBytes, Durability durability) {
  public static final LogOptions DEFAULT =
      new LogOptions(/* segmentBytes= */ 32 << 20, /* maxPendingBytes= */ 64 << 20);

  /** What an acknowledged event survives. */
  public enum Durability {
    /** Loss of power: it has been through an {@code fsync}, which costs milliseconds. */
    DISK,
    /** The death of the process, even by {@code kill -9}: the operating system has it. */
    OS
  }

  public LogOptions {
    if (segmentBytes < 1 || maxPendingBytes < 1) {
      throw new IllegalArgumentException("Options of a log must be at least 1");
    }
  }

  public LogOptions(int segmentBytes, long maxPendingBytes) {
    this(segmentBytes, maxPendingBytes, Durability.DISK);
  }

  /** As safe as that. */
  public LogOptions with(Durability wish) {
    return new LogOptions(segmentBytes, maxPendingBytes, wish);
  }
}
