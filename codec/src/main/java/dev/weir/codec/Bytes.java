package dev.weir.codec;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/**
 * A run of bytes inside a larger array, which is shared and never copied: raw data that nobody
 * reads costs nothing. Whoever hands out the array must not change it afterwards; where bytes are
 * only lent it says so, and whoever keeps them takes a copy.
 */
public final class Bytes {
  private final byte[] array;
  private final int from;
  private final int to;

  private Bytes(byte[] array, int from, int to) {
    this.array = array;
    this.from = from;
    this.to = to;
  }

  /** All bytes of an array, which must not change any more. */
  public static Bytes of(byte[] array) {
    return new Bytes(array, 0, array.length);
  }

  /** The bytes of an array from one index to before another. */
  public static Bytes of(byte[] array, int from, int to) {
    return new Bytes(array, from, to);
  }

  /** The bytes of a text in UTF-8. */
  public static Bytes of(String text) {
    return of(text.getBytes(UTF_8));
  }

  /** The shared array itself; only {@link #from()} to {@link #to()} belongs to this run. */
  public byte[] array() {
    return array;
  }

  /** The index of the first. */
  public int from() {
    return from;
  }

  /** The index after the last. */
  public int to() {
    return to;
  }

  /** How many there are. */
  public int length() {
    return to - from;
  }

  /** A copy. */
  public byte[] toArray() {
    return Arrays.copyOfRange(array, from, to);
  }

  /** These bytes as a slice of their own: the shared array itself if they fill it. */
  public byte[] toSlice() {
    return from == 0 && to == array.length ? array : toArray();
  }

  /** Whether this run lies in that array itself, not in an equal one. */
  @SuppressWarnings("ReferenceEquality") // The question is where the bytes are, not what.
  public boolean isIn(byte[] other) {
    return array == other;
  }

  /** Whether they are the same bytes. */
  public boolean contentEquals(byte[] other) {
    return Arrays.equals(array, from, to, other, 0, other.length);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Bytes that
        && Arrays.equals(array, from, to, that.array, that.from, that.to);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(toArray());
  }

  /** The text, with U+FFFD for what is not UTF-8. */
  @Override
  public String toString() {
    return new String(array, from, to - from, UTF_8);
  }
}
