package dev.weir.codec.jsonarray;

import dev.weir.codec.Bytes;
import dev.weir.codec.Decoder;
import dev.weir.codec.Frame;
import dev.weir.codec.LimitExceededException;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Cuts a JSON array into one frame per element, each as soon as its last byte is there.
 *
 * <p>What is outside an array is cut the same way, so a body that is one object, and an error
 * object after the array, are frames too. Elements are found by counting brackets; whether one is
 * valid JSON is for the reader to decide. An element that lies in one slice is handed over in
 * place, one that spans slices is joined once. What the end of the input cuts off is a frame as
 * well: the reader then says what is missing.
 */
public final class JsonArrayDecoder implements Decoder<byte[], Frame> {
  private static final int FIRST_CAPACITY = 1024;

  private final int maxFrameBytes;
  private byte[] held = new byte[FIRST_CAPACITY];
  private int heldLength;

  private boolean started;
  private boolean inElement;
  private boolean inString;
  private boolean escaped;

  /** How many brackets are open in the element; an element without any is a number or a word. */
  private int depth;

  public JsonArrayDecoder(int maxFrameBytes) {
    this.maxFrameBytes = maxFrameBytes;
  }

  @Override
  public void feed(byte[] slice, Consumer<? super Frame> out) {
    int start = 0;
    for (int i = 0; i < slice.length; i++) {
      byte b = slice[i];
      if (!inElement) {
        if (!begins(b)) {
          continue;
        }
        inElement = true;
        start = i;
      } else if (depth == 0 && !inString && isBoundary(b)) {
        start = element(slice, start, i, out);
        continue;
      }
      if (closes(b)) {
        start = element(slice, start, i + 1, out);
      }
    }
    if (inElement) {
      hold(slice, start, slice.length);
    }
  }

  /** Hands over an element that the end of the input cut. */
  @Override
  public void end(Consumer<? super Frame> out) {
    if (inElement) {
      element(new byte[0], 0, 0, out);
    }
  }

  /** Whether a byte between elements begins one. The first bracket opens the array itself. */
  private boolean begins(byte b) {
    boolean opensArray = !started && b == '[';
    started |= !isBlank(b);
    return !opensArray && !isBoundary(b);
  }

  /** Counts a byte of an element; returns whether it is the last of an object, array or text. */
  private boolean closes(byte b) {
    if (inString) {
      return string(b) && depth == 0;
    }
    if (b == '"') {
      inString = true;
    } else if (b == '{' || b == '[') {
      depth++;
    } else if (b == '}' || b == ']') {
      depth = Math.max(0, depth - 1);
      return depth == 0;
    }
    return false;
  }

  private boolean string(byte b) {
    if (escaped) {
      escaped = false;
    } else if (b == '\\') {
      escaped = true;
    } else if (b == '"') {
      inString = false;
    }
    return !inString;
  }

  private static boolean isBoundary(byte b) {
    return isBlank(b) || b == ',' || b == ']';
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || b == '\n' || b == '\r' || b == '\t';
  }

  private int element(byte[] slice, int from, int to, Consumer<? super Frame> out) {
    Bytes data;
    if (heldLength == 0) {
      check(to - from);
      data = Bytes.of(slice, from, to);
    } else {
      hold(slice, from, to);
      data = Bytes.of(Arrays.copyOf(held, heldLength));
      heldLength = 0;
      held = held.length > 4 * FIRST_CAPACITY ? new byte[FIRST_CAPACITY] : held;
    }
    inElement = false;
    inString = false;
    escaped = false;
    depth = 0;
    out.accept(new Frame("", "", data));
    return to;
  }

  private void hold(byte[] slice, int from, int to) {
    int length = heldLength + to - from;
    check(length);
    if (length > held.length) {
      held = Arrays.copyOf(held, Math.min(maxFrameBytes, Math.max(length, held.length * 2)));
    }
    System.arraycopy(slice, from, held, heldLength, to - from);
    heldLength = length;
  }

  private void check(int length) {
    if (length > maxFrameBytes) {
      heldLength = 0;
      held = new byte[FIRST_CAPACITY];
      throw new LimitExceededException(
          "An element of the JSON array exceeds %,d bytes; raise max-frame-bytes or check that the"
                  .formatted(maxFrameBytes)
              + " upstream really streams an array");
    }
  }
}
