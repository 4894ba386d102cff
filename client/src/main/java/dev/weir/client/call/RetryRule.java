package dev.weir.client.call;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Whether to try again, and after how long. It decides and does not wait.
 *
 * @param chance shortens each wait by up to a half, so that many callers do not come back at once
 */
record RetryRule(int tries, Duration backoff, Duration maxBackoff, RandomGenerator chance) {
  private static final int MOST_DOUBLINGS = 20;

  static RetryRule of(CallOptions options) {
    return new RetryRule(
        options.tries(),
        options.backoff(),
        options.maxBackoff(),
        // Any thread may ask, so each is given its own.
        () -> ThreadLocalRandom.current().nextLong());
  }

  /**
   * How long to wait before the next try; absent if there must be none.
   *
   * @param attempts how many tries there were
   * @param visible whether anything of the response was shown
   */
  @Nullable Duration beforeNext(int attempts, boolean visible, ProviderError error) {
    if (visible || !error.retryable() || attempts >= tries) {
      return null;
    }
    return after(attempts, error);
  }

  /** How long to wait after so many failures; absent if the provider asks for too much. */
  @Nullable Duration after(int failures, ProviderError error) {
    Duration asked = error.retryAfter();
    if (asked != null && asked.compareTo(maxBackoff) > 0) {
      return null;
    }
    Duration ours = pause(failures);
    return asked == null || asked.compareTo(ours) < 0 ? ours : asked;
  }

  /** The wait after so many failures: twice as long each time, shortened by up to a half. */
  private Duration pause(int failures) {
    int doublings = Math.min(Math.max(failures - 1, 0), MOST_DOUBLINGS);
    long most = Math.min(maxBackoff.toMillis(), backoff.toMillis() << doublings);
    return Duration.ofMillis(most - chance.nextLong(most / 2 + 1));
  }
}
