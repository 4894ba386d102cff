package dev.weir.gateway.stream;

import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamEvent.UsageUpdate;
import dev.weir.event.Usage;
import org.jspecify.annotations.Nullable;

/** Takes from a turn's usage, which counts all passes so far, what the present pass costs. */
final class PassUsage {
  private Usage earlier = Usage.NONE;
  private Usage total = Usage.NONE;

  /** The event with the usage of this pass alone. */
  StreamEvent ofPass(StreamEvent event) {
    if (event instanceof UsageUpdate update) {
      total = update.usage();
      return new UsageUpdate(minus(total, earlier));
    }
    if (event instanceof ResponseEnd end && end.usage() != null) {
      Usage pass = minus(end.usage(), earlier);
      return new ResponseEnd(end.verdict(), end.word(), pass, end.reasoning());
    }
    return event;
  }

  void passEnded() {
    earlier = total;
  }

  private static Usage minus(Usage all, Usage before) {
    return new Usage(
        minus(all.inputTokens(), before.inputTokens()),
        minus(all.outputTokens(), before.outputTokens()),
        minus(all.reasoningTokens(), before.reasoningTokens()),
        minus(all.cachedInputTokens(), before.cachedInputTokens()),
        minus(all.cacheWriteTokens(), before.cacheWriteTokens()));
  }

  private static @Nullable Long minus(@Nullable Long all, @Nullable Long before) {
    return all == null || before == null ? all : Long.valueOf(all - before);
  }
}
