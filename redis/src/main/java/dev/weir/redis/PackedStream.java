package dev.weir.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.log.StreamLog.State;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.jspecify.annotations.Nullable;

/**
 * A stream that is over in one value: a head that lists can read alone, and its records, deflated.
 *
 * <pre>
 * version (1) | length of the head (4) | CRC32C of the head (4) | CRC32C of the rest (4) | head | rest
 * head = events (8) | first ms (8) | last ms (8) | state (1) | outcome | owner | node | about
 * rest = deflated: length of a record (4) | record, …
 * </pre>
 */
final class PackedStream {
  private static final byte VERSION = 1;
  private static final int FIXED_BYTES = 1 + 4 + 4 + 4;

  /** So many bytes tell one packed stream from another: they hold the checksums. */
  static final int MARK_BYTES = FIXED_BYTES;

  /**
   * What stands for a while in the place of a stream that was deleted, so that who is packing it
   * does not bring it back.
   */
  private static final byte DELETED = 0;

  /** So much of it holds nearly every head. */
  static final int HEAD_BYTES = 2048;

  /** What its head says. */
  record Head(
      long events,
      long firstMillis,
      long lastMillis,
      State state,
      @Nullable String outcome,
      String owner,
      String node,
      String about) {}

  private PackedStream() {}

  /** What stands in the place of a stream that was deleted. */
  static byte[] deleted() {
    return new byte[] {DELETED};
  }

  /** Whether bytes are the beginning of a stream, or of nothing. */
  static boolean isThere(byte @Nullable [] beginning) {
    return beginning != null && beginning.length > 0 && beginning[0] != DELETED;
  }

  /** Whether bytes stand in the place of a stream that was deleted. */
  static boolean isDeleted(byte @Nullable [] beginning) {
    return beginning != null && beginning.length > 0 && beginning[0] == DELETED;
  }

  static byte[] pack(ListedStream stream) {
    byte[] head = head(stream);
    byte[] rest = rest(stream.counted());
    return ByteBuffer.allocate(FIXED_BYTES + head.length + rest.length)
        .put(VERSION)
        .putInt(head.length)
        .putInt(checksum(head, 0, head.length))
        .putInt(checksum(rest, 0, rest.length))
        .put(head)
        .put(rest)
        .array();
  }

  private static byte[] head(ListedStream stream) {
    PositionalFold fold = stream.fold();
    PositionalFold.Beginning begun = fold.beginning();
    if (begun == null) {
      throw new IllegalArgumentException("There is no stream to pack");
    }
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      out.writeLong(fold.next());
      out.writeLong(begun.timeMillis());
      out.writeLong(fold.lastMillis());
      out.writeByte(fold.state() == State.ENDED ? 1 : 2);
      String outcome = fold.outcome();
      text(out, outcome == null ? "" : outcome);
      text(out, begun.owner());
      text(out, begun.node());
      text(out, begun.about());
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }

  private static void text(DataOutputStream out, String text) throws IOException {
    byte[] bytes = text.getBytes(UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static byte[] rest(List<PositionedRecord> records) {
    var bytes = new ByteArrayOutputStream();
    var deflater = new Deflater(Deflater.DEFAULT_COMPRESSION);
    try (var out = new DataOutputStream(new DeflaterOutputStream(bytes, deflater, 8192))) {
      for (PositionedRecord record : records) {
        byte[] encoded = record.encode();
        out.writeInt(encoded.length);
        out.write(encoded);
      }
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    } finally {
      deflater.end();
    }
    return bytes.toByteArray();
  }

  /** How many bytes are needed to read the head of one that begins with these. */
  static int headBytes(byte[] beginning) throws IOException {
    if (beginning.length < FIXED_BYTES || beginning[0] != VERSION) {
      throw new IOException("it does not begin as a packed stream does");
    }
    long bytes = (long) FIXED_BYTES + ByteBuffer.wrap(beginning).getInt(1);
    if (bytes < FIXED_BYTES || bytes > (256 << 20)) {
      throw new IOException("its head would have %,d bytes".formatted(bytes));
    }
    return (int) bytes;
  }

  /** Reads the head from the first bytes. */
  static Head head(String stream, byte[] bytes) throws IOException {
    try {
      int end = headBytes(bytes);
      if (bytes.length < end
          || ByteBuffer.wrap(bytes).getInt(5) != checksum(bytes, FIXED_BYTES, end - FIXED_BYTES)) {
        throw new IOException("its head is not as it was written");
      }
      var in = new DataInputStream(new ByteArrayInputStream(bytes, FIXED_BYTES, end - FIXED_BYTES));
      long events = in.readLong();
      long first = in.readLong();
      long last = in.readLong();
      State state = in.readByte() == 1 ? State.ENDED : State.CUT;
      String outcome = text(in);
      return new Head(
          events,
          first,
          last,
          state,
          state == State.ENDED ? outcome : null,
          text(in),
          text(in),
          text(in));
    } catch (IOException damaged) {
      throw damaged(stream, damaged);
    }
  }

  private static String text(DataInputStream in) throws IOException {
    return new String(sized(in), UTF_8);
  }

  private static byte[] sized(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0) {
      throw new IOException("something in it would have %,d bytes".formatted(length));
    }
    return in.readNBytes(length);
  }

  /** Reads all records. */
  static List<byte[]> records(String stream, byte[] bytes) throws IOException {
    try {
      int start = headBytes(bytes);
      if (start > bytes.length
          || ByteBuffer.wrap(bytes).getInt(9) != checksum(bytes, start, bytes.length - start)) {
        throw new IOException("its records are not as they were written");
      }
      List<byte[]> records = new ArrayList<>();
      try (var in =
          new DataInputStream(
              new InflaterInputStream(
                  new ByteArrayInputStream(bytes, start, bytes.length - start)))) {
        while (true) {
          records.add(sized(in));
        }
      } catch (EOFException all) {
        return records;
      }
    } catch (IOException damaged) {
      throw damaged(stream, damaged);
    }
  }

  private static IOException damaged(String stream, IOException why) {
    String what = why instanceof EOFException ? "it ends too early" : why.getMessage();
    return new DamagedStreamException(
        "Stream \"%s\" is damaged in the engine: %s".formatted(stream, what), why);
  }

  private static int checksum(byte[] bytes, int from, int length) {
    var crc = new CRC32C();
    crc.update(bytes, from, length);
    return (int) crc.getValue();
  }
}
