package dev.weir.client.call;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.testkit.Splits;
import java.io.ByteArrayOutputStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FrameJoinerTest {

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r\n", "\r"})
  void howTheNetworkCutsAStreamDoesNotChangeWhatIsPassed(String lineEnd) {
    String first = frame(0) + frame(1) + frame(2);
    String second = frame(1) + frame(2) + frame(3) + ": bye\n\n";
    byte[] before = (first + "data: {\"sequence_nu").replace("\n", lineEnd).getBytes(UTF_8);
    byte[] after = second.replace("\n", lineEnd).getBytes(UTF_8);
    Splits.of(before)
        .forEach(slices -> {
          var joint = new FrameJoiner(1000);
          String passed = feed(joint, slices);
          joint.restart();
          passed += feed(joint, Splits.eachByte(after));
          assertThat(passed.replaceAll("\r\n|\r", "\n").strip())
              .isEqualTo((first + frame(3) + ": bye").strip());
        });
  }

  @Test
  void whatFollowsAGapIsLeftOut() {
    var joint = new FrameJoiner(1000);
    byte[] passed = joint.feed((frame(4) + frame(7) + frame(8)).getBytes(UTF_8), () -> true);
    assertThat(new String(passed, UTF_8)).isEqualTo(frame(4));
    assertThat(joint.missed()).isEqualTo(7);
    assertThat(joint.last()).isEqualTo(4);
  }

  @Test
  void numbersThatAreAllZeroSayNothing() {
    var joint = new FrameJoiner(1000);
    String zeros = frame(0) + frame(0) + frame(0) + "data: half";
    assertThat(feed(joint, List.of(zeros.getBytes(UTF_8)))).isEqualTo(zeros);
    assertThat(joint.last()).isNull();
  }

  @Test
  void aFrameThatIsTooLongIsPassedOnAsItComes() {
    var joint = new FrameJoiner(100);
    String endless = frame(0) + "data: " + "x".repeat(500);
    assertThat(feed(joint, Splits.eachByte(endless.getBytes(UTF_8)))).isEqualTo(endless);
    assertThat(joint.last()).isNull();
  }

  private static String frame(int number) {
    return "event: x\ndata: {\"sequence_number\":%d,\"é\":1}\n\n".formatted(number);
  }

  private static String feed(FrameJoiner joint, List<byte[]> slices) {
    var passed = new ByteArrayOutputStream();
    slices.forEach(slice -> passed.writeBytes(joint.feed(slice, () -> true)));
    return passed.toString(UTF_8);
  }
}
