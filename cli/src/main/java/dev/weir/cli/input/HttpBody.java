package dev.weir.cli.input;

import dev.weir.codec.Bytes;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The body of an http message, taken from the slices behind its head.
 *
 * <p>Programs that capture write down the headers as they came, but often the body as they
 * understood it: already joined from its chunks, already decompressed. So what the headers say
 * holds only where the bytes bear it out.
 */
public final class HttpBody implements Slices.Source {
  private static final int MAX_CHUNK_LINE = 1 << 13;
  private static final int MAX_SIZE_DIGITS = 8;

  private final Slices slices;
  private final HttpHead head;
  private final Damage damage;
  private final boolean isOnTheWire;
  private boolean begun;
  private boolean chunked;
  private boolean ended;
  private boolean cut;

  /** How much is left of this chunk or of the whole; negative if the body ends with the input. */
  private long left = -1;

  private long length = -1;

  private HttpBody(Slices slices, HttpHead head, Damage damage, boolean isOnTheWire) {
    this.slices = slices;
    this.head = head;
    this.damage = damage;
    this.isOnTheWire = isOnTheWire;
  }

  /** The body of a response as a program wrote it down. */
  static HttpBody captured(Slices slices, HttpHead head, Damage damage) {
    return new HttpBody(slices, head, damage, /* isOnTheWire= */ false);
  }

  /** The body of a response that has none, whatever its head says. */
  public static HttpBody none() {
    return onTheWire(new Slices(() -> null), HttpHead.parse("content-length: 0"), new Damage());
  }

  /** The body of a message as it is sent: it is what its head says. */
  public static HttpBody onTheWire(Slices slices, HttpHead head, Damage damage) {
    return new HttpBody(slices, head, damage, /* isOnTheWire= */ true);
  }

  @Override
  public @Nullable Slice next() throws IOException {
    if (!begun) {
      begun = true;
      begin();
    }
    if (ended) {
      return null;
    }
    if (left < 0) {
      return slices.next();
    }
    if (left == 0 && !(chunked && nextChunk())) {
      ended = true;
      return null;
    }
    Slice slice = slices.next(left);
    if (slice == null) {
      cutShort();
      return null;
    }
    left -= slice.bytes().length();
    return slice;
  }

  /** Whether it has reached the end that its head promised. */
  public boolean isComplete() {
    return ended && !cut;
  }

  /** Whether what follows the body can be told from it. */
  public boolean endsBeforeInput() {
    return ended;
  }

  private void begin() throws IOException {
    chunked = head.isChunked() && (isOnTheWire || looksChunked());
    if (chunked) {
      left = nextSize();
      ended = left == 0;
      return;
    }
    if (!head.isChunked() && (isOnTheWire || !isUnpacked())) {
      left = head.length();
      length = left;
    }
  }

  /** Whether it was decompressed before it was written down, so that its length differs. */
  private boolean isUnpacked() throws IOException {
    slices.look(Packing.HEAD_BYTES);
    return head.encoding() != null && Packing.of(slices.head().toArray()) == null;
  }

  private boolean looksChunked() throws IOException {
    Bytes line = line();
    return line != null && size(line) >= 0;
  }

  private boolean nextChunk() throws IOException {
    Bytes end = line();
    if (end == null || end.length() > 0) {
      brokenChunk(end);
      return false;
    }
    take(end);
    left = nextSize();
    return left > 0;
  }

  /** Takes the line with the next chunk's size, and the trailers if it is the last. */
  private long nextSize() throws IOException {
    Bytes line = line();
    long size = line == null ? -1 : size(line);
    if (line == null || size < 0) {
      brokenChunk(line);
      return 0;
    }
    take(line);
    if (size == 0) {
      for (Bytes trailer = line(); trailer != null; trailer = line()) {
        take(trailer);
        if (trailer.length() == 0) {
          break;
        }
      }
    }
    return size;
  }

  /** The next line without its end, not taken yet; {@code null} if it has none or is too long. */
  private @Nullable Bytes line() throws IOException {
    int at = 0;
    while (at < MAX_CHUNK_LINE) {
      Bytes seen = slices.head();
      for (; at < seen.length(); at++) {
        if (seen.array()[seen.from() + at] == '\n') {
          int end = at > 0 && seen.array()[seen.from() + at - 1] == '\r' ? at - 1 : at;
          return Bytes.of(seen.array(), seen.from(), seen.from() + end);
        }
      }
      if (!slices.more()) {
        return null;
      }
    }
    return null;
  }

  private void take(Bytes line) throws IOException {
    int end = line.to();
    slices.skip(line.length() + (line.array()[end] == '\r' ? 2 : 1));
  }

  /** The size that a chunk's first line says; negative if it is not one. */
  private static long size(Bytes line) {
    String text = line.toString();
    int end = text.indexOf(';');
    String digits = (end < 0 ? text : text.substring(0, end)).strip();
    return digits.isEmpty()
            || digits.length() > MAX_SIZE_DIGITS
            || !digits.chars().allMatch(c -> Character.digit(c, 16) >= 0 && c < 0x80)
        ? -1
        : Long.parseLong(digits, 16);
  }

  /** The line that should begin or end a chunk does not, or has not come. */
  private void brokenChunk(@Nullable Bytes line) {
    if (line == null) {
      cutShort();
      return;
    }
    ended = true;
    cut = true;
    damage.add("a chunk of its http body does not begin with its length");
  }

  private void cutShort() {
    ended = true;
    cut = true;
    damage.add(
        chunked
            ? "its http body ends before its last chunk"
            : "its http body is cut short: %,d of %,d bytes are there"
                .formatted(length - left, length));
  }
}
