package dev.weir.codec.template;

import static dev.weir.codec.template.ChunkTemplate.BEGINNING;
import static dev.weir.codec.template.ChunkTemplate.NO_MATCH;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.dialect.Hole;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChunkTemplateTest {
  private static final List<Hole> HOLES =
      List.of(
          Hole.delta("delta"),
          Hole.of(Hole.Role.SEQUENCE_NUMBER, "n"),
          Hole.of(Hole.Role.IGNORED_TEXT, "noise"),
          Hole.of(Hole.Role.OUTPUT_TOKENS, "usage", "out"));

  private static final List<String> TEXTS =
      List.of(
          " river",
          " rivers",
          "",
          "x",
          " né",
          "\\n",
          "a \\\"long\\\" text\\u00e9 about water",
          "水");

  private static String frame(String number, String delta, String noise, String out, String end) {
    return "data: {\"n\":%s,\"delta\":\"%s\",\"noise\":\"%s\",\"usage\":{\"out\":%s}%s}\n\n"
        .formatted(number, delta, noise, out, end);
  }

  private static @Nullable ChunkTemplate templateOf(String frame, String delta) {
    byte[] bytes = frame.getBytes(UTF_8);
    return ChunkTemplate.of(bytes, 0, bytes.length, 6, bytes.length - 2, HOLES, delta);
  }

  private final ChunkTemplate template =
      Objects.requireNonNull(templateOf(frame("9", " river", "abc", "7", ""), " river"));

  @ParameterizedTest
  @CsvSource({
    "9, ' river', abc, 7, ''",
    "10, ' river', abc, 7, ''",
    "10, ' rivers', abc, 7, ''",
    "10, ' riv', abc, 7, ''",
    "123456, ' sea', '', 0, '   '",
    "0, ' river', abcdef, 123, ' '",
    "8, x, ab, 77, ''",
  })
  void aFrameThatDiffersOnlyInItsHolesMatches(
      String number, String delta, String noise, String out, String end) {
    byte[] bytes = ("??" + frame(number, delta, noise, out, end) + "data").getBytes(UTF_8);

    assertThat(template.match(bytes, 2, bytes.length)).isEqualTo(bytes.length - 4);
    HoleValues values = template.values();
    assertThat(values.delta(bytes)).isEqualTo(delta);
    assertThat(values.sequenceNumber()).isEqualTo(Long.parseLong(number));
    assertThat(values.outputTokens()).isEqualTo(Long.parseLong(out));
  }

  @Test
  void whatWasReadBeforeIsForgotten() {
    byte[] other = frame("123", " sea", "x", "99", "").getBytes(UTF_8);
    template.match(other, 0, other.length);
    byte[] same = frame("9", " river", "abc", "7", "").getBytes(UTF_8);
    template.match(same, 0, same.length);

    assertThat(template.values().delta(same)).isEqualTo(" river");
    assertThat(template.values().sequenceNumber()).isEqualTo(9);
  }

  @Test
  void everyBeginningOfAFrameThatMatchesIsABeginning() {
    byte[] bytes = frame("10", " né \\n", "abcd", "12", "  ").getBytes(UTF_8);

    for (int length = 0; length < bytes.length; length++) {
      assertThat(template.match(bytes, 0, length)).isEqualTo(BEGINNING);
    }
    assertThat(template.match(bytes, 0, bytes.length)).isEqualTo(bytes.length);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "data: {\"m\":9,\"delta\":\" river\",\"noise\":\"abc\",\"usage\":{\"out\":7}}\n\n",
        "data: {\"n\":09,\"delta\":\" river\",\"noise\":\"abc\",\"usage\":{\"out\":7}}\n\n",
        "data: {\"n\":9.5,\"delta\":\" river\",\"noise\":\"abc\",\"usage\":{\"out\":7}}\n\n",
        "data: {\"n\":-9,\"delta\":\" river\",\"noise\":\"abc\",\"usage\":{\"out\":7}}\n\n",
        "data: {\"n\":,\"delta\":\" river\",\"noise\":\"abc\",\"usage\":{\"out\":7}}\n\n",
        "data: {\"n\":9,\"delta\":\" river\",\"x\":1,\"noise\":\"abc\",\"usage\":{\"out\":7}}\n\n",
        "data: {\"n\":9,\"delta\":\" ri\tver\",\"noise\":\"abc\",\"usage\":{\"out\":7}}\n\n",
        "data: {\"n\":9,\"delta\":\" river\",\"noise\":\"é\",\"usage\":{\"out\":7}}\n\n",
        "data: {\"n\":9,\"delta\":\" river\",\"noise\":\"\\n\",\"usage\":{\"out\":7}}\n\n",
        "data: {\"n\":9,\"delta\":\" river\",\"noise\":\"abc\",\"usage\":{\"out\":7,\"in\":1}}\n\n",
        "data: {\"n\":9,\"delta\":\" river\",\"noise\":\"abc\",\"usage\":{\"out\":7}}\n: more\n\n",
      })
  void anythingElseIsNotAMatch(String frame) {
    byte[] bytes = frame.getBytes(UTF_8);

    assertThat(template.match(bytes, 0, bytes.length)).isEqualTo(NO_MATCH);
  }

  @Test
  void aHoleThatBeginsToVaryIsReadFromThenOn() {
    assertThat(numbersOf(frame("9", " sea", "abc", "7", ""))).containsExactly(9L, 7L);
    assertThat(numbersOf(frame("9", " lake", "abc", "7", ""))).containsExactly(9L, 7L);
    assertThat(numbersOf(frame("10", " pond", "abc", "7", ""))).containsExactly(10L, 7L);
    assertThat(numbersOf(frame("11", " sea", "abc", "8", ""))).containsExactly(11L, 8L);
    assertThat(numbersOf(frame("9", " lake", "abc", "7", " "))).containsExactly(9L, 7L);
  }

  private List<Long> numbersOf(String frame) {
    byte[] bytes = (frame + "data: more").getBytes(UTF_8);
    assertThat(template.match(bytes, 0, bytes.length)).isEqualTo(frame.length());
    return List.of(template.values().sequenceNumber(), template.values().outputTokens());
  }

  /** What a template has learned makes it faster, and nothing else. */
  @Test
  void framesThatCameBeforeDoNotChangeWhatMatches() {
    var random = new Random(5);
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = (randomFrame(random) + "data: more").getBytes(UTF_8);
      if (random.nextInt(3) == 0) {
        bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
      }
      int limit = random.nextInt(3) == 0 ? random.nextInt(bytes.length + 1) : bytes.length;
      var fresh =
          Objects.requireNonNull(templateOf(frame("9", " river", "abc", "7", ""), " river"));

      int end = template.match(bytes, 0, limit);

      assertThat(end).isEqualTo(fresh.match(bytes, 0, limit));
      if (end >= 0) {
        assertThat(template.values().delta(bytes)).isEqualTo(fresh.values().delta(bytes));
        assertThat(template.values().sequenceNumber()).isEqualTo(fresh.values().sequenceNumber());
        assertThat(template.values().outputTokens()).isEqualTo(fresh.values().outputTokens());
      }
    }
  }

  private static String randomFrame(Random random) {
    String number = random.nextBoolean() ? "9" : Integer.toString(random.nextInt(2000));
    String delta = TEXTS.get(random.nextInt(TEXTS.size()));
    String noise = "abcdefghijklmn".substring(0, random.nextInt(3) == 0 ? random.nextInt(14) : 3);
    String out = random.nextInt(9) > 0 ? "7" : Integer.toString(random.nextInt(2000));
    return frame(number, delta, noise, out, " ".repeat(random.nextInt(20) / 10 * 9));
  }

  @Test
  void aFrameWithSomethingOddInAHoleIsNotATemplate() {
    assertThat(templateOf(frame("9.5", "x", "abc", "7", ""), "x")).isNull();
    assertThat(templateOf(frame("9", "x", "é", "7", ""), "x")).isNull();
    assertThat(templateOf(frame("9", "x", "abc", "1e3", ""), "x")).isNull();
    assertThat(templateOf(frame("9", "x", "abc", "7", ""), "y")).isNull();
  }
}
