package dev.weir.event;

import java.math.BigDecimal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Token counts that the provider reported, with one meaning whatever the provider: input is all
 * input, output is all output, and the other counts are parts of the two. Absent is {@code null},
 * which is not zero.
 *
 * @param inputTokens all that was read, from a cache or not
 * @param outputTokens all that was written, thinking included
 * @param reasoningTokens the part of the output that is thinking
 * @param cachedInputTokens the part of the input that was read from a cache
 * @param cacheWriteTokens the part of the input that was written to a cache
 * @param raw the provider's own numbers, as JSON with sorted names; only at the end of a response,
 *     and absent where responses were added up
 */
public record Usage(
    @Nullable Long inputTokens,
    @Nullable Long outputTokens,
    @Nullable Long reasoningTokens,
    @Nullable Long cachedInputTokens,
    @Nullable Long cacheWriteTokens,
    @Nullable String raw) {

  public static final Usage NONE = new Usage(null, null, null, null, null);

  public Usage(
      @Nullable Long inputTokens,
      @Nullable Long outputTokens,
      @Nullable Long reasoningTokens,
      @Nullable Long cachedInputTokens,
      @Nullable Long cacheWriteTokens) {
    this(inputTokens, outputTokens, reasoningTokens, cachedInputTokens, cacheWriteTokens, null);
  }

  /** The same counts, with the provider's own numbers. */
  public Usage withRaw(@Nullable String newRaw) {
    return new Usage(
        inputTokens, outputTokens, reasoningTokens, cachedInputTokens, cacheWriteTokens, newRaw);
  }

  /** Takes each number that {@code later} has, and keeps ours where it has none. */
  public Usage updatedBy(Usage later) {
    return new Usage(
        last(inputTokens, later.inputTokens),
        last(outputTokens, later.outputTokens),
        last(reasoningTokens, later.reasoningTokens),
        last(cachedInputTokens, later.cachedInputTokens),
        last(cacheWriteTokens, later.cacheWriteTokens),
        later.raw == null ? raw : later.raw);
  }

  /**
   * What two responses used together. Two reports of one response are never added. The raw numbers
   * of one of them say nothing about both.
   */
  public Usage plus(Usage other) {
    return new Usage(
        sum(inputTokens, other.inputTokens),
        sum(outputTokens, other.outputTokens),
        sum(reasoningTokens, other.reasoningTokens),
        sum(cachedInputTokens, other.cachedInputTokens),
        sum(cacheWriteTokens, other.cacheWriteTokens));
  }

  /** What this costs at these prices; empty if neither input nor output was reported. */
  public Optional<BigDecimal> cost(Prices prices) {
    return inputTokens == null && outputTokens == null
        ? Optional.empty()
        : Optional.of(prices.of(this));
  }

  /** The input that was neither read from a cache nor written to one; absent if the input is. */
  public @Nullable Long uncachedInputTokens() {
    return inputTokens == null
        ? null
        : (Long) Math.max(0, inputTokens - orZero(cachedInputTokens) - orZero(cacheWriteTokens));
  }

  /** The output without thinking; absent if the output is. */
  public @Nullable Long visibleOutputTokens() {
    return outputTokens == null ? null : (Long) Math.max(0, outputTokens - orZero(reasoningTokens));
  }

  static long orZero(@Nullable Long count) {
    return count == null ? 0 : count;
  }

  private static @Nullable Long sum(@Nullable Long one, @Nullable Long other) {
    return one == null ? other : other == null ? one : Long.valueOf(one + other);
  }

  private static @Nullable Long last(@Nullable Long earlier, @Nullable Long later) {
    return later == null ? earlier : later;
  }
}
