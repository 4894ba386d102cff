package dev.weir.log.recording;

import dev.weir.codec.Bytes;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonException;
import dev.weir.codec.json.JsonReader;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads a recording entry by entry, up to the last whole line.
 *
 * <p>A line counts only with its line feed: what stands after the last one was being written when
 * the recording stopped. Reading ends at the first line that is not an entry, and {@link #damage()}
 * says so. Belongs to one thread at a time.
 */
public final class RecordingReader implements Entries, AutoCloseable {
  private static final int MAX_LINE_BYTES = 16 << 20;
  private static final JsonReader READER = new JsonReader(/* maxDepth= */ 16, MAX_LINE_BYTES);

  private static final String NO_HEADER =
      "its first line is not the header of a recording; raw streams are for weir decode";

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long LINE_FEEDS = '\n' * ONES;
  private static final long HIGH_BITS = 0x8080808080808080L;

  private final InputStream in;
  private final RecordingHeader header;
  private final EntryScanner scanner = new EntryScanner();
  private byte[] buffer = new byte[1 << 18];
  private int from;
  private int to;
  private boolean atEnd;
  private long lines;
  private long bytesRead;
  private boolean ended;
  private @Nullable String damage;

  private RecordingReader(InputStream in) throws IOException {
    this.in = in;
    int lineEnd = nextLine();
    if (lineEnd < 0) {
      throw new NotARecordingException(to == 0 ? "it is empty" : NO_HEADER);
    }
    header = header(Bytes.of(buffer, from, lineEnd));
    from = lineEnd + 1;
  }

  private static RecordingHeader header(Bytes line) throws NotARecordingException {
    Json json;
    try {
      json = READER.read(line);
    } catch (JsonException notJson) {
      throw new NotARecordingException(NO_HEADER);
    }
    try {
      return RecordingJson.header(json);
    } catch (JsonException notAHeader) {
      throw new NotARecordingException(String.valueOf(notAHeader.getMessage()));
    }
  }

  /**
   * Opens a recording.
   *
   * @throws NotARecordingException if the file does not begin with the header of one
   */
  public static RecordingReader open(Path file) throws IOException {
    return open(Files.newInputStream(file));
  }

  /** Reads a recording from an open input, which is closed with the reader. */
  public static RecordingReader open(InputStream in) throws IOException {
    try {
      return new RecordingReader(in);
    } catch (IOException failed) {
      in.close();
      throw failed;
    }
  }

  @Override
  public RecordingHeader header() {
    return header;
  }

  @Override
  public @Nullable Entry next() throws IOException {
    while (!ended && damage == null) {
      int lineEnd = nextLine();
      if (lineEnd < 0) {
        unfinished();
        return null;
      }
      Entry entry = entry(lineEnd);
      from = lineEnd + 1;
      if (entry != null) {
        ended = entry instanceof Entry.Ended;
        return entry;
      }
    }
    return null;
  }

  private @Nullable Entry entry(int lineEnd) {
    Entry scanned = scanner.scan(buffer, from, lineEnd);
    if (scanned != null) {
      return scanned;
    }
    try {
      Json json = READER.read(Bytes.of(buffer, from, lineEnd));
      return RecordingJson.entry(json);
    } catch (JsonException broken) {
      damage =
          "line %,d is not an entry (%s); what follows it is left out"
              .formatted(lines, broken.getMessage());
      return null;
    }
  }

  private void unfinished() {
    if (damage == null) {
      damage =
          to > from
              ? "it was cut short: the unfinished line %,d (%,d bytes) is left out"
                  .formatted(lines + 1, to - from)
              : "it was cut short: it has no end after line %,d".formatted(lines);
    }
  }

  @Override
  public Optional<String> damage() {
    return Optional.ofNullable(damage);
  }

  /** Bytes of the recording that have been read, which may be more than the entries so far. */
  public long bytesRead() {
    return bytesRead;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  /** Where the line at {@link #from} ends; negative if its line feed is not there. */
  private int nextLine() throws IOException {
    int at = from;
    while (true) {
      at = lineFeed(at);
      if (at < to) {
        lines++;
        return at;
      }
      int scanned = at - from;
      if (atEnd || !fill()) {
        return -1;
      }
      at = from + scanned;
    }
  }

  /** Where the next line feed is, or the end: eight bytes at a time, because lines are long. */
  private int lineFeed(int start) {
    int at = start;
    for (; at + Long.BYTES <= to; at += Long.BYTES) {
      long differing = (long) LONGS.get(buffer, at) ^ LINE_FEEDS;
      if (((differing - ONES) & ~differing & HIGH_BITS) != 0) {
        break;
      }
    }
    while (at < to && buffer[at] != '\n') {
      at++;
    }
    return at;
  }

  private boolean fill() throws IOException {
    if (to - from > MAX_LINE_BYTES) {
      damage = "line %,d is longer than %,d bytes".formatted(lines + 1, MAX_LINE_BYTES);
      return false;
    }
    if (from > 0) {
      System.arraycopy(buffer, from, buffer, 0, to - from);
      to -= from;
      from = 0;
    }
    if (to == buffer.length) {
      buffer = Arrays.copyOf(buffer, 2 * buffer.length);
    }
    int n = in.read(buffer, to, buffer.length - to);
    if (n < 0) {
      atEnd = true;
      return false;
    }
    to += n;
    bytesRead += n;
    return true;
  }
}
