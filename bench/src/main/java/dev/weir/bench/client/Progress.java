package dev.weir.bench.client;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** What has come over a number of streams that are open at the same time. */
final class Progress {
  private static final int PATIENCE_SECONDS = 120;

  private final int expected;
  private final int streams;
  private final LongAdder pieces = new LongAdder();
  private final CountDownLatch begun;
  private final CountDownLatch ended;
  private final AtomicInteger whole = new AtomicInteger();
  private final AtomicReference<@Nullable String> problem = new AtomicReference<>();

  /**
   * @param expected how many pieces a stream has if nothing is missing
   */
  Progress(int streams, int expected) {
    this.streams = streams;
    this.expected = expected;
    this.begun = new CountDownLatch(streams);
    this.ended = new CountDownLatch(streams);
  }

  /** How many pieces have come over all streams. */
  long pieces() {
    return pieces.sum();
  }

  /** Waits until every stream has brought something. */
  void awaitBegun() throws InterruptedException {
    await(begun, "begun");
  }

  /** Waits until every stream has ended; throws unless each brought every piece. */
  void awaitWhole() throws InterruptedException {
    await(ended, "ended");
    if (whole.get() != streams) {
      throw new IllegalStateException(
          "%,d of %,d streams were whole; one says: %s"
              .formatted(whole.get(), streams, problem.get()));
    }
  }

  private void await(CountDownLatch latch, String what) throws InterruptedException {
    if (!latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new IllegalStateException(
          "%,d of %,d streams have not %s; one says: %s"
              .formatted(latch.getCount(), streams, what, problem.get()));
    }
  }

  /** One of the streams. Used by one thread at a time. */
  final class Stream {
    private int count;

    /** That many more pieces came: deltas, or frames for clients that cannot tell. */
    void came(int more) {
      if (count == 0 && more > 0) {
        begun.countDown();
      }
      count += more;
      pieces.add(more);
    }

    /**
     * @param wrong what went wrong, if something did
     */
    void ended(@Nullable String wrong) {
      if (wrong == null && count == expected) {
        whole.incrementAndGet();
      } else {
        problem.compareAndSet(
            null, wrong == null ? "%,d pieces instead of %,d".formatted(count, expected) : wrong);
      }
      ended.countDown();
    }
  }
}
