package dev.weir.codec.template;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LiteralTest {
  private static final int BEFORE = 3;
  private static final int WORD = 8;

  private final byte[] frame = new byte[200];

  LiteralTest() {
    new Random(3).nextBytes(frame);
  }

  @Test
  void itStandsWhereAllOfItsBytesDo() {
    for (int length = 0; length <= 80; length++) {
      byte[] slice = sliceWith(length);
      var literal = new Literal(frame, 50, 50 + length);

      assertThat(literal.after(slice, BEFORE, slice.length)).isEqualTo(BEFORE + length);
    }
  }

  @Test
  void oneOtherByteIsEnoughForAnotherLiteral() {
    for (int length = 1; length <= 80; length++) {
      var literal = new Literal(frame, 50, 50 + length);
      for (int at = 0; at < length; at++) {
        byte[] slice = sliceWith(length);
        slice[BEFORE + at] ^= 0x40;

        assertThat(literal.after(slice, BEFORE, slice.length)).isEqualTo(ChunkTemplate.NO_MATCH);
      }
    }
  }

  @Test
  void itStandsAtTheEndOfASliceTooButNotBeyondIt() {
    for (int length = 0; length <= 80; length++) {
      byte[] slice = Arrays.copyOf(sliceWith(length), BEFORE + length);
      var literal = new Literal(frame, 50, 50 + length);
      boolean isSeen = length == 0 || slice.length >= WORD;

      assertThat(literal.after(slice, BEFORE, slice.length))
          .isEqualTo(isSeen ? slice.length : ChunkTemplate.NO_MATCH);
      assertThat(literal.after(slice, BEFORE, slice.length - 1)).isEqualTo(ChunkTemplate.NO_MATCH);
    }
  }

  @Test
  void oneOtherByteAtTheEndOfASliceIsSeen() {
    for (int length = 1; length <= 80; length++) {
      for (int at = 0; at < length; at++) {
        byte[] slice = Arrays.copyOf(sliceWith(length), BEFORE + length);
        slice[BEFORE + at] ^= 0x40;

        assertThat(new Literal(frame, 50, 50 + length).after(slice, BEFORE, slice.length))
            .isEqualTo(ChunkTemplate.NO_MATCH);
      }
    }
  }

  /** The literal, and other bytes around it. */
  private byte[] sliceWith(int length) {
    byte[] slice = new byte[BEFORE + length + WORD];
    System.arraycopy(frame, 50, slice, BEFORE, length);
    return slice;
  }
}
