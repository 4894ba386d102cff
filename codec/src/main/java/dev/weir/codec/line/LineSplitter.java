package dev.weir.codec.line;

import dev.weir.codec.LimitExceededException;
import java.util.Arrays;

/**
 * Cuts bytes into lines that end with CR, LF or CRLF, however the slices fall.
 *
 * <p>A line that lies in one slice is handed over in place; one that spans slices is joined once.
 * Either way the array belongs to the receiver and is not changed again, so frames may keep it.
 * Lines are found in bytes: no byte of a multi-byte UTF-8 character looks like CR or LF, so a
 * character split between slices is never torn.
 */
public final class LineSplitter {
  private static final int FIRST_CAPACITY = 256;

  private final int maxLineBytes;
  private final Sink sink;
  private byte[] held = new byte[FIRST_CAPACITY];
  private int heldLength;
  private boolean afterCarriageReturn;

  /** Takes one line without its end; {@code array} may be kept. */
  @FunctionalInterface
  public interface Sink {
    void line(byte[] array, int from, int to);
  }

  public LineSplitter(int maxLineBytes, Sink sink) {
    this.maxLineBytes = maxLineBytes;
    this.sink = sink;
  }

  /** Takes the next slice, which must not be changed afterwards. */
  public void feed(byte[] slice) {
    int from = 0;
    while (from < slice.length) {
      from = feedLine(slice, from);
    }
  }

  /** Takes a slice up to the end of its next line; returns where the rest begins. */
  public int feedLine(byte[] slice, int from) {
    int start = from;
    if (afterCarriageReturn) {
      afterCarriageReturn = false;
      start = slice[from] == '\n' ? from + 1 : from;
    }
    int end = LineEnd.find(slice, start, slice.length);
    if (end == slice.length) {
      hold(slice, start, end);
      return end;
    }
    int next = end + 1;
    if (slice[end] == '\r') {
      if (next == slice.length) {
        afterCarriageReturn = true;
      } else if (slice[next] == '\n') {
        next++;
      }
    }
    line(slice, start, end);
    return next;
  }

  /** Whether nothing of a line has been taken yet. */
  public boolean isAtLineStart() {
    return heldLength == 0 && !afterCarriageReturn;
  }

  /** Hands over what stands after the last line end, if anything does. */
  public void end() {
    if (heldLength > 0) {
      line(held, 0, 0);
    }
  }

  private void line(byte[] slice, int from, int to) {
    if (heldLength == 0) {
      check(to - from);
      sink.line(slice, from, to);
      return;
    }
    hold(slice, from, to);
    byte[] joined = held;
    int length = heldLength;
    // The line belongs to whoever takes it.
    held = new byte[FIRST_CAPACITY];
    heldLength = 0;
    sink.line(joined, 0, length);
  }

  private void hold(byte[] slice, int from, int to) {
    int length = heldLength + to - from;
    check(length);
    if (length > held.length) {
      held = Arrays.copyOf(held, Math.min(maxLineBytes, Math.max(length, held.length * 2)));
    }
    System.arraycopy(slice, from, held, heldLength, to - from);
    heldLength = length;
  }

  private void check(int length) {
    if (length > maxLineBytes) {
      heldLength = 0;
      held = new byte[FIRST_CAPACITY];
      throw new LimitExceededException(
          "A line exceeds %,d bytes without an end; raise the limit or check that the upstream"
                  .formatted(maxLineBytes)
              + " really streams lines");
    }
  }
}
