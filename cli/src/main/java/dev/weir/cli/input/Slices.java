package dev.weir.cli.input;

import dev.weir.codec.Bytes;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Bytes that can be looked at before they are taken, each with the time at which it came.
 *
 * <p>Looking waits for no more than it asks for, so that a live stream is recognised as soon as it
 * can be. Belongs to one thread at a time.
 */
public final class Slices {
  private static final int SLICE_BYTES = 1 << 16;

  /** Where slices come from. */
  @FunctionalInterface
  public interface Source {
    /** The next slice, or null after the last one. */
    @Nullable Slice next() throws IOException;
  }

  /** Sees what is taken, exactly and in order. */
  @FunctionalInterface
  public interface Witness {
    void taken(Bytes bytes) throws IOException;
  }

  /** How many of the bytes that were looked at came at that time. */
  private record Came(int length, long atMicros) {}

  private final Source source;
  private final Witness witness;
  private final Deque<Came> came = new ArrayDeque<>();
  private byte[] seen = new byte[0];
  private int from;
  private int to;
  private boolean ended;
  private long atMicros;

  public Slices(Source source) {
    this(source, bytes -> {});
  }

  public Slices(Source source, Witness witness) {
    this.source = source;
    this.witness = witness;
  }

  /** The bytes of an input, as they are read. */
  public static Slices of(InputStream in, LongSupplier clockMicros) {
    byte[] buffer = new byte[SLICE_BYTES];
    return new Slices(() -> {
      int n = in.read(buffer);
      return n < 0 ? null : new Slice(Bytes.of(Arrays.copyOf(buffer, n)), clockMicros.getAsLong());
    });
  }

  /** Bytes that are all there. */
  static Slices of(byte[] bytes) {
    return of(new java.io.ByteArrayInputStream(bytes), () -> 0);
  }

  /** What has been looked at and not been taken. */
  public Bytes head() {
    return Bytes.of(seen, from, to);
  }

  /** Whether nothing comes after the head. */
  public boolean isWhole() {
    return ended;
  }

  /** Looks at one more slice; false if there is none. */
  public boolean more() throws IOException {
    Slice slice = ended ? null : source.next();
    if (slice == null) {
      ended = true;
      return false;
    }
    int length = slice.bytes().length();
    if (to + length > seen.length) {
      int held = to - from;
      byte[] larger = new byte[Math.max(held + length, 2 * held)];
      System.arraycopy(seen, from, larger, 0, held);
      seen = larger;
      from = 0;
      to = held;
    }
    System.arraycopy(slice.bytes().array(), slice.bytes().from(), seen, to, length);
    to += length;
    came.addLast(new Came(length, slice.atMicros()));
    return true;
  }

  /** Looks at bytes until there are that many, or no more. */
  public void look(int length) throws IOException {
    while (to - from < length && more()) {
      // Looking is enough.
    }
  }

  /** Takes the next slice; null after the last one. */
  public @Nullable Slice next() throws IOException {
    Came first = came.pollFirst();
    if (first != null) {
      atMicros = first.atMicros();
      int start = from;
      from += first.length();
      Bytes taken = Bytes.of(Arrays.copyOfRange(seen, start, from));
      witness.taken(taken);
      return new Slice(taken, atMicros);
    }
    Slice slice = ended ? null : source.next();
    if (slice == null) {
      ended = true;
      return null;
    }
    atMicros = slice.atMicros();
    witness.taken(slice.bytes());
    return slice;
  }

  /** Takes at most that many bytes; null after the last one. */
  @Nullable Slice next(long most) throws IOException {
    if (came.isEmpty() && !more()) {
      return null;
    }
    Came first = came.getFirst();
    if (first.length() <= most) {
      return next();
    }
    int length = (int) most;
    Bytes bytes = Bytes.of(Arrays.copyOfRange(seen, from, from + length));
    skip(length);
    return new Slice(bytes, atMicros);
  }

  /** Drops bytes that have been looked at. */
  public void skip(int length) throws IOException {
    witness.taken(Bytes.of(seen, from, from + length));
    int left = length;
    while (left > 0) {
      Came first = came.removeFirst();
      atMicros = first.atMicros();
      int dropped = Math.min(left, first.length());
      if (dropped < first.length()) {
        came.addFirst(new Came(first.length() - dropped, first.atMicros()));
      }
      left -= dropped;
      from += dropped;
    }
  }

  /** When the bytes that were taken last came. */
  public long atMicros() {
    return atMicros;
  }

  /** The same bytes for those who read inputs. */
  InputStream toInput() {
    return new InputStream() {
      private byte[] slice = new byte[0];
      private int at;

      @Override
      public int read() throws IOException {
        return fill() ? slice[at++] & 0xFF : -1;
      }

      @Override
      public int read(byte[] target, int offset, int length) throws IOException {
        if (length == 0) {
          return 0;
        }
        if (!fill()) {
          return -1;
        }
        int n = Math.min(length, slice.length - at);
        System.arraycopy(slice, at, target, offset, n);
        at += n;
        return n;
      }

      // Waits until it knows: gzip takes 0 for the end, and drops what follows.
      @Override
      public int available() throws IOException {
        return fill() ? slice.length - at : 0;
      }

      private boolean fill() throws IOException {
        while (at == slice.length) {
          Slice next = Slices.this.next();
          if (next == null) {
            return false;
          }
          slice = next.bytes().toSlice();
          at = 0;
        }
        return true;
      }
    };
  }
}
