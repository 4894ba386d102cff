package dev.weir.codec.line;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class LineEndTest {
  private static final byte[] SIGNS = {'\n', '\r', 9, 11, 12, 14, 0, 127, -118, -115, -1};

  @Test
  void eightBytesAtATimeFindWhatOneByOneFinds() {
    var random = new Random(7);
    for (int i = 0; i < 20_000; i++) {
      byte[] text = new byte[random.nextInt(40)];
      for (int k = 0; k < text.length; k++) {
        text[k] = random.nextInt(6) == 0 ? SIGNS[random.nextInt(SIGNS.length)] : (byte) 'x';
      }
      int from = random.nextInt(text.length + 1);
      int to = from + random.nextInt(text.length - from + 1);
      int expected = from;
      while (expected < to && text[expected] != '\n' && text[expected] != '\r') {
        expected++;
      }

      assertThat(LineEnd.find(text, from, to)).isEqualTo(expected);
    }
  }
}
