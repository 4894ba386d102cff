package dev.weir.codec.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TextScanTest {
  private static final byte[] SIGNS = {
    '"', '\\', ' ', '!', '#', '[', ']', 'a', 31, 0, 127, -1, -62
  };

  private final Random random = new Random(7);

  @Test
  void eightBytesAtATimeFindWhatOneByOneFinds() {
    for (int i = 0; i < 20_000; i++) {
      byte[] text = text(random.nextInt(40));
      int from = random.nextInt(text.length + 1);
      int to = from + random.nextInt(text.length - from + 1);
      var scan = new TextScan();
      int special = special(text, from, to);

      assertThat(scan.special(text, from, to)).isEqualTo(special);
      assertThat(scan.isAscii()).isEqualTo(isAscii(text, from, special));
      assertThat(TextScan.afterSpaces(text, from, to)).isEqualTo(afterSpaces(text, from, to));
    }
  }

  @Test
  void ofAllBytesThoseThatAStringCannotHoldAreSpecial() {
    for (int b = Byte.MIN_VALUE; b <= Byte.MAX_VALUE; b++) {
      byte[] text = new byte[16];
      Arrays.fill(text, (byte) 'x');
      text[11] = (byte) b;

      assertThat(new TextScan().special(text, 0, 16)).isEqualTo(special(text, 0, 16));
    }
  }

  /** Mostly letters, so that words without anything to find occur too. */
  private byte[] text(int length) {
    byte[] text = new byte[length];
    for (int i = 0; i < length; i++) {
      text[i] = random.nextInt(12) == 0 ? SIGNS[random.nextInt(SIGNS.length)] : (byte) 'x';
    }
    int spaces = random.nextInt(length + 1);
    Arrays.fill(text, 0, random.nextBoolean() ? spaces : 0, (byte) ' ');
    return text;
  }

  private static int special(byte[] a, int from, int to) {
    int at = from;
    while (at < to && a[at] != '"' && a[at] != '\\' && (a[at] < 0 || a[at] >= ' ')) {
      at++;
    }
    return at;
  }

  private static boolean isAscii(byte[] a, int from, int to) {
    boolean ascii = true;
    for (int i = from; i < to; i++) {
      ascii &= a[i] >= 0;
    }
    return ascii;
  }

  private static int afterSpaces(byte[] a, int from, int to) {
    int at = from;
    while (at < to && a[at] == ' ') {
      at++;
    }
    return at;
  }
}
