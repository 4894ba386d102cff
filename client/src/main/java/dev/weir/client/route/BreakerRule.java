package dev.weir.client.route;

import java.time.Duration;

/**
 * When a step is left alone.
 *
 * @param failures how many in a row open its breaker
 * @param rest how long it is then not asked, until one request probes it
 */
public record BreakerRule(int failures, Duration rest) {
  public static final BreakerRule DEFAULT = new BreakerRule(5, Duration.ofSeconds(30));

  public BreakerRule {
    if (failures < 1 || !rest.isPositive()) {
      throw new IllegalArgumentException(
          "A breaker opens after at least one failure and for some time, saw %d and %s"
              .formatted(failures, rest));
    }
  }
}
