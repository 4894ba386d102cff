package dev.weir.cli.tap;

import dev.weir.cli.input.Slice;
import dev.weir.cli.input.Slices;
import dev.weir.codec.Bytes;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * What has been passed on and is to be looked at, by another thread: looking does not hold up the
 * wire, unless it is so far behind that memory would run out.
 */
final class PassedBytes implements Slices.Source {
  private static final long MAX_BYTES = 64 << 20;

  private final Deque<Slice> slices = new ArrayDeque<>();
  private long bytes;
  private boolean ended;
  private @Nullable IOException reason;

  synchronized void add(byte[] passed, long atMicros) throws InterruptedException {
    while (bytes > MAX_BYTES) {
      wait();
    }
    bytes += passed.length;
    slices.addLast(new Slice(Bytes.of(passed), atMicros));
    notifyAll();
  }

  /** No more comes: the bytes ended, or for a reason that whoever looks is told. */
  synchronized void end(@Nullable IOException why) {
    ended = true;
    reason = why;
    notifyAll();
  }

  @Override
  public synchronized @Nullable Slice next() throws IOException {
    try {
      while (slices.isEmpty() && !ended) {
        wait();
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return null;
    }
    Slice next = slices.pollFirst();
    if (next != null) {
      bytes -= next.bytes().length();
      notifyAll();
      return next;
    }
    IOException why = reason;
    if (why != null) {
      throw why;
    }
    return null;
  }
}
