package dev.weir.log.file;

import dev.weir.log.file.LogFiles.LogFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The files of a log, written one after the other and never changed.
 *
 * <p>A location is a segment's number and an offset in it, in one long. Writing belongs to one
 * thread; reading, and deleting files older than the newest, may happen beside it.
 */
final class Segments implements AutoCloseable {
  private static final Pattern NAME = Pattern.compile("\\d{10}\\.weirlog");
  private static final int OFFSET_BITS = 36;

  /** Most records are smaller, and then one read is enough. */
  private static final int READ_AHEAD_BYTES = 1024;

  /** Takes a valid record of an earlier run. */
  @FunctionalInterface
  interface Sink {
    void record(LogRecord.Decoded record, long location);
  }

  private final LogFiles files;
  private final int segmentBytes;
  private final boolean forces;
  private final Map<Integer, LogFile> segments = new ConcurrentSkipListMap<>();
  private final List<Damage> damage = new ArrayList<>();
  private volatile int lastNumber;
  private @Nullable LogFile active;
  private long activeBytes;

  Segments(LogFiles files, LogOptions options) {
    this.files = files;
    this.segmentBytes = options.segmentBytes();
    this.forces = options.durability() == LogOptions.Durability.DISK;
  }

  /**
   * Reads what earlier runs left. Their files are not written again, so a torn end stays where it
   * is; and they are made durable before anybody sees them, because what was read once must not be
   * lost by a power failure afterwards.
   */
  void recover(Sink sink) throws IOException {
    for (String name : files.list()) {
      if (!NAME.matcher(name).matches()) {
        continue;
      }
      int number = Integer.parseInt(name.substring(0, name.indexOf('.')));
      LogFile file = files.open(name);
      segments.put(number, file);
      lastNumber = Math.max(lastNumber, number);
      force(file);
      byte[] bytes = readFully(file, 0, Math.toIntExact(file.size()));
      damage.addAll(
          SegmentScan.scan(
              name, bytes, (record, offset) -> sink.record(record, location(number, offset))));
    }
  }

  List<Damage> damage() {
    return List.copyOf(damage);
  }

  /**
   * Writes records in one go and makes them as durable as was asked; returns the location of the
   * first. If either fails the file is given up: a disk that has failed once may claim success
   * without having it.
   */
  long append(ByteBuffer records) throws IOException {
    LogFile file = active;
    if (file == null || activeBytes >= segmentBytes) {
      file = next();
    }
    active = null;
    long location = location(lastNumber, activeBytes);
    int length = records.remaining();
    writeFully(file, records);
    force(file);
    activeBytes += length;
    active = file;
    return location;
  }

  private LogFile next() throws IOException {
    active = null;
    int number = lastNumber + 1;
    lastNumber = number;
    LogFile file = files.create(name(number));
    segments.put(number, file);
    writeFully(file, ByteBuffer.wrap(SegmentScan.BEGINNING));
    force(file);
    if (forces) {
      files.force();
    }
    activeBytes = SegmentScan.BEGINNING.length;
    return file;
  }

  private void force(LogFile file) throws IOException {
    if (forces) {
      file.force();
    }
  }

  private static void writeFully(LogFile file, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      if (file.write(bytes) <= 0) {
        throw new IOException("the disk takes no more bytes");
      }
    }
  }

  /** The record at a location, checked. */
  LogRecord.Decoded read(long location) throws IOException {
    int number = segment(location);
    LogFile file = segments.get(number);
    if (file == null) {
      throw new IOException("segment %d of the log is gone".formatted(number));
    }
    long offset = offset(location);
    byte[] start = readSome(file, offset, READ_AHEAD_BYTES);
    LogRecord.Head head = LogRecord.head(ByteBuffer.wrap(start), 0);
    if (head != null) {
      byte[] record =
          head.recordBytes() <= start.length ? start : readFully(file, offset, head.recordBytes());
      if (LogRecord.isValid(record, 0, head)) {
        return LogRecord.decode(record, 0, head, /* wantsTexts= */ true);
      }
    }
    throw new IOException(
        "segment %d of the log is damaged at offset %,d, where a valid record was"
            .formatted(number, offset));
  }

  private static byte[] readSome(LogFile file, long offset, int most) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(most);
    int n = file.read(bytes, offset);
    return Arrays.copyOf(bytes.array(), Math.max(0, n));
  }

  private static byte[] readFully(LogFile file, long offset, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length);
    while (bytes.hasRemaining()) {
      if (file.read(bytes, offset + bytes.position()) <= 0) {
        throw new IOException(
            "a segment of the log ends at %,d, expected %,d bytes from %,d"
                .formatted(offset + bytes.position(), length, offset));
      }
    }
    return bytes.array();
  }

  static int segment(long location) {
    return (int) (location >>> OFFSET_BITS);
  }

  static long offset(long location) {
    return location & ((1L << OFFSET_BITS) - 1);
  }

  static String name(int number) {
    return "%010d.weirlog".formatted(number);
  }

  /** The number of the newest file. What is written from now on has this number or a larger one. */
  int newest() {
    return lastNumber;
  }

  private static long location(int number, long offset) {
    return (long) number << OFFSET_BITS | offset;
  }

  /** Deletes the files before a number, oldest first. */
  void deleteBefore(int number) throws IOException {
    for (int n : List.copyOf(segments.keySet())) {
      if (n >= number) {
        break;
      }
      LogFile file = segments.remove(n);
      if (file != null) {
        file.close();
      }
      files.delete(name(n));
    }
    if (forces) {
      files.force();
    }
  }

  @Override
  public void close() throws IOException {
    for (LogFile file : segments.values()) {
      file.close();
    }
    files.close();
  }
}
