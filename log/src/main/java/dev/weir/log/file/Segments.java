package dev.weir.log.file;

import dev.weir.log.file.LogFiles.Reader;
import dev.weir.log.file.LogFiles.Writer;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The files of a log, written one after the other and never changed.
 *
 * <p>What could not be written whole is taken back: the file is cut to what was acknowledged. A
 * file that cannot even be cut is given up, and the next one begins with a record that declares its
 * rest void. So what was refused does not reappear when the log is opened again.
 *
 * <p>A location is a segment's number and an offset in it, in one long. Writing belongs to one
 * thread at a time; reading, and deleting files older than the newest, may happen beside it.
 */
final class Segments implements AutoCloseable {
  private static final Logger LOG = System.getLogger(Segments.class.getName());
  private static final Pattern NAME = Pattern.compile("\\d{10}\\.weirlog");
  private static final int OFFSET_BITS = 36;

  /** Most records are smaller, and then one read is enough. */
  private static final int READ_AHEAD_BYTES = 1024;

  /** Takes a valid record of an earlier run. */
  @FunctionalInterface
  interface Sink {
    void record(LogRecord.Decoded record, long location);
  }

  /** The file that is written, and how many of its bytes are acknowledged. */
  private static final class Active {
    final int number;
    final Writer writer;
    long bytes;

    Active(int number, Writer writer, long bytes) {
      this.number = number;
      this.writer = writer;
      this.bytes = bytes;
    }
  }

  /** A file whose bytes from there on must not count, even if they are valid records. */
  private record Torn(int number, long from) {}

  private final LogFiles files;
  private final SegmentReaders readers;
  private final int segmentBytes;
  private final boolean forces;
  private final ConcurrentSkipListSet<Integer> numbers = new ConcurrentSkipListSet<>();
  private final List<Damage> damage = new ArrayList<>();
  private volatile int lastNumber;
  private @Nullable Active active;
  private @Nullable Torn torn;

  Segments(LogFiles files, LogOptions options) {
    this.files = files;
    this.readers = new SegmentReaders(files);
    this.segmentBytes = options.segmentBytes();
    this.forces = options.durability() == LogOptions.Durability.DISK;
  }

  /**
   * Reads what earlier runs left. Their files are not written again, so a torn end stays where it
   * is; and they are made durable before anybody sees them, because what was read once must not be
   * lost in a later power failure.
   */
  void recover(Sink sink) throws IOException {
    List<String> names = files.list().stream().filter(n -> NAME.matcher(n).matches()).toList();
    Map<String, Long> voids = voids(names);
    for (String name : names) {
      int number = Integer.parseInt(name.substring(0, name.indexOf('.')));
      numbers.add(number);
      lastNumber = Math.max(lastNumber, number);
      try (Reader file = files.open(name)) {
        if (forces) {
          file.force();
        }
        long end = Math.min(file.size(), voids.getOrDefault(name, Long.MAX_VALUE));
        byte[] bytes = readFully(file::read, 0, Math.toIntExact(end));
        damage.addAll(
            SegmentScan.scan(
                name, bytes, (record, offset) -> sink.record(record, location(number, offset))));
      }
    }
  }

  /** From where on a file is void, for each file that another declares so. */
  private Map<String, Long> voids(List<String> names) throws IOException {
    Map<String, Long> voids = new HashMap<>();
    for (String name : names) {
      try (Reader file = files.open(name)) {
        byte[] start = readSome(file::read, SegmentScan.BEGINNING.length, READ_AHEAD_BYTES);
        LogRecord.Head head = LogRecord.head(ByteBuffer.wrap(start), 0);
        if (head != null && LogRecord.isValid(start, 0, head)) {
          var first = LogRecord.decode(start, 0, head, /* wantsTexts= */ false);
          if (first.kind() == LogRecord.Kind.VOID) {
            voids.put(first.stream(), first.position());
          }
        }
      }
    }
    return voids;
  }

  List<Damage> damage() {
    return List.copyOf(damage);
  }

  /**
   * Writes records, which are the bytes of an array from one index to before another, in one go and
   * makes them as durable as was asked; returns the location of the first.
   *
   * @throws UnsettledException if that failed, and it is not yet known what will be there when the
   *     log is opened again; after any other failure, nothing of it will be
   */
  long append(byte[] records, int from, int to) throws IOException {
    settle();
    Active file = active;
    if (file == null || file.bytes >= segmentBytes) {
      file = next();
    }
    long location = location(file.number, file.bytes);
    try {
      writeFully(file.writer, records, from, to);
    } catch (IOException | OutOfMemoryError failed) {
      takeBack(file, failed);
      throw failed;
    }
    try {
      force(file.writer);
    } catch (IOException failed) {
      // A disk that has failed once may falsely claim success.
      giveUp();
      takeBack(file, failed);
      throw failed;
    }
    file.bytes += to - from;
    return location;
  }

