package dev.weir.log.file;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.codec.GrowingBytes;
import dev.weir.codec.json.EventJson;
import dev.weir.codec.json.JsonException;
import dev.weir.event.StreamEvent;
import dev.weir.log.file.SpareRooms.Room;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * One record of a segment; those of events are written and read without one.
 *
 * <pre>
 * mark (4) | length of the payload (4) | CRC32C of length and payload (4) | payload
 * payload = kind (1) | time, epoch ms (8) | position (8) | name length (1) | name | texts
 * text    = length (4) | UTF-8
 * </pre>
 *
 * <p>The texts of a record of events are their JSON; those of others are words: of a beginning the
 * owner and what the stream is about, of a note or remark its name and what it says, of an end the
 * outcome.
 *
 * <p>The mark begins with a byte that UTF-8 never has, so no text of a model can look like a record
 * to a search for the next record after damage.
 *
 * @param position of the first event in its stream; of others, where the stream stands
 */
record LogRecord(Kind kind, long timeMillis, long position, String stream, List<String> words) {
  static final int HEADER_BYTES = 12;
  static final byte[] MARK = {(byte) 0xF7, 'w', 'l', 1};
  private static final int MARK_NUMBER = ByteBuffer.wrap(MARK).getInt();
  private static final int FIRST_CAPACITY = 256;
  private static final int MAX_PAYLOAD = 256 << 20;

  enum Kind {
    EVENTS(1),
    END(2),
    EXPIRE(3),
    NOTE(4),
    /** About a file, by name: what it holds from an offset (the position) on does not count. */
    VOID(5),
    BEGIN(6),
    CUT(7),
    /** A note that may come after the end; earlier versions skip it. */
    REMARK(8);

    private final byte code;

    Kind(int code) {
      this.code = (byte) code;
    }

    /** Whether it may follow the end of its stream, which is whole without it. */
    boolean isForOver() {
      return this == EXPIRE || this == REMARK;
    }

    static @Nullable Kind of(byte code) {
      for (Kind kind : values()) {
        if (kind.code == code) {
          return kind;
        }
      }
      return null;
    }
  }

  /** What the first bytes of a record say. */
  record Head(int payloadBytes, int checksum) {
    int recordBytes() {
      return HEADER_BYTES + payloadBytes;
    }
  }

  byte[] encode() {
    var bytes = new GrowingBytes(FIRST_CAPACITY);
    encode(bytes);
    return bytes.toArray();
  }

  /**
   * Adds the record to others.
   *
   * @throws IllegalArgumentException if it is too large; then nothing is added
   */
  void encode(GrowingBytes out) {
    int start = out.length();
    begin(out, kind, timeMillis, position, stream);
    for (int i = 0; i < words.size(); i++) {
      byte[] text = words.get(i).getBytes(UTF_8);
      out.putInt(text.length).put(text);
    }
    end(out, start);
  }

  /**
   * Adds a record of events to others.
   *
   * @throws IllegalArgumentException if it is too large; then nothing is added
   */
  static void encode(
      List<StreamEvent> events, long atMillis, long position, String stream, Room room) {
    GrowingBytes out = room.bytes();
    int start = out.length();
    begin(out, Kind.EVENTS, atMillis, position, stream);
    for (int i = 0; i < events.size(); i++) {
      int length = out.length();
      out.putInt(0);
      EventJson.write(events.get(i), room.json().again().beginObject());
      room.json().endObject();
      out.setInt(length, out.length() - length - Integer.BYTES);
      checkLength(out, start);
    }
    end(out, start);
  }

  private static void begin(
      GrowingBytes out, Kind kind, long timeMillis, long position, String stream) {
    out.putInt(MARK_NUMBER).putInt(0).putInt(0);
    out.put(kind.code).putLong(timeMillis).putLong(position);
    out.put((byte) stream.length()).ascii(stream);
  }

  private static void end(GrowingBytes out, int start) {
    int payload = checkLength(out, start);
    out.setInt(start + 4, payload);
    out.setInt(start + 8, checksum(out.array(), start, payload));
  }

  private static int checkLength(GrowingBytes out, int start) {
    int payload = out.length() - start - HEADER_BYTES;
    if (payload > MAX_PAYLOAD) {
      out.truncate(start);
      throw new IllegalArgumentException(
          "One append holds %,d bytes; %,d are allowed".formatted(payload, MAX_PAYLOAD));
    }
    return payload;
  }

  /** The head at a place, or null if no record begins there. */
  static @Nullable Head head(ByteBuffer bytes, int at) {
    if (bytes.limit() - at < HEADER_BYTES || bytes.getInt(at) != MARK_NUMBER) {
      return null;
    }
    int length = bytes.getInt(at + 4);
    return length < 1 || length > MAX_PAYLOAD ? null : new Head(length, bytes.getInt(at + 8));
  }

  /** Whether the record at a place is there whole and as it was written. */
  static boolean isValid(byte[] bytes, int at, Head head) {
    return bytes.length - at >= head.recordBytes()
        && checksum(bytes, at, head.payloadBytes()) == head.checksum();
  }

  private static int checksum(byte[] bytes, int at, int payloadBytes) {
    var crc = new CRC32C();
    crc.update(bytes, at + 4, 4);
    crc.update(bytes, at + HEADER_BYTES, payloadBytes);
    return (int) crc.getValue();
  }

  /**
   * Reads a record that is valid. If its texts are not wanted, those of events are only counted,
   * and of words only the first is read.
   */
  static Decoded decode(byte[] bytes, int at, Head head, boolean wantsTexts) throws IOException {
    ByteBuffer payload = ByteBuffer.wrap(bytes, at + HEADER_BYTES, head.payloadBytes());
    try {
      Kind kind = Kind.of(payload.get());
      long time = payload.getLong();
      long position = payload.getLong();
      byte[] name = new byte[payload.get() & 0xff];
      payload.get(name);
      String stream = new String(name, US_ASCII);
      if (kind == null) {
        return new Decoded(
            null, time, position, stream, 0, List.of(), List.of(), head.recordBytes());
      }
      if (kind != Kind.EVENTS) {
        List<String> words = new ArrayList<>();
        while (payload.hasRemaining() && (wantsTexts || words.isEmpty())) {
          words.add(text(payload, bytes));
        }
        return new Decoded(kind, time, position, stream, 0, List.of(), words, head.recordBytes());
      }
      List<StreamEvent> events = new ArrayList<>();
      int count = 0;
      while (payload.hasRemaining()) {
        if (wantsTexts) {
          events.add(EventJson.read(text(payload, bytes)));
        } else {
          int length = payload.getInt();
          payload.position(payload.position() + length);
        }
        count++;
      }
      return new Decoded(
          kind, time, position, stream, count, events, List.of(), head.recordBytes());
    } catch (BufferUnderflowException | IllegalArgumentException | JsonException wrong) {
      throw new IOException(
          "A record with a valid checksum cannot be read; did a newer weir write it?", wrong);
    }
  }

  private static String text(ByteBuffer payload, byte[] bytes) {
    int length = payload.getInt();
    int start = payload.position();
    payload.position(start + length);
    return new String(bytes, start, length, UTF_8);
  }

  /**
   * A record as it was read.
   *
   * @param kind absent if a later version added it
   * @param bytes of the whole record in its file
   */
  record Decoded(
      @Nullable Kind kind,
      long timeMillis,
      long position,
      String stream,
      int count,
      List<StreamEvent> events,
      List<String> words,
      int bytes) {
    /** A word by its number; empty if there are fewer. */
    String word(int number) {
      return number < words.size() ? words.get(number) : "";
    }
  }
}
