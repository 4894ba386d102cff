package dev.weir.event;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * What a million tokens of a model cost, in any currency.
 *
 * @param cachedInput for input that a cache holds; absent if it costs as much as any other
 * @param cacheWrite for input that is put into a cache; absent if it costs as much as any other
 */
public record Prices(
    BigDecimal input,
    BigDecimal output,
    @Nullable BigDecimal cachedInput,
    @Nullable BigDecimal cacheWrite) {
  private static final int MILLION_DIGITS = 6;

  /** Prices as price lists write them: {@code perMillion("3", "15")}. */
  public static Prices perMillion(String input, String output) {
    return new Prices(new BigDecimal(input), new BigDecimal(output), null, null);
  }

  /** The same, with a price for input from a cache. */
  public Prices withCachedInput(String perMillion) {
    return new Prices(input, output, new BigDecimal(perMillion), cacheWrite);
  }

  /** The same, with a price for input that is put into a cache. */
  public Prices withCacheWrite(String perMillion) {
    return new Prices(input, output, cachedInput, new BigDecimal(perMillion));
  }

  /** What that usage costs, exactly; a count that is absent costs nothing. */
  BigDecimal of(Usage usage) {
    return times(usage.uncachedInputTokens(), input)
        .add(times(usage.cachedInputTokens(), cachedInput == null ? input : cachedInput))
        .add(times(usage.cacheWriteTokens(), cacheWrite == null ? input : cacheWrite))
        .add(times(usage.outputTokens(), output))
        .movePointLeft(MILLION_DIGITS)
        .stripTrailingZeros();
  }

  private static BigDecimal times(@Nullable Long tokens, BigDecimal perMillion) {
    return perMillion.multiply(BigDecimal.valueOf(Usage.orZero(tokens)));
  }
}
