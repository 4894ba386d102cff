package dev.weir.codec.line;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.codec.LimitExceededException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LineSplitterTest {
  private static final int MEGA = 1 << 20;

  private final List<byte[]> lines = new ArrayList<>();

  private LineSplitter splitter(int maxLineBytes) {
    return new LineSplitter(
        maxLineBytes, (array, from, to) -> lines.add(Arrays.copyOfRange(array, from, to)));
  }

  private static byte[] line(int length) {
    byte[] bytes = new byte[length];
    var random = new Random(length);
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (' ' + random.nextInt(90));
    }
    return bytes;
  }

  /** Lines as long as the pieces in which they are held, a byte less, a byte more, and longer. */
  @ParameterizedTest
  @ValueSource(ints = {7, 1000, MEGA / 3, MEGA, 5 * MEGA})
  void linesOfAnyLengthAreTheSameHoweverTheyAreCut(int sliceBytes) {
    int[] lengths = {0, 1, 255, 256, 257, MEGA - 1, MEGA, MEGA + 1, 2 * MEGA, 3 * MEGA + 17, 3};
    byte[] all = new byte[Arrays.stream(lengths).sum() + lengths.length];
    List<byte[]> expected = new ArrayList<>();
    int at = 0;
    for (int length : lengths) {
      byte[] line = line(length);
      expected.add(line);
      System.arraycopy(line, 0, all, at, length);
      all[at + length] = '\n';
      at += length + 1;
    }
    LineSplitter splitter = splitter(4 * MEGA);
    for (int from = 0; from < all.length; from += sliceBytes) {
      splitter.feed(Arrays.copyOfRange(all, from, Math.min(all.length, from + sliceBytes)));
    }
    splitter.end();
    assertThat(lines).hasSameSizeAs(expected);
    for (int i = 0; i < lengths.length; i++) {
      assertThat(Arrays.equals(lines.get(i), expected.get(i))).as("line %d", i).isTrue();
    }
  }

  @Test
  void aLineThatIsTooLongIsForgottenAndTheNextIsRead() {
    LineSplitter splitter = splitter(2 * MEGA);
    splitter.feed(line(2 * MEGA));
    assertThatThrownBy(() -> splitter.feed(line(1)))
        .isInstanceOf(LimitExceededException.class)
        .hasMessageContaining("2,097,152");
    assertThat(splitter.isAtLineStart()).isTrue();
    splitter.feed("next\n".getBytes(UTF_8));
    assertThat(lines).hasSize(1);
    assertThat(new String(lines.getFirst(), UTF_8)).isEqualTo("next");
  }
}
