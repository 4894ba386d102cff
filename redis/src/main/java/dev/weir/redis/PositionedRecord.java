package dev.weir.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.codec.GrowingBytes;
import dev.weir.codec.json.EventJson;
import dev.weir.codec.json.JsonException;
import dev.weir.codec.json.JsonText;
import dev.weir.event.StreamEvent;
import dev.weir.log.StreamLog.LoggedEvent;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * One record of a stream, which says where it belongs.
 *
 * <pre>
 * kind (1) | time, epoch ms (8) | position (8) | CRC32C of all else (4) | texts
 * text = length, seven bits a byte, the low ones first | UTF-8
 * </pre>
 *
 * <p>The texts of events are their JSON; of a beginning the owner, the node and what the stream is
 * about; of a note its name and what it says; of an end the outcome.
 *
 * @param position of the first event; of others, where the stream stands
 */
record PositionedRecord(Kind kind, long timeMillis, long position, List<byte[]> texts) {
  private static final int HEAD_BYTES = 1 + 8 + 8 + 4;
  private static final int CHECKSUM_AT = 17;
  private static final int FIRST_BYTES = 256;

  enum Kind {
    EVENTS(1),
    END(2),
    NOTE(4),
    BEGIN(6),
    CUT(7);

    private final byte code;

    Kind(int code) {
      this.code = (byte) code;
    }

    private static @Nullable Kind of(byte code) {
      for (Kind kind : values()) {
        if (kind.code == code) {
          return kind;
        }
      }
      return null;
    }
  }

  PositionedRecord {
    texts = List.copyOf(texts);
  }

  static PositionedRecord events(long timeMillis, long position, List<StreamEvent> events) {
    List<byte[]> texts = new ArrayList<>(events.size());
    var bytes = new GrowingBytes(FIRST_BYTES);
    var json = new JsonText(bytes);
    for (StreamEvent event : events) {
      bytes.truncate(0);
      EventJson.write(event, json.again().beginObject());
      texts.add(json.endObject().bytes().toArray());
    }
    return new PositionedRecord(Kind.EVENTS, timeMillis, position, texts);
  }

  static PositionedRecord words(Kind kind, long timeMillis, long position, String... words) {
    List<byte[]> texts = new ArrayList<>(words.length);
    for (String word : words) {
      texts.add(word.getBytes(UTF_8));
    }
    return new PositionedRecord(kind, timeMillis, position, texts);
  }

  /** The position after it. */
  long next() {
    return kind == Kind.EVENTS ? position + texts.size() : position;
  }

  /** A word by its number; empty if there are fewer. */
  String word(int number) {
    return number < texts.size() ? new String(texts.get(number), UTF_8) : "";
  }

  /** Its events from a position on. */
  List<LoggedEvent> logged(long from) throws IOException {
    List<LoggedEvent> events = new ArrayList<>();
    for (int i = Math.clamp(from - position, 0, texts.size()); i < texts.size(); i++) {
      try {
        events.add(new LoggedEvent(EventJson.read(new String(texts.get(i), UTF_8)), timeMillis));
      } catch (JsonException | IllegalArgumentException wrong) {
        throw new IOException(
            "An event with a valid checksum cannot be read; a newer weir wrote it?", wrong);
      }
    }
    return events;
  }

  byte[] encode() {
    int length = HEAD_BYTES;
    for (byte[] text : texts) {
      length += lengthBytes(text.length) + text.length;
    }
    ByteBuffer record = ByteBuffer.allocate(length);
    record.put(kind.code).putLong(timeMillis).putLong(position).putInt(0);
    for (byte[] text : texts) {
      putLength(record, text.length);
      record.put(text);
    }
    return record.putInt(CHECKSUM_AT, checksum(record.array())).array();
  }

  /** Reads a record; absent if these bytes are none, or not as they were written. */
  static @Nullable PositionedRecord decode(byte[] bytes) {
    if (bytes.length < HEAD_BYTES
        || ByteBuffer.wrap(bytes).getInt(CHECKSUM_AT) != checksum(bytes)) {
      return null;
    }
    ByteBuffer record = ByteBuffer.wrap(bytes);
    Kind kind = Kind.of(record.get());
    long time = record.getLong();
    long position = record.getLong();
    if (kind == null || position < 0) {
      return null;
    }
    record.position(HEAD_BYTES);
    List<byte[]> texts = new ArrayList<>();
    try {
      while (record.hasRemaining()) {
        byte[] text = new byte[Math.min(getLength(record), record.remaining() + 1)];
        record.get(text);
        texts.add(text);
      }
    } catch (BufferUnderflowException cut) {
      return null;
    }
    return new PositionedRecord(kind, time, position, texts);
  }

  private static int checksum(byte[] bytes) {
    var crc = new CRC32C();
    crc.update(bytes, 0, CHECKSUM_AT);
    crc.update(bytes, HEAD_BYTES, bytes.length - HEAD_BYTES);
    return (int) crc.getValue();
  }

  private static int lengthBytes(int length) {
    return Math.max(1, (38 - Integer.numberOfLeadingZeros(length)) / 7);
  }

  private static void putLength(ByteBuffer record, int length) {
    int rest = length;
    while (rest > 0x7f) {
      record.put((byte) (rest | 0x80));
      rest >>>= 7;
    }
    record.put((byte) rest);
  }

  private static int getLength(ByteBuffer record) {
    int length = 0;
    for (int shift = 0; shift < 32; shift += 7) {
      byte next = record.get();
      length |= (next & 0x7f) << shift;
      if (next >= 0) {
        return length & Integer.MAX_VALUE;
      }
    }
    throw new BufferUnderflowException();
  }
}
