package dev.weir.codec.awsstream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.codec.Bytes;
import dev.weir.codec.Frame;
import dev.weir.codec.LimitExceededException;
import dev.weir.codec.Limits;
import dev.weir.testkit.Splits;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AwsStreamDecoderTest {
  private static final int LIMIT = 4096;

  private static List<Frame> decode(List<byte[]> slices) {
    List<Frame> frames = new ArrayList<>();
    var decoder = new AwsStreamDecoder(LIMIT);
    slices.forEach(slice -> decoder.feed(slice, frames::add));
    decoder.end(frames::add);
    return frames;
  }

  private static List<Frame> decode(byte[]... slices) {
    return decode(Arrays.asList(slices));
  }

  private static Frame frame(String event, String data) {
    return new Frame(event, "", Bytes.of(data));
  }

  private static byte[] twoMessages() {
    return AwsMessages.join(
        AwsMessages.event("first", "{\"a\":\"é😀\"}"), AwsMessages.event("second", "{}"));
  }

  @Test
  void aMessageIsAFrameNamedByItsEventType() {
    assertThat(decode(twoMessages()))
        .containsExactly(frame("first", "{\"a\":\"é😀\"}"), frame("second", "{}"));
  }

  @Test
  void howTheNetworkCutsTheBytesDoesNotChangeTheFrames() {
    byte[] bytes = twoMessages();
    List<Frame> whole = decode(bytes);
    assertThat(Splits.of(bytes)).allSatisfy(s -> assertThat(decode(s)).isEqualTo(whole));
  }

  @Test
  void aStreamCutAnywhereGivesTheWholeMessagesBeforeAndSaysWhereItEnded() {
    byte[] bytes = twoMessages();
    int first = AwsMessages.event("first", "{\"a\":\"é😀\"}").length;
    List<Frame> whole = decode(bytes);
    for (int cut = 1; cut < bytes.length; cut++) {
      List<Frame> frames = decode(Arrays.copyOf(bytes, cut));
      List<Frame> before = whole.subList(0, cut < first ? 0 : 1);
      assertThat(frames.subList(0, before.size())).isEqualTo(before);
      List<String> rest =
          frames.subList(before.size(), frames.size()).stream().map(Frame::event).toList();
      assertThat(rest).isEqualTo(cut == first ? List.of() : List.of(AwsStreamDecoder.MALFORMED));
    }
  }

  @Test
  void aFlippedBitNeverGivesAWrongFrame() {
    byte[] bytes = twoMessages();
    List<Frame> whole = decode(bytes);
    for (int bit = 0; bit < bytes.length * 8; bit++) {
      byte[] damaged = bytes.clone();
      damaged[bit / 8] ^= (byte) (1 << bit % 8);
      List<Frame> frames = decode(damaged);
      List<Frame> reports =
          frames.stream().filter(f -> f.event().equals(AwsStreamDecoder.MALFORMED)).toList();
      assertThat(reports).hasSize(1);
      assertThat(whole).containsAll(frames.stream().filter(f -> !reports.contains(f)).toList());
    }
  }

  @Test
  void aMessageWithAWrongChecksumIsLeftOutAndTheNextIsRead() {
    byte[] bytes = twoMessages();
    bytes[40] ^= 1;
    List<Frame> frames = decode(bytes);
    assertThat(frames).hasSize(2);
    assertThat(frames.getFirst().event()).isEqualTo(AwsStreamDecoder.MALFORMED);
    assertThat(frames.getFirst().data().toString())
        .contains("it is left out")
        .doesNotContain("fatal");
    assertThat(frames.getLast()).isEqualTo(frame("second", "{}"));
  }

  @Test
  void aPreludeWithAWrongChecksumEndsTheReading() {
    byte[] bytes = twoMessages();
    bytes[3] ^= 1;
    List<Frame> frames = decode(bytes);
    assertThat(frames).hasSize(1);
    assertThat(frames.getFirst().data().toString())
        .contains("nothing after it can be read")
        .contains("\"fatal\":true");
  }

  @Test
  void lengthsThatDoNotFitTogetherEndTheReading() {
    assertThat(decode(AwsMessages.prelude(/* total= */ 20, /* headers= */ 5)))
        .extracting(f -> f.data().toString())
        .singleElement()
        .asString()
        .contains("20 bytes with headers of 5")
        .contains("\"fatal\":true");
  }

  @Test
  void aClaimedLengthBeyondTheLimitFailsBeforeItsBytesCome() {
    for (int claimed : new int[] {LIMIT + 1, Integer.MAX_VALUE, -1}) {
      var decoder = new AwsStreamDecoder(LIMIT);
      byte[] prelude = AwsMessages.prelude(claimed, /* headers= */ 0);
      assertThatThrownBy(() -> decoder.feed(prelude, f -> {}))
          .isInstanceOf(LimitExceededException.class)
          .hasMessageContaining("exceeds the limit of 4,096");
    }
  }

  @Test
  void exceptionsAreFramesThatAlwaysHoldJson() {
    assertThat(decode(AwsMessages.exception("throttlingException", "{\"message\":\"slow\"}")))
        .containsExactly(frame("exception:throttlingException", "{\"message\":\"slow\"}"));
    assertThat(decode(AwsMessages.exception("x", "plain \"words\"")))
        .containsExactly(frame("exception:x", "{\"message\":\"plain \\\"words\\\"\"}"));
    assertThat(decode(AwsMessages.error("InternalFailure", "broken")))
        .containsExactly(frame("exception:InternalFailure", "{\"message\":\"broken\"}"));
  }

  @Test
  void headersOfEveryTypeAreSkippedOver() {
    ByteBuffer headers = ByteBuffer.allocate(200);
    int[] lengths = {0, 0, 1, 2, 4, 8, -1, -1, 8, 16};
    for (int type = 0; type < lengths.length; type++) {
      headers.put((byte) 1).put((byte) 'h').put((byte) type);
      if (lengths[type] < 0) {
        headers.putShort((short) 2).put((byte) 'x').put((byte) 'y');
      } else {
        headers.put(new byte[lengths[type]]);
      }
    }
    headers.put(AwsMessages.headers(Map.of(":event-type", "e")));
    byte[] written = Arrays.copyOf(headers.array(), headers.position());
    assertThat(decode(AwsMessages.message(written, new byte[0]))).containsExactly(frame("e", "{}"));
  }

  @Test
  void brokenHeadersAreReportedAndTheNextMessageIsRead() {
    byte[] good = AwsMessages.headers(Map.of(":event-type", "e"));
    for (int cut = 1; cut < good.length; cut++) {
      List<Frame> frames =
          decode(
              AwsMessages.message(Arrays.copyOf(good, cut), new byte[0]),
              AwsMessages.event("second", "{}"));
      assertThat(frames)
          .extracting(Frame::event)
          .containsExactly(AwsStreamDecoder.MALFORMED, "second");
    }
    byte[] unknownType = {1, 'h', 42};
    assertThat(decode(AwsMessages.message(unknownType, new byte[0])))
        .extracting(Frame::event)
        .containsExactly(AwsStreamDecoder.MALFORMED);
  }

  @Test
  void theChunksOfInvokeModelAreUnwrapped() {
    var decoder = new AwsStreamDecoder(LIMIT).then(new InvokeUnwrapper(Limits.DEFAULT));
    List<Frame> frames = new ArrayList<>();
    decoder.feed(AwsMessages.chunk("{\"type\":\"ping\"}"), frames::add);
    decoder.feed(AwsMessages.event("chunk", "{\"bytes\":\"not base64!\"}"), frames::add);
    decoder.feed(AwsMessages.event("chunk", "{\"other\":1}"), frames::add);
    assertThat(frames.getFirst()).isEqualTo(frame("", "{\"type\":\"ping\"}"));
    assertThat(frames.get(1).event()).isEqualTo(AwsStreamDecoder.MALFORMED);
    assertThat(frames.get(2)).isEqualTo(frame("chunk", "{\"other\":1}"));
  }

  @Test
  void aWrappedChunkAsAJsonLineIsUnwrappedToo() {
    var unwrapper = new InvokeUnwrapper(Limits.DEFAULT);
    List<Frame> frames = new ArrayList<>();
    unwrapper.feed(Frame.data("{\"chunk\":{\"bytes\":\"e30=\"}}"), frames::add);
    unwrapper.feed(Frame.data("{\"bytes\":\"e30=\"}"), frames::add);
    assertThat(frames).containsExactly(frame("", "{}"), frame("", "{}"));
  }

  @Test
  void aPreludeIsKnownByItsChecksum() {
    assertThat(AwsStreamDecoder.isPrelude(twoMessages())).isTrue();
    assertThat(AwsStreamDecoder.isPrelude(new byte[11])).isFalse();
    assertThat(AwsStreamDecoder.isPrelude("data: {\"a\":1}\n\n".getBytes(UTF_8))).isFalse();
  }
}
