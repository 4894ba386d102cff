package dev.weir.codec.template;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * Bytes of a template that are the same in every frame: what stands between two holes.
 *
 * <p>Many are a few bytes, such as a quote and two braces: those are one word, of which a mask
 * takes what belongs to them. To call for a comparison of arrays would cost more than to compare.
 */
final class Literal {
  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, LITTLE_ENDIAN);

  /** From here on the JVM's comparison, of 32 bytes at a time, is worth its call. */
  private static final int LONG = 64;

  private final byte[] frame;
  private final int from;
  private final int length;

  /** The first bytes, up to eight, and which bits of a word they are. */
  private final long word;

  private final long mask;

  Literal(byte[] frame, int from, int to) {
    this.frame = frame;
    this.from = from;
    this.length = to - from;
    byte[] first = Arrays.copyOf(Arrays.copyOfRange(frame, from, to), Long.BYTES);
    this.word = (long) WORD.get(first, 0);
    this.mask = length < Long.BYTES ? (1L << (length * Byte.SIZE)) - 1 : -1;
  }

  /**
   * Where it ends if it stands at a place; {@link ChunkTemplate#NO_MATCH} if it does not, or goes
   * beyond the limit.
   */
  int after(byte[] slice, int at, int limit) {
    int end = at + length;
    if (end > limit || wordAt(slice, at) != word) {
      return ChunkTemplate.NO_MATCH;
    }
    return length <= Long.BYTES || isRestAt(slice, at) ? end : ChunkTemplate.NO_MATCH;
  }

  /** The bytes at a place that should be the first ones, up to eight. */
  private long wordAt(byte[] slice, int at) {
    if (at + Long.BYTES <= slice.length) {
      return (long) WORD.get(slice, at) & mask;
    }
    // A slice often ends where a frame does: there the word must end with the literal, which is
    // shorter, and what comes before it is moved out.
    int begin = at + length - Long.BYTES;
    if (length == 0 || begin < 0) {
      return length == 0 ? word : ~word;
    }
    return (long) WORD.get(slice, begin) >>> ((Long.BYTES - length) * Byte.SIZE);
  }

  private boolean isRestAt(byte[] slice, int at) {
    if (length >= LONG) {
      return Arrays.equals(frame, from, from + length, slice, at, at + length);
    }
    int last = length - Long.BYTES;
    for (int i = Long.BYTES; i < last; i += Long.BYTES) {
      if ((long) WORD.get(frame, from + i) != (long) WORD.get(slice, at + i)) {
        return false;
      }
    }
    // The last word overlaps the one before it, so that no single bytes are left.
    return (long) WORD.get(frame, from + last) == (long) WORD.get(slice, at + last);
  }
}
