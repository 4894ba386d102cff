package dev.weir.codec.line;

import dev.weir.codec.LimitExceededException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

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
  private static final byte[] NONE = {};

  /** A longer line is held in pieces, so that one that never ends costs no more than its bytes. */
  private static final int PIECE_BYTES = 1 << 20;

  private final int maxLineBytes;
  private final Sink sink;
  private List<byte[]> fullPieces = List.of();

  /** Most slices end where a line does, and then there is nothing to hold. */
  private byte[] held = NONE;

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

  /** Hands over what follows the last line end, if anything does. */
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
    byte[] joined = joined();
    int length = allHeld();
    // The line belongs to whoever takes it.
    forget();
    sink.line(joined, 0, length);
  }

  private int allHeld() {
    return fullPieces.size() * PIECE_BYTES + heldLength;
  }

  private byte[] joined() {
    if (fullPieces.isEmpty()) {
      return held;
    }
    byte[] whole = new byte[allHeld()];
    int at = 0;
    for (byte[] piece : fullPieces) {
      System.arraycopy(piece, 0, whole, at, PIECE_BYTES);
      at += PIECE_BYTES;
    }
    System.arraycopy(held, 0, whole, at, heldLength);
    return whole;
  }

  private void hold(byte[] slice, int from, int to) {
    check(allHeld() + to - from);
    int at = from;
    while (at < to) {
      if (heldLength == PIECE_BYTES) {
        fullPieces = fullPieces.isEmpty() ? new ArrayList<>() : fullPieces;
        fullPieces.add(held);
        held = new byte[PIECE_BYTES];
        heldLength = 0;
      }
      int more = Math.min(PIECE_BYTES - heldLength, to - at);
      int length = heldLength + more;
      if (length > held.length) {
        int doubled = Math.max(FIRST_CAPACITY, held.length * 2);
        held = Arrays.copyOf(held, Math.min(PIECE_BYTES, Math.max(length, doubled)));
      }
      System.arraycopy(slice, at, held, heldLength, more);
      heldLength = length;
      at += more;
    }
  }

  private void forget() {
    fullPieces = List.of();
    held = NONE;
    heldLength = 0;
  }

  private void check(int length) {
    if (length > maxLineBytes) {
      forget();
      throw new LimitExceededException(
          "A line exceeds %,d bytes without an end; raise max-frame-bytes or check that the upstream"
                  .formatted(maxLineBytes)
              + " really streams lines");
    }
  }
}
