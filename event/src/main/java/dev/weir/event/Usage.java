package dev.weir.event;

import org.jspecify.annotations.Nullable;

/** Token counts as the provider reported them. Absent is {@code null}, which is not zero. */
public record Usage(
    @Nullable Long inputTokens,
    @Nullable Long outputTokens,
    @Nullable Long reasoningTokens,
    @Nullable Long cachedInputTokens,
    @Nullable Long cacheWriteTokens) {

  public static final Usage NONE = new Usage(null, null, null, null, null);

  /** Takes each number of {@code later} that is there, and keeps ours where it is not. */
  public Usage updatedBy(Usage later) {
    return new Usage(
        last(inputTokens, later.inputTokens),
        last(outputTokens, later.outputTokens),
        last(reasoningTokens, later.reasoningTokens),
        last(cachedInputTokens, later.cachedInputTokens),
        last(cacheWriteTokens, later.cacheWriteTokens));
  }

  /** What two responses cost together. Two reports of one response are never added. */
  public Usage plus(Usage other) {
    return new Usage(
        sum(inputTokens, other.inputTokens),
        sum(outputTokens, other.outputTokens),
        sum(reasoningTokens, other.reasoningTokens),
        sum(cachedInputTokens, other.cachedInputTokens),
        sum(cacheWriteTokens, other.cacheWriteTokens));
  }

  private static @Nullable Long sum(@Nullable Long one, @Nullable Long other) {
    return one == null ? other : other == null ? one : Long.valueOf(one + other);
  }

  private static @Nullable Long last(@Nullable Long earlier, @Nullable Long later) {
    return later == null ? earlier : later;
  }
}
