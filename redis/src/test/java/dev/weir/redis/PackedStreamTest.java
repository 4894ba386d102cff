package dev.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.log.StreamLog.State;
import dev.weir.redis.PositionedRecord.Kind;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;

/** A stream in one value: as it was, or damaged and said so. */
class PackedStreamTest {
  private static final int HEAD_AT = 13;

  private static byte[] packed() {
    var fold = new PositionalFold();
    List<PositionedRecord> records = new ArrayList<>();
    for (PositionedRecord record :
        List.of(
            PositionedRecord.words(Kind.BEGIN, 1, 0, "alice", "node", "about"),
            PositionalFoldTest.events(0, 3),
            PositionedRecord.words(Kind.END, 9, 3, "COMPLETE"))) {
      assertThat(fold.accept(record)).isTrue();
      records.add(record);
    }
    return PackedStream.pack(new ListedStream(fold, records, 3));
  }

  private static int checksum(byte[] bytes, int from, int to) {
    var crc = new CRC32C();
    crc.update(bytes, from, to - from);
    return (int) crc.getValue();
  }

  @Test
  void whatIsPackedIsReadAsItWas() throws IOException {
    assertThat(PackedStream.head("s", packed()))
        .isEqualTo(
            new PackedStream.Head(3, 1, 1000, State.ENDED, "COMPLETE", "alice", "node", "about"));
    assertThat(PackedStream.records("s", packed())).hasSize(3);
  }

  /** A length below zero was thrown as a mistake of the caller. */
  @Test
  void aLengthThatCannotBeIsDamageEvenIfTheChecksumIsRight() throws IOException {
    byte[] packed = packed();
    int headEnd = HEAD_AT + ByteBuffer.wrap(packed).getInt(1);
    byte[] wrongHead = packed.clone();
    ByteBuffer.wrap(wrongHead).putInt(HEAD_AT + 8 + 8 + 8 + 1, -1);
    ByteBuffer.wrap(wrongHead).putInt(5, checksum(wrongHead, HEAD_AT, headEnd));
    assertThatThrownBy(() -> PackedStream.head("s", wrongHead))
        .isInstanceOf(IOException.class)
        .hasMessage("Stream \"s\" is damaged in the engine: something in it would have -1 bytes");

    var rest = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(new DeflaterOutputStream(rest))) {
      out.writeInt(-1);
    }
    byte[] wrongRest =
        ByteBuffer.allocate(headEnd + rest.size())
            .put(packed, 0, headEnd)
            .put(rest.toByteArray())
            .putInt(9, checksum(rest.toByteArray(), 0, rest.size()))
            .array();
    assertThatThrownBy(() -> PackedStream.records("s", wrongRest))
        .isInstanceOf(IOException.class)
        .hasMessage("Stream \"s\" is damaged in the engine: something in it would have -1 bytes");
  }

  @Test
  void aHeadThatEndsTooEarlySaysSo() {
    byte[] empty = ByteBuffer.allocate(HEAD_AT).put((byte) 1).putInt(0).putInt(0).putInt(0).array();
    assertThatThrownBy(() -> PackedStream.head("s", empty))
        .hasMessage("Stream \"s\" is damaged in the engine: it ends too early");
  }
}
