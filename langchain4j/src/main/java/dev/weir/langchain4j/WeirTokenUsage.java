package dev.weir.langchain4j;

import dev.langchain4j.model.output.TokenUsage;
import dev.weir.event.Usage;
import org.jspecify.annotations.Nullable;

/** Counts with all that Weir knows of them: what was cached, and what was thinking. */
public final class WeirTokenUsage extends TokenUsage {
  private final Usage usage;

  /** The counts of a response. */
  public WeirTokenUsage(Usage usage) {
    super(count(usage.inputTokens()), count(usage.outputTokens()));
    this.usage = usage;
  }

  /** As the provider reported them, with one meaning whatever the provider. */
  public Usage usage() {
    return usage;
  }

  @Override
  public TokenUsage add(@Nullable TokenUsage other) {
    if (other == null) {
      return this;
    }
    Usage more =
        other instanceof WeirTokenUsage known
            ? known.usage
            : new Usage(
                whole(other.inputTokenCount()), whole(other.outputTokenCount()), null, null, null);
    return new WeirTokenUsage(usage.plus(more));
  }

  private static @Nullable Integer count(@Nullable Long tokens) {
    return tokens == null ? null : (Integer) (int) Math.min(tokens, Integer.MAX_VALUE);
  }

  private static @Nullable Long whole(@Nullable Integer tokens) {
    return tokens == null ? null : Long.valueOf(tokens);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof WeirTokenUsage known && known.usage.equals(usage);
  }

  @Override
  public int hashCode() {
    return usage.hashCode();
  }
}
