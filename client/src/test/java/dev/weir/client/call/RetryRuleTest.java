package dev.weir.client.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.event.StreamFault;
import java.time.Duration;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RetryRuleTest {
  private static final Duration BACKOFF = Duration.ofMillis(400);
  private static final Duration MOST = Duration.ofSeconds(5);

  @Test
  void eachWaitIsBetweenHalfAndAllOfTwiceTheOneBefore() {
    RetryRule rule = rule(new Random(7));
    for (int round = 0; round < 2_000; round++) {
      long all = BACKOFF.toMillis();
      for (int failures = 1; failures < 100; failures++) {
        assertThat(rule.pause(failures).toMillis()).isBetween(all / 2, all);
        all = Math.min(2 * all, MOST.toMillis());
      }
    }
  }

  @Test
  void callersThatFailTogetherDoNotComeBackTogether() {
    RetryRule rule = rule(new Random(7));
    assertThat(new Random(1).ints(100).mapToObj(i -> rule.pause(1)).distinct())
        .hasSizeGreaterThan(50);
  }

  @Test
  void whatIsAskedForIsWaitedForUnlessItIsTooLong() {
    RetryRule rule = rule(new Random(7));
    assertThat(rule.beforeNext(1, false, error(true, Duration.ofSeconds(5)))).isEqualTo(MOST);
    assertThat(rule.beforeNext(1, false, error(true, Duration.ofMillis(5001)))).isNull();
    assertThat(rule.beforeNext(1, false, error(true, Duration.ZERO)))
        .isBetween(BACKOFF.dividedBy(2), BACKOFF);
  }

  @Test
  void whatWasSeenOrDoesNotPassOrFailedTooOftenIsNotTriedAgain() {
    RetryRule rule = rule(new Random(7));
    assertThat(rule.beforeNext(1, true, error(true, null))).isNull();
    assertThat(rule.beforeNext(1, false, error(false, null))).isNull();
    assertThat(rule.beforeNext(3, false, error(true, null))).isNull();
    assertThat(rule.beforeNext(2, false, error(true, null))).isNotNull();
  }

  private static RetryRule rule(RandomGenerator chance) {
    return new RetryRule(3, BACKOFF, MOST, chance);
  }

  private static ProviderError error(boolean retryable, @Nullable Duration retryAfter) {
    return new ProviderError(
        StreamFault.Kind.PROVIDER_ERROR, 429, "slow", "slow down", retryable, retryAfter, null);
  }
}
