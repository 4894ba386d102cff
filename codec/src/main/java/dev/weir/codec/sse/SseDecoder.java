package dev.weir.codec.sse;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.codec.Bytes;
import dev.weir.codec.Decoder;
import dev.weir.codec.Frame;
import dev.weir.codec.LimitExceededException;
import dev.weir.codec.line.JsonBalance;
import dev.weir.codec.line.LineSplitter;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a byte stream into server-sent events as the WHATWG specification asks (HTML §9.2).
 *
 * <p>{@link #forProviders} adds what LLM providers do beyond it: the last event counts without its
 * blank line; {@code data:} lines that are each a whole JSON object are separate events; an {@code
 * error: …} field is an event of that name; and text that is not a field at all (a bare JSON body,
 * an HTML page) becomes a frame too, so that the dialect can report it rather than a stream that
 * was cut.
 */
public final class SseDecoder implements Decoder<byte[], Frame> {
  private static final byte[] DATA = "data".getBytes(UTF_8);
  private static final byte[] EVENT = "event".getBytes(UTF_8);
  private static final byte[] ID = "id".getBytes(UTF_8);
  private static final byte[] RETRY = "retry".getBytes(UTF_8);
  private static final byte[] ERROR = "error".getBytes(UTF_8);
  private static final byte[] DONE = "[DONE]".getBytes(UTF_8);
  private static final byte[] NONE = {};
  private static final int STRAY_BYTES_KEPT = 1024;

  private final int maxFrameBytes;
  private final boolean tolerant;
  private final LineSplitter lines;
  private Consumer<? super Frame> out = frame -> {};

  private boolean firstLine = true;
  private boolean atFrameEnd;
  private long frameBytes;
  private String event = "";
  private byte[] eventName = NONE;
  private String eventNameText = "";
  private String idBuffer = "";
  private String lastId = "";
  private OptionalLong retryMillis = OptionalLong.empty();

  /** The data so far: one line in place, or several joined by LF. */
  private @Nullable Bytes data;

  private byte[] joined = NONE;
  private int joinedLength;
  private @Nullable JsonBalance balance;

  private final StrayText stray = new StrayText(STRAY_BYTES_KEPT);
  private boolean framed;

  private SseDecoder(int maxFrameBytes, boolean tolerant) {
    this.maxFrameBytes = maxFrameBytes;
    this.tolerant = tolerant;
    this.lines = new LineSplitter(maxFrameBytes, this::line);
  }

  /** Exactly the specification. */
  public static SseDecoder strict(int maxFrameBytes) {
    return new SseDecoder(maxFrameBytes, /* tolerant= */ false);
  }

  /** The specification, and what providers do beyond it. */
  public static SseDecoder forProviders(int maxFrameBytes) {
    return new SseDecoder(maxFrameBytes, /* tolerant= */ true);
  }

  /** The reconnection time that the server asked for last. */
  public OptionalLong retryMillis() {
    return retryMillis;
  }

  /** The last event id, even if its event had no data. */
  public String lastEventId() {
    return lastId;
  }

  @Override
  public void feed(byte[] slice, Consumer<? super Frame> frames) {
    out = frames;
    lines.feed(slice);
  }

  /** Takes a slice up to the end of its next frame; returns where the rest begins. */
  public int feedFrame(byte[] slice, int from, Consumer<? super Frame> frames) {
    out = frames;
    atFrameEnd = false;
    int next = from;
    while (next < slice.length && !atFrameEnd) {
      next = lines.feedLine(slice, next);
    }
    return next;
  }

  /** Whether nothing of a frame has been taken yet. */
  public boolean isAtFrameStart() {
    return frameBytes == 0 && lines.isAtLineStart() && !firstLine && stray.isEmpty();
  }

  /** Ends the stream. Strictly, a frame without its closing blank line is dropped. */
  @Override
  public void end(Consumer<? super Frame> frames) {
    out = frames;
    if (tolerant) {
      lines.end();
      dispatch();
      Bytes body = stray.takeAtEnd(framed);
      if (body != null) {
        out.accept(new Frame("", lastId, body));
      }
    }
  }

  private void line(byte[] a, int from, int to) {
    if (firstLine) {
      firstLine = false;
      if (to - from >= 3
          && a[from] == (byte) 0xEF
          && a[from + 1] == (byte) 0xBB
          && a[from + 2] == (byte) 0xBF) {
        from += 3;
      }
    }
    if (from == to) {
      atFrameEnd = true;
      dispatch();
      return;
    }
    // Every line counts, and its end too: a million empty lines are not free.
    frameBytes += to - from + 1;
    if (frameBytes > maxFrameBytes) {
      resetFrame();
      throw new LimitExceededException(
          "SSE frame exceeds %,d bytes before its blank line; raise max-frame-bytes or check that the"
                  .formatted(maxFrameBytes)
              + " upstream really speaks SSE");
    }
    field(a, from, to);
  }

  private void field(byte[] a, int from, int to) {
    if (a[from] == ':') {
      frameBytes = data == null ? 0 : frameBytes;
      return;
    }
    int colon = from;
    while (colon < to && a[colon] != ':') {
      colon++;
    }
    int value = Math.min(colon + 1, to);
    if (value < to && a[value] == ' ') {
      value++;
    }
    if (named(a, from, colon, DATA)) {
      data(a, value, to);
    } else if (named(a, from, colon, EVENT)) {
      event = eventName(a, value, to);
    } else if (named(a, from, colon, ID)) {
      String id = new String(a, value, to - value, UTF_8);
      idBuffer = id.indexOf('\0') < 0 ? id : idBuffer;
    } else if (named(a, from, colon, RETRY)) {
      retry(new String(a, value, to - value, UTF_8));
    } else if (tolerant) {
      notAField(a, from, colon, value, to);
    }
  }

  private void data(byte[] a, int from, int to) {
    Bytes before = data;
    if (before == null) {
      data = Bytes.of(a, from, to);
      return;
    }
    if (tolerant && isWholeJson(before)) {
      dispatch();
      data = Bytes.of(a, from, to);
      return;
    }
    if (joinedLength == 0) {
      append(before.array(), before.from(), before.to());
    }
    append(new byte[] {'\n'}, 0, 1);
    append(a, from, to);
    data = Bytes.of(joined, 0, joinedLength);
    if (balance != null) {
      balance.feed(a, from, to);
    }
  }

  /** A whole JSON object cannot continue on the next line, so that line is another chunk. */
  private boolean isWholeJson(Bytes text) {
    if (text.contentEquals(DONE)) {
      return true;
    }
    if (balance == null) {
      if (text.length() == 0 || !JsonBalance.opens(text.array()[text.from()])) {
        return false;
      }
      balance = new JsonBalance();
      balance.feed(text.array(), text.from(), text.to());
    }
    return balance.isWhole();
  }

  private void append(byte[] a, int from, int to) {
    int length = joinedLength + to - from;
    if (length > joined.length) {
      joined = Arrays.copyOf(joined, Math.max(length, joined.length * 2));
    }
    System.arraycopy(a, from, joined, joinedLength, to - from);
    joinedLength = length;
  }

  /** Names repeat from frame to frame: the text is made again only when the bytes differ. */
  private String eventName(byte[] a, int from, int to) {
    if (!Arrays.equals(a, from, to, eventName, 0, eventName.length)) {
      eventName = Arrays.copyOfRange(a, from, to);
      eventNameText = new String(eventName, UTF_8);
    }
    return eventNameText;
  }

  private void retry(String value) {
    boolean digits = !value.isEmpty() && value.chars().allMatch(c -> c >= '0' && c <= '9');
    if (digits) {
      String significant = value.replaceFirst("^0+(?=.)", "");
      retryMillis =
          OptionalLong.of(significant.length() > 18 ? Long.MAX_VALUE : Long.parseLong(significant));
    }
  }

  private void notAField(byte[] a, int from, int colon, int value, int to) {
    if (named(a, from, colon, ERROR)) {
      dispatch();
      framed = true;
      out.accept(new Frame("error", lastId, Bytes.of(a, value, to)));
    } else {
      Bytes whole = stray.add(a, from, to);
      if (whole != null) {
        dispatch();
        framed = true;
        out.accept(new Frame("", lastId, whole));
      }
    }
  }

  private void dispatch() {
    Bytes complete = data;
    String name = event;
    // An id counts only once its frame is dispatched: that of a frame cut off by the end is
    // dropped.
    lastId = idBuffer;
    resetFrame();
    if (complete != null) {
      framed = true;
      out.accept(new Frame(name, lastId, complete));
    }
  }

  private void resetFrame() {
    data = null;
    event = "";
    frameBytes = 0;
    balance = null;
    if (joinedLength > 0) {
      joined = NONE;
      joinedLength = 0;
    }
  }

  private static boolean named(byte[] a, int from, int to, byte[] name) {
    return to - from == name.length && Arrays.equals(a, from, to, name, 0, name.length);
  }
}
