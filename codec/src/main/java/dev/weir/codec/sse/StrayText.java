package dev.weir.codec.sse;

import dev.weir.codec.Bytes;
import dev.weir.codec.line.JsonBalance;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Lines in an event stream that are not fields: a JSON body, an HTML page, a proxy's plain text.
 *
 * <p>A JSON value is handed over as soon as it is whole. The beginning of anything else is kept, to
 * be shown if the stream has nothing better.
 */
final class StrayText {
  private static final int MAX_JSON_BYTES = 1 << 20;
  private static final byte[] NONE = {};

  private final int bytesKept;
  private byte[] text = NONE;
  private int length;
  private @Nullable JsonBalance json;

  StrayText(int bytesKept) {
    this.bytesKept = bytesKept;
  }

  boolean isEmpty() {
    return length == 0;
  }

  /** Takes a line; returns a JSON value if this line completes one. */
  @Nullable Bytes add(byte[] a, int from, int to) {
    if (json == null && JsonBalance.opens(a[from])) {
      json = new JsonBalance();
      length = 0;
    }
    JsonBalance counting = json;
    int limit = counting == null ? bytesKept : MAX_JSON_BYTES;
    append(a, from, Math.min(to, from + Math.max(0, limit - length - 1)));
    if (counting == null) {
      return null;
    }
    counting.feed(a, from, to);
    return counting.isWhole() ? take() : null;
  }

  /** What is left at the end: unfinished JSON always, other text only when nothing was framed. */
  @Nullable Bytes takeAtEnd(boolean framed) {
    return length > 0 && (json != null || !framed) ? take() : null;
  }

  private Bytes take() {
    Bytes taken = Bytes.of(text, 0, length);
    text = NONE;
    length = 0;
    json = null;
    return taken;
  }

  private void append(byte[] a, int from, int to) {
    if (to <= from) {
      return;
    }
    int needed = length + to - from + 1;
    if (needed > text.length) {
      text = Arrays.copyOf(text, Math.max(needed, text.length * 2));
    }
    if (length > 0) {
      text[length++] = '\n';
    }
    System.arraycopy(a, from, text, length, to - from);
    length += to - from;
  }
}