  private void takeBack(Active file, Throwable why) throws UnsettledException {
    try {
      file.writer.truncate(file.bytes);
      force(file.writer);
    } catch (IOException kept) {
      why.addSuppressed(kept);
      giveUp();
      torn = new Torn(file.number, file.bytes);
    } finally {
      if (file != active) {
        close(file.writer);
      }
    }
    try {
      settle();
    } catch (IOException unsaid) {
      why.addSuppressed(unsaid);
      throw new UnsettledException(why);
    }
  }

  private void giveUp() {
    active = null;
  }

  /**
   * Makes sure that what was refused does not reappear.
   *
   * @throws IOException if that is not yet certain
   */
  void settle() throws IOException {
    if (torn != null) {
      next();
    }
  }

  private Active next() throws IOException {
    int number = lastNumber + 1;
    byte[] beginning = beginning();
    Writer writer = files.create(name(number));
    try {
      writeFully(writer, beginning, 0, beginning.length);
      force(writer);
      if (forces) {
        files.force();
      }
    } catch (IOException | OutOfMemoryError failed) {
      close(writer);
      discard(number);
      throw failed;
    }
    if (active != null) {
      close(active.writer);
    }
    lastNumber = number;
    numbers.add(number);
    torn = null;
    active = new Active(number, writer, beginning.length);
    return active;
  }

  private byte[] beginning() {
    Torn gone = torn;
    if (gone == null) {
      return SegmentScan.BEGINNING;
    }
    byte[] word =
        new LogRecord(LogRecord.Kind.VOID, 0, gone.from(), name(gone.number()), List.of()).encode();
    byte[] beginning =
        Arrays.copyOf(SegmentScan.BEGINNING, SegmentScan.BEGINNING.length + word.length);
    System.arraycopy(word, 0, beginning, SegmentScan.BEGINNING.length, word.length);
    return beginning;
  }

  /** Deletes a file that holds nothing yet: a full disk must not collect one for each try. */
  private void discard(int number) {
    try {
      files.delete(name(number));
    } catch (IOException stays) {
      // Its name is taken, but what it holds belongs to no stream.
      lastNumber = number;
      numbers.add(number);
    }
  }

  private static void close(Writer writer) {
    try {
      writer.close();
    } catch (IOException failed) {
      LOG.log(Level.DEBUG, "A file of the log could not be closed", failed);
    }
  }

  private void force(Writer file) throws IOException {
    if (forces) {
      file.force();
    }
  }

  private static void writeFully(Writer file, byte[] bytes, int from, int to) throws IOException {
    int at = from;
    while (at < to) {
      int taken = file.write(bytes, at, to - at);
      if (taken <= 0) {
        throw new IOException("the disk takes no more bytes");
      }
      at += taken;
    }
  }

  /** The record at a location, checked. */
  LogRecord.Decoded read(long location) throws IOException {
    int number = segment(location);
    if (!numbers.contains(number)) {
      throw new IOException("segment %d of the log is gone".formatted(number));
    }
    Source file = (into, offset) -> readers.read(number, into, offset);
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

  /** Reads once from a place in a file; returns how many bytes, or -1 at the end. */
  @FunctionalInterface
  private interface Source {
    int read(ByteBuffer into, long offset) throws IOException;
  }

  private static byte[] readSome(Source file, long offset, int most) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(most);
    int n = file.read(bytes, offset);
    return Arrays.copyOf(bytes.array(), Math.max(0, n));
  }

  private static byte[] readFully(Source file, long offset, int length) throws IOException {
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
    while (deleteOldestBefore(number)) {
      // Until there is none.
    }
    if (forces) {
      files.force();
    }
  }

  /** Deletes the oldest file if it is before a number; returns whether it was. */
  boolean deleteOldestBefore(int number) throws IOException {
    if (numbers.isEmpty() || numbers.first() >= number) {
      return false;
    }
    int oldest = numbers.first();
    readers.drop(oldest);
    files.delete(name(oldest));
    numbers.remove(oldest);
    return true;
  }

  @Override
  public void close() throws IOException {
    if (active != null) {
      close(active.writer);
    }
    readers.close();
    files.close();
  }
}
