package dev.weir.codec.json;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import dev.weir.codec.Bytes;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Finds what a lenient parser takes for UTF-8 though it is none (RFC 3629, section 3): characters
 * that are written longer than they need be, so that a {@code /} hides from whoever looks for its
 * byte, and numbers beyond the last character, which become halves of characters.
 */
final class Utf8 {
  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, LITTLE_ENDIAN);
  private static final long HIGH_BITS = 0x8080808080808080L;

  private Utf8() {}

  /**
   * Where such a character begins; -1 if there is none. That the bytes after a first one continue
   * it is for the parser to see.
   */
  static int wrongAt(Bytes bytes) {
    byte[] a = bytes.array();
    int to = bytes.to();
    int i = bytes.from();
    while (i < to) {
      // Most of what comes is ASCII: eight bytes at a time.
      if (i + Long.BYTES <= to && ((long) WORD.get(a, i) & HIGH_BITS) == 0) {
        i += Long.BYTES;
      } else if (isWrong(a[i] & 0xff, i + 1 < to ? a[i + 1] & 0xff : 0)) {
        return i;
      } else {
        i++;
      }
    }
    return -1;
  }

  private static boolean isWrong(int first, int second) {
    return switch (first) {
      case 0xE0 -> second < 0xA0;
      case 0xF0 -> second < 0x90;
      case 0xF4 -> second > 0x8F;
      default -> first == 0xC0 || first == 0xC1 || first > 0xF4;
    };
  }
}
