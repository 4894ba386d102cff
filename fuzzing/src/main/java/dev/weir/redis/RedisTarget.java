package dev.weir.redis;

import dev.weir.event.StreamEvent;
import dev.weir.fuzzing.Finding;
import dev.weir.log.StreamLog.LoggedEvent;
import dev.weir.log.StreamLog.State;
import dev.weir.redis.PositionedRecord.Kind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32C;
import java.util.zip.DeflaterOutputStream;

/**
 * What an engine may hold and answer: records, lists of them, packed streams, replies of any shape.
 * Checksums are made right, since a fuzzer cannot guess them and a newer Weir could write anything
 * below them. In the package of what it tests, which is nobody else's.
 *
 * <p>An input is a list of records, each with its length before it in two bytes.
 */
public final class RedisTarget {
  private static final int CHECKSUM_AT = 17;
  private static final int RECORD_HEAD = 21;
  private static final int PACKED_HEAD = 13;
  private static final Reply NOTHING = new Reply.Blob(null);

  private RedisTarget() {}

  /** A stream with these events, as an input. */
  public static byte[] seed(List<StreamEvent> events) {
    var out = new ByteArrayOutputStream();
    for (PositionedRecord record :
        List.of(
            PositionedRecord.words(Kind.BEGIN, 1, 0, "owner", "node", "about"),
            PositionedRecord.events(2, 0, events),
            PositionedRecord.words(Kind.NOTE, 3, events.size(), "name", "what it says"),
            PositionedRecord.words(Kind.END, 4, events.size(), "COMPLETE"))) {
      byte[] bytes = record.encode();
      out.write(bytes.length >> 8);
      out.write(bytes.length);
      out.writeBytes(bytes);
    }
    return out.toByteArray();
  }

  public static void fuzzerTestOneInput(byte[] data) {
    record(data.clone());
    List<byte[]> records = records(data);
    records.forEach(RedisTarget::record);
    follow(records);
    list(records);
    replies(data);
    unpack(packed(data));
  }

  private static List<byte[]> records(byte[] data) {
    List<byte[]> records = new ArrayList<>();
    ByteBuffer in = ByteBuffer.wrap(data);
    while (in.remaining() > 2) {
      byte[] record = new byte[Math.min(in.getShort() & 0xffff, in.remaining())];
      in.get(record);
      records.add(checked(record));
    }
    return records;
  }

  /** The same with a checksum that is right, if there is room for one. */
  private static byte[] checked(byte[] record) {
    if (record.length >= RECORD_HEAD) {
      var crc = new CRC32C();
      crc.update(record, 0, CHECKSUM_AT);
      crc.update(record, RECORD_HEAD, record.length - RECORD_HEAD);
      ByteBuffer.wrap(record).putInt(CHECKSUM_AT, (int) crc.getValue());
    }
    return record;
  }

  /** A record is read or is none; what was read is the same after it was written. */
  private static void record(byte[] bytes) {
    PositionedRecord read = PositionedRecord.decode(bytes);
    if (read == null) {
      return;
    }
    PositionedRecord again = PositionedRecord.decode(read.encode());
    Finding.unlessEqual(again == null ? "nothing" : shown(again), shown(read), "records");
    try {
      Finding.unless(read.logged(0).size() == read.texts().size(), "an event is missing");
    } catch (IOException refused) {
      Finding.unless(refused.getMessage() != null, "refused without a word");
    }
  }

  /** Who follows a stream never goes back, whatever messages say. */
  private static void follow(List<byte[]> records) {
    var tail = new Tail(0);
    for (byte[] bytes : records) {
      PositionedRecord record = PositionedRecord.decode(bytes);
      long before = tail.position();
      if (record != null) {
        Tail.Step step = tail.heard(record);
        Finding.unless(tail.position() >= before, "went back to %d", tail.position());
        Finding.unless(step == Tail.Step.TAKE || tail.position() == before, "moved without events");
      }
    }
  }

  /**
   * Of a list only records at their positions count, those that were sent twice count once, and
   * what counts is the same when it is packed.
   */
  private static void list(List<byte[]> records) {
    ListedStream listed = listed(records);
    List<byte[]> twice = new ArrayList<>();
    records.forEach(record -> {
      twice.add(record);
      twice.add(record);
    });
    Finding.unlessEqual(said(listed(twice)), said(listed), "a list of which all was sent twice");
    long next = 0;
    for (PositionedRecord record : listed.counted()) {
      Finding.unlessEqual(record.position(), next, "positions");
      next = record.next();
    }
    if (!listed.isThere()) {
      Finding.unless(listed.counted().isEmpty(), "something counts before the beginning");
      return;
    }
    ListedStream over = listed.cut(PositionedRecord.words(Kind.CUT, 9, listed.next()));
    byte[] packed = PackedStream.pack(over);
    try {
      ListedStream unpacked =
          ListedStream.of("s", new Reply.Items(List.of()), new Reply.Blob(packed));
      Finding.unlessEqual(said(unpacked), said(over), "a packed stream");
      PackedStream.Head head = PackedStream.head("s", packed);
      Finding.unlessEqual(
          List.of(head.events(), head.state(), head.lastMillis()),
          List.of(over.next(), over.fold().state(), over.fold().lastMillis()),
          "the head of a packed stream");
    } catch (IOException unread) {
      throw new UncheckedIOException("What was packed cannot be read", unread);
    }
  }

