package dev.weir.log.file;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the valid records of a segment, whatever happened to it.
 *
 * <p>A record counts only if its checksum fits. After bytes that are not a record, the next valid
 * record is looked for, so that damage to one stream's record does not hide the streams beside it.
 */
final class SegmentScan {
  /** How every segment begins. */
  static final byte[] BEGINNING = "weir log 1     \n".getBytes(US_ASCII);

  /** Takes a valid record. */
  @FunctionalInterface
  interface Sink {
    void record(LogRecord.Decoded record, int offset);
  }

  private final String name;
  private final byte[] bytes;
  private final ByteBuffer buffer;
  private final List<Damage> damage = new ArrayList<>();

  private SegmentScan(String name, byte[] bytes) {
    this.name = name;
    this.bytes = bytes;
    this.buffer = ByteBuffer.wrap(bytes);
  }

  /** Hands over the valid records, oldest first; returns what lies between them. */
  static List<Damage> scan(String name, byte[] bytes, Sink sink) throws IOException {
    var scan = new SegmentScan(name, bytes);
    scan.run(sink);
    return scan.damage;
  }

  private void run(Sink sink) throws IOException {
    int at = Math.min(BEGINNING.length, bytes.length);
    if (!Arrays.equals(bytes, 0, at, BEGINNING, 0, BEGINNING.length)) {
      at = leaveOut(0, "the beginning is not that of a segment");
    }
    while (at < bytes.length) {
      LogRecord.Head head = valid(at);
      if (head == null) {
        at = leaveOut(at, words(at));
      } else {
        sink.record(LogRecord.decode(bytes, at, head, /* wantsTexts= */ false), at);
        at += head.recordBytes();
      }
    }
  }

  private LogRecord.@Nullable Head valid(int at) {
    LogRecord.Head head = LogRecord.head(buffer, at);
    return head != null && LogRecord.isValid(bytes, at, head) ? head : null;
  }

  private String words(int at) {
    LogRecord.Head head = LogRecord.head(buffer, at);
    int least = head == null ? LogRecord.HEADER_BYTES : head.recordBytes();
    if (bytes.length - at < least) {
      return "an unfinished record";
    }
    return head == null ? "no record begins here" : "a record whose checksum does not fit";
  }

  private int leaveOut(int from, String words) {
    int next = from + 1;
    while (next < bytes.length && (bytes[next] != LogRecord.MARK[0] || valid(next) == null)) {
      next++;
    }
    int to = Math.min(next, bytes.length);
    if (to > from) {
      damage.add(new Damage(name, from, to - from, words));
    }
    return to;
  }
}
