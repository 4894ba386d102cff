package dev.weir.client.call;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.Resuming;
import dev.weir.codec.json.Json;
import dev.weir.codec.registry.Dialects;
import dev.weir.event.StreamEvent;
import dev.weir.testkit.Splits;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
          var joiner = numbered(1000);
          String passed = feed(joiner, slices);
          joiner.restart();
          passed += feed(joiner, Splits.eachByte(after));
          assertThat(passed.replaceAll("\r\n|\r", "\n").strip())
              .isEqualTo((first + frame(3) + ": bye").strip());
        });
  }

  @Test
  void whatFollowsAGapIsLeftOut() {
    var joiner = numbered(1000);
    byte[] passed = joiner.feed((frame(4) + frame(7) + frame(8)).getBytes(UTF_8), () -> true);
    assertThat(new String(passed, UTF_8)).isEqualTo(frame(4));
    assertThat(Objects.requireNonNull(joiner.stopped()).message())
        .isEqualTo(new StreamEvent.SequenceGap(5, 7).message());
    assertThat(joiner.place()).isEqualTo("4");
  }

  @Test
  void numbersThatAreAllZeroSayNothing() {
    var joiner = numbered(1000);
    String zeros = frame(0) + frame(0) + frame(0) + "data: half";
    assertThat(feed(joiner, List.of(zeros.getBytes(UTF_8)))).isEqualTo(zeros);
    assertThat(joiner.canJoin()).isFalse();
  }

  @Test
  void aFrameThatIsTooLongIsPassedOnAsItComes() {
    var joiner = numbered(100);
    String endless = frame(0) + "data: " + "x".repeat(500);
    assertThat(feed(joiner, Splits.eachByte(endless.getBytes(UTF_8)))).isEqualTo(endless);
    assertThat(joiner.canJoin()).isFalse();
  }

  /** Some have names, as those of Gemini Interactions. */
  private static final List<String> NAMED =
      List.of(
          "data: {\"interaction\":{\"id\":\"v1\"}}\n\n",
          "data: {\"index\":0}\n\n",
          "data: {\"delta\":\"a\",\"event_id\":\"e1\"}\n\n",
          "data: {\"delta\":\"b\",\"event_id\":\"e2\"}\n\n",
          "data: {\"delta\":\"b\"}\n\n",
          "data: {\"delta\":\"b\"}\n\n",
          "data: {\"delta\":\"c\",\"event_id\":\"e3\"}\n\n",
          "data: {\"index\":1}\n\n",
          "data: [DONE]\n\n");

  @Test
  void whatCameAfterTheLastNameComesAgainAndIsLeftOut() {
    for (int cut = 0; cut < NAMED.size(); cut++) {
      FrameJoiner joiner = named();
      String half = NAMED.get(cut).substring(0, 5);
      String passed = feed(joiner, bytes(String.join("", NAMED.subList(0, cut)) + half));
      int named = -1;
      for (int i = 0; i < cut; i++) {
        named = NAMED.get(i).contains("event_id") ? i : named;
      }
      String name = named < 0 ? null : NAMED.get(named).replaceAll(".*event_id\":\"|\"}\\s+", "");
      assertThat(joiner.place()).isEqualTo(name);
      joiner.restart();
      String rest = feed(joiner, bytes(String.join("", NAMED.subList(named + 1, NAMED.size()))));
      assertThat(passed + rest).as("cut before %d", cut).isEqualTo(String.join("", NAMED));
    }
  }

  @Test
  void aRestThatDoesNotBeginWithWhatCameIsNotJoined() {
    FrameJoiner joiner = named();
    String passed = feed(joiner, bytes(String.join("", NAMED.subList(0, 5))));
    joiner.restart();
    assertThat(feed(joiner, bytes(NAMED.get(6) + NAMED.get(7)))).isEmpty();
    assertThat(Objects.requireNonNull(joiner.stopped()).code()).isEqualTo("resumed_elsewhere");
    joiner.restart();
    String rest = feed(joiner, bytes(String.join("", NAMED.subList(4, NAMED.size()))));
    assertThat(passed + rest).isEqualTo(String.join("", NAMED));
    assertThat(joiner.stopped()).isNull();
  }

  @Test
  void aProviderThatNamesNothingForTooLongCannotBeResumed() {
    FrameJoiner joiner = named();
    String frames = "data: {\"delta\":\"0123456789\"}\n\n".repeat(50);
    assertThat(feed(joiner, bytes(frames))).isEqualTo(frames);
    assertThat(joiner.canJoin()).isFalse();
  }

  private static List<byte[]> bytes(String text) {
    return List.of(text.getBytes(UTF_8));
  }

  private static FrameJoiner named() {
    return new FrameJoiner(resuming(Dialects.GEMINI_INTERACTIONS), 1000);
  }

  private static FrameJoiner numbered(int maxFrameBytes) {
    return new FrameJoiner(resuming(Dialects.OPENAI_RESPONSES), maxFrameBytes);
  }

  private static Resuming resuming(Dialect dialect) {
    Json background = new Json.Fields(Map.of("background", new Json.Bool(true)));
    return dialect.clientSide().orElseThrow().resuming(background).orElseThrow();
  }

  private static String frame(int number) {
    return "event: x\ndata: {\"sequence_number\":%d,\"é\":1}\n\n".formatted(number);
  }

  private static String feed(FrameJoiner joiner, List<byte[]> slices) {
    var passed = new ByteArrayOutputStream();
    slices.forEach(slice -> passed.writeBytes(joiner.feed(slice, () -> true)));
    return passed.toString(UTF_8);
  }
}
