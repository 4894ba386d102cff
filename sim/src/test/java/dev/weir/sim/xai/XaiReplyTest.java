package dev.weir.sim.xai;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.sim.reply.Reply;
import dev.weir.sim.reply.Slice;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Recordings of gRPC streams, sent again. */
class XaiReplyTest {
  private static final byte[] ONE = frame(0, "one");
  private static final byte[] TWO = frame(0, "and two");
  private static final byte[] TRAILERS = frame(0x80, "grpc-status: 8\r\ngrpc-message: slow\r\n");

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 1000})
  void messagesComeAgainWholeHoweverTheyWereCutAndTrailersAreTrailers(int sliceBytes) {
    byte[] bytes = joined(ONE, TWO, TRAILERS);
    List<Slice> recorded = new ArrayList<>();
    for (int at = 0; at < bytes.length; at += sliceBytes) {
      int to = Math.min(bytes.length, at + sliceBytes);
      recorded.add(Slice.of(/* afterMicros= */ 10, Arrays.copyOfRange(bytes, at, to)));
    }

    Reply reply = XaiReply.of(recorded);

    assertThat(reply.slices().stream().map(slice -> slice.bytes().toSlice()))
        .containsExactly(ONE, TWO);
    assertThat(reply.headers())
        .containsEntry("grpc-status", "8")
        .containsEntry("grpc-message", "slow");
    assertThat(reply.slices().getFirst().afterMicros())
        .isEqualTo(10L * Math.ceilDiv(ONE.length, Math.min(sliceBytes, bytes.length)));
  }

  private static byte[] frame(int flag, String text) {
    byte[] bytes = text.getBytes(US_ASCII);
    return ByteBuffer.allocate(5 + bytes.length)
        .put((byte) flag)
        .putInt(bytes.length)
        .put(bytes)
        .array();
  }

  private static byte[] joined(byte[]... parts) {
    var all = new ByteArrayOutputStream();
    Arrays.stream(parts).forEach(all::writeBytes);
    return all.toByteArray();
  }
}
