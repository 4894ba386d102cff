package dev.weir.codec.stream;

import dev.weir.codec.line.LineEnd;
import java.util.Arrays;

/**
 * The beginning of a frame that fits a template as far as it goes, kept until its rest comes.
 *
 * <p>Without it, the last frame of each slice would go the general way, and the first of the next
 * one too, to make a new template. Bytes are added line by line: a template is tried again only
 * where a line ends, so that the cost stays linear however small the slices are.
 */
final class FrameStart {
  /** Deltas are short. What grows beyond this goes the general way, which has its own limit. */
  private static final int MAX_BYTES = 64 << 10;

  private static final int FIRST_CAPACITY = 512;
  private static final byte[] NONE = {};

  /** Most slices end where a frame does, and then there is nothing to keep. */
  private byte[] bytes = NONE;

  private int length;

  boolean isEmpty() {
    return length == 0;
  }

  boolean isTooLong() {
    return length > MAX_BYTES;
  }

  int length() {
    return length;
  }

  /** The bytes so far with room after them; valid until more are added. */
  byte[] array() {
    return bytes;
  }

  /** Adds bytes up to the next end of a line, itself included; returns where the rest begins. */
  int add(byte[] slice, int from) {
    int to = Math.min(slice.length, LineEnd.find(slice, from, slice.length) + 1);
    addAll(slice, from, to);
    return to;
  }

  void addAll(byte[] slice, int from, int to) {
    int needed = length + to - from;
    if (needed > bytes.length) {
      int doubled = Math.max(FIRST_CAPACITY, bytes.length * 2);
      bytes = Arrays.copyOf(bytes, Math.max(needed, doubled));
    }
    System.arraycopy(slice, from, bytes, length, to - from);
    length = needed;
  }

  boolean endsLine() {
    return length > 0 && (bytes[length - 1] == '\n' || bytes[length - 1] == '\r');
  }

  void clear() {
    length = 0;
    bytes = bytes.length > MAX_BYTES ? NONE : bytes;
  }

  /** Hands the bytes over for good. */
  byte[] take() {
    byte[] taken = Arrays.copyOf(bytes, length);
    clear();
    return taken;
  }
}
