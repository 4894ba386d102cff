package dev.weir.log.recording;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * Takes secrets out of slices, even those that the network has cut.
 *
 * <p>Bytes at the end of a slice that may be the beginning of a secret are held until the next ones
 * decide; that is less than the longest secret, and usually nothing. They keep the time at which
 * they came. What is held at the very end is hidden too if it is long enough to be useful to a
 * thief. Belongs to one stream and one thread at a time.
 */
public final class SecretSieve {
  /** Takes bytes that hold no secret. */
  @FunctionalInterface
  public interface Sink {
    /** Takes bytes that hold no secret. */
    void safe(byte[] bytes, long atMicros) throws IOException;
  }

  /** When that many of the held bytes came. */
  private record Came(int length, long atMicros) {}

  private final Secrets secrets;
  private byte[] held = new byte[0];

  /** Which of the held bytes end a secret and may begin another. */
  private boolean[] hidden = new boolean[0];

  private final Deque<Came> times = new ArrayDeque<>();

  /** Holds these back. */
  public SecretSieve(Secrets secrets) {
    this.secrets = secrets;
  }

  /** Hands over the bytes that these decide, oldest first. */
  public void feed(byte[] slice, long atMicros, Sink out) throws IOException {
    if (secrets.isEmpty() || slice.length == 0) {
      out.safe(slice, atMicros);
      return;
    }
    int before = held.length;
    held = Arrays.copyOf(held, before + slice.length);
    hidden = Arrays.copyOf(hidden, held.length);
    System.arraycopy(slice, 0, held, before, slice.length);
    times.addLast(new Came(slice.length, atMicros));
    secrets.mark(held, hidden);
    release(held.length - secrets.beginningAtEnd(held), out);
  }

  /** Hands over what is still held. */
  public void end(Sink out) throws IOException {
    int beginning = secrets.beginningAtEnd(held);
    if (beginning >= Secrets.LEAST_LENGTH) {
      Arrays.fill(hidden, held.length - beginning, held.length, true);
    }
    release(held.length, out);
  }

  private void release(int length, Sink out) throws IOException {
    byte[] safe = Arrays.copyOf(held, length);
    for (int i = 0; i < length; i++) {
      if (hidden[i]) {
        safe[i] = '*';
      }
    }
    held = Arrays.copyOfRange(held, length, held.length);
    hidden = Arrays.copyOfRange(hidden, length, hidden.length);
    int from = 0;
    while (from < length) {
      Came came = times.removeFirst();
      int to = Math.min(length, from + came.length());
      if (to - from < came.length()) {
        times.addFirst(new Came(came.length() - (to - from), came.atMicros()));
      }
      out.safe(Arrays.copyOfRange(safe, from, to), came.atMicros());
      from = to;
    }
  }
}