  private static ListedStream listed(List<byte[]> records) {
    List<Reply> replies = new ArrayList<>();
    records.forEach(record -> replies.add(new Reply.Blob(record)));
    try {
      return ListedStream.of("s", new Reply.Items(replies), NOTHING);
    } catch (IOException impossible) {
      throw new UncheckedIOException("A list is read, whatever is in it", impossible);
    }
  }

  /** What a stream says to those who read it; a note that was sent twice says the same. */
  private static String said(ListedStream stream) {
    PositionalFold fold = stream.fold();
    var said = new StringBuilder();
    said.append(fold.beginning()).append(fold.next()).append(fold.state()).append(fold.outcome());
    for (PositionedRecord record : stream.counted()) {
      if (record.kind() == Kind.EVENTS && !record.texts().isEmpty()) {
        said.append(shown(record));
      }
    }
    return said.toString();
  }

  private static String shown(PositionedRecord record) {
    var shown = new StringBuilder();
    shown.append(record.kind()).append(record.timeMillis()).append(' ').append(record.position());
    record.texts().forEach(text -> shown.append(' ').append(HexFormat.of().formatHex(text)));
    return shown.toString();
  }

  /** An engine may answer with anything; it is read, or refused with a message. */
  private static void replies(byte[] data) {
    ByteBuffer in = ByteBuffer.wrap(data);
    try {
      ListedStream read = ListedStream.of("s", reply(in, 0), reply(in, 0));
      Finding.unless(read.next() >= 0, "a stream before its beginning");
    } catch (IllegalStateException | IOException refused) {
      Finding.unless(refused.getMessage() != null, "refused without a word");
    }
  }

  private static Reply reply(ByteBuffer in, int depth) {
    if (!in.hasRemaining()) {
      return NOTHING;
    }
    int kind = in.get() & 0xff;
    return switch (kind & 3) {
      case 0 -> new Reply.Whole(kind);
      case 1 -> NOTHING;
      case 2 -> {
        byte[] bytes = new byte[Math.min(kind >> 2, in.remaining())];
        in.get(bytes);
        yield new Reply.Blob(checked(bytes));
      }
      default -> {
        List<Reply> items = new ArrayList<>();
        for (int i = 0; i < kind >> 4 && depth < 4; i++) {
          items.add(reply(in, depth + 1));
        }
        yield new Reply.Items(items);
      }
    };
  }

  /** A packed stream of any head and any records: the first two bytes say where these begin. */
  private static byte[] packed(byte[] data) {
    int cut = data.length < 2 ? 0 : Math.min(data.length, 2 + (data[0] & 0xff));
    byte[] head = Arrays.copyOfRange(data, Math.min(2, cut), cut);
    byte[] rest = Arrays.copyOfRange(data, cut, data.length);
    if (data.length > 1 && data[1] >= 0) {
      rest = deflated(rest);
    }
    return ByteBuffer.allocate(PACKED_HEAD + head.length + rest.length)
        .put((byte) 1)
        .putInt(head.length)
        .putInt(checksum(head))
        .putInt(checksum(rest))
        .put(head)
        .put(rest)
        .array();
  }

  private static byte[] deflated(byte[] bytes) {
    var out = new ByteArrayOutputStream();
    try (var deflating = new DeflaterOutputStream(out)) {
      deflating.write(bytes);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return out.toByteArray();
  }

  private static int checksum(byte[] bytes) {
    var crc = new CRC32C();
    crc.update(bytes);
    return (int) crc.getValue();
  }

  private static void unpack(byte[] packed) {
    try {
      Finding.unless(PackedStream.head("s", packed).state() != State.OPEN, "packed, but open");
    } catch (IOException refused) {
      Finding.unless(refused.getMessage() != null, "refused without a word");
    }
    try {
      List<LoggedEvent> events = new ArrayList<>();
      ListedStream read = ListedStream.of("s", new Reply.Items(List.of()), new Reply.Blob(packed));
      for (PositionedRecord record : read.counted()) {
        if (record.kind() == Kind.EVENTS) {
          events.addAll(record.logged(0));
        }
      }
      Finding.unlessEqual((long) events.size(), read.next(), "events");
    } catch (IOException refused) {
      Finding.unless(refused.getMessage() != null, "refused without a word");
    }
  }
}
