package dev.weir.cli.input;

import dev.weir.codec.Bytes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads what {@code curl --trace} writes: a line that says what happened, then its bytes, sixteen
 * per line, as hexadecimal numbers.
 *
 * <pre>
 * 13:00:59.660193 &lt;= Recv data, 216 bytes (0xd8)
 * 0000: 64 32 0d 0a 64 61 74 61 3a 20 7b 22 69 64 22 3a d2..data: {"id":
 * </pre>
 */
final class TraceReader {
  private static final int MAX_LINE_BYTES = 1 << 16;
  private static final int MAX_BLOCK_BYTES = 16 << 20;
  private static final int BYTES_A_LINE = 16;
  private static final long DAY_MICROS = TimeUnit.DAYS.toMicros(1);

  private static final Pattern HEAD =
      Pattern.compile(
          "(\\d\\d:\\d\\d:\\d\\d\\.\\d{6} )?(?:\\[[^\\]]{1,24}\\] )?"
              + "(== Info: Connected|== Info: Established connection|== Info|=> Send header|=> Send data|<= Recv header|<= Recv data|[=<][=>] [A-Z]).*");
  private static final Pattern OFFSET = Pattern.compile("[0-9a-f]{4,8}: ?");

  /** What a trace reports. */
  enum Kind {
    SENT_HEADER,
    SENT_DATA,
    RECEIVED_HEADER,
    RECEIVED_DATA,
    CONNECTED,
    OTHER
  }

  /** Something that happened, with its bytes. */
  record Happening(Kind kind, long atMicros, Bytes bytes) {}

  private final Lines lines;
  private @Nullable String head;
  private @Nullable LocalTime started;
  private long lastMicros;

  TraceReader(Slices slices) {
    this.lines = new Lines(slices, MAX_LINE_BYTES);
  }

  /** Whether the trace has times; known once some of it has been read. */
  boolean isTimed() {
    return started != null;
  }

  /** That time in the trace, on the first day of the epoch, since a trace does not name the day. */
  @Nullable Instant instant(long atMicros) {
    LocalTime time = started;
    return time == null
        ? null
        : time.atDate(LocalDate.EPOCH).toInstant(ZoneOffset.UTC).plus(atMicros, ChronoUnit.MICROS);
  }

  /** The next thing that happened; null after the last. */
  @Nullable Happening next() throws IOException {
    String begun = head;
    head = null;
    while (begun == null) {
      Bytes line = lines.next();
      if (line == null) {
        return null;
      }
      String text = line.toString();
      begun = HEAD.matcher(text).matches() ? text : null;
    }
    Matcher matcher = HEAD.matcher(begun);
    boolean matched = matcher.matches();
    long at = matched ? time(matcher.group(1)) : lastMicros;
    return new Happening(kind(matched ? matcher.group(2) : ""), at, bytes());
  }

  private static Kind kind(String word) {
    return switch (word) {
      case "=> Send header" -> Kind.SENT_HEADER;
      case "=> Send data" -> Kind.SENT_DATA;
      case "<= Recv header" -> Kind.RECEIVED_HEADER;
      case "<= Recv data" -> Kind.RECEIVED_DATA;
      case "== Info: Connected", "== Info: Established connection" -> Kind.CONNECTED;
      default -> Kind.OTHER;
    };
  }

  /** Microseconds since the trace began; at midnight the time of day starts over. */
  private long time(@Nullable String word) {
    if (word == null) {
      return lastMicros;
    }
    LocalTime time;
    try {
      time = LocalTime.parse(word.strip());
    } catch (DateTimeException notATime) {
      return lastMicros;
    }
    LocalTime first = started;
    if (first == null) {
      started = time;
      return 0;
    }
    long micros = TimeUnit.NANOSECONDS.toMicros(time.toNanoOfDay() - first.toNanoOfDay());
    lastMicros = Math.max(lastMicros, micros < 0 ? micros + DAY_MICROS : micros);
    return lastMicros;
  }

  private Bytes bytes() throws IOException {
    var bytes = new ByteArrayOutputStream();
    for (Bytes line = lines.next(); line != null; line = lines.next()) {
      String text = line.toString();
      Matcher offset = OFFSET.matcher(text);
      if (!offset.lookingAt()) {
        head = text;
        break;
      }
      append(text, offset.end(), bytes);
      if (bytes.size() > MAX_BLOCK_BYTES) {
        throw new NotAStreamException(
            "a trace with more than %,d bytes at once".formatted(MAX_BLOCK_BYTES));
      }
    }
    String next = head;
    if (next != null && !HEAD.matcher(next).matches()) {
      head = null;
    }
    return Bytes.of(bytes.toByteArray());
  }

  private static void append(String line, int from, ByteArrayOutputStream bytes) {
    int at = from;
    for (int i = 0; i < BYTES_A_LINE; i++, at += 3) {
      boolean isByte =
          at + 2 <= line.length()
              && HexFormat.isHexDigit(line.charAt(at))
              && HexFormat.isHexDigit(line.charAt(at + 1))
              && (at + 2 == line.length() || line.charAt(at + 2) == ' ');
      if (!isByte) {
        return;
      }
      bytes.write(HexFormat.fromHexDigits(line, at, at + 2));
    }
  }
}
