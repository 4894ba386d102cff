package dev.weir.cli.input;

import dev.weir.codec.Bytes;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The body of an http response in a capture, taken from the slices behind its head.
 *
 * <p>Programs write down the headers as they came but often the body as they understood it: already
 * put together from its chunks, already decompressed. So what the headers say holds only where the
 * bytes bear it out.
 */
final class HttpBody implements Slices.Source {
  private static final int MAX_CHUNK_LINE = 1 << 13;
  private static final int MAX_SIZE_DIGITS = 8;

  private final Slices slices;
  private final HttpHead head;
  private final Damage damage;
  private boolean begun;
  private boolean chunked;
  private boolean ended;

  /** What is left of this chunk or of the whole; negative if the body ends with the input. */
  private long left = -1;

  private long length = -1;

  HttpBody(Slices slices, HttpHead head, Damage damage) {
    this.slices = slices;
    this.head = head;
    this.damage = damage;
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

  /** Whether what follows the body can be told from it. */
  boolean endsBeforeInput() {
    return ended;
  }

  private void begin() throws IOException {
    slices.look(Packing.HEAD_BYTES);
    chunked = head.isChunked() && looksChunked();
    if (chunked) {
      left = nextSize();
      ended = left == 0;
      return;
    }
    boolean isUnpacked = head.encoding() != null && Packing.of(slices.head().toArray()) == null;
    if (!isUnpacked && !head.isChunked()) {
      left = head.length();
      length = left;
    }
  }

  private boolean looksChunked() throws IOException {
    Bytes line = line();
    return line != null && size(line) >= 0;
  }

  private boolean nextChunk() throws IOException {
    Bytes end = line();
    if (end == null || end.length() > 0) {
      cutShort();
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
      cutShort();
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

  private void take(Bytes line) {
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

  private void cutShort() {
    ended = true;
    damage.add(
        chunked
            ? "its http body ends before its last chunk"
            : "its http body is cut short: %,d of %,d bytes are there"
                .formatted(length - left, length));
  }
}
