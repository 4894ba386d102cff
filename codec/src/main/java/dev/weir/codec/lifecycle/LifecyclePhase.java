package dev.weir.codec.lifecycle;

import dev.weir.codec.lifecycle.LifecycleEvent.TextDelta;
import dev.weir.codec.lifecycle.LifecycleEvent.TextEnd;
import dev.weir.codec.lifecycle.LifecycleEvent.TextStart;
import dev.weir.codec.lifecycle.LifecycleEvent.ThinkingComplete;
import dev.weir.codec.lifecycle.LifecycleEvent.ThinkingDelta;
import dev.weir.codec.lifecycle.LifecycleEvent.ThinkingEnd;
import dev.weir.codec.lifecycle.LifecycleEvent.ThinkingStart;
import dev.weir.event.ReasoningParts;
import dev.weir.event.StreamEvent.BlockDelta;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One phase: thinking, then text.
 *
 * <pre>
 * phase = (thinking_start thinking_delta (thinking_delta | status)* thinking_end)?
 *         (text_start text_delta+ text_end)?  thinking_complete?
 * </pre>
 *
 * <p>Only the beginning of the thinking is kept, so a delta costs the same however much came
 * before.
 */
final class LifecyclePhase {
  static final int MAX_EXCERPT = 500;

  private enum Stage {
    /** Nothing has begun. */
    BEFORE,
    OPEN,
    ENDED
  }

  private final Consumer<? super LifecycleEvent> out;
  private final FoundStatuses statuses;
  private @Nullable StringBuilder excerpt;
  private final ReasoningParts parts = new ReasoningParts();
  private Stage thinking = Stage.BEFORE;
  private Stage text = Stage.BEFORE;
  private boolean isClosed;
  private long thinkingSince;
  private long thinkingMillis;

  LifecyclePhase(FoundStatuses statuses, Consumer<? super LifecycleEvent> out) {
    this.out = out;
    this.statuses = statuses;
  }

  /** Whether thinking may begin or go on here; after text or other content it may not. */
  boolean canThink() {
    return !isClosed && thinking != Stage.ENDED && text == Stage.BEFORE;
  }

  boolean hasText() {
    return text != Stage.BEFORE;
  }

  void thinkingDelta(BlockDelta delta, long now) {
    if (thinking == Stage.BEFORE) {
      thinking = Stage.OPEN;
      thinkingSince = now;
      out.accept(new ThinkingStart());
    }
    boolean isNewPart = parts.begins(delta);
    out.accept(new ThinkingDelta(delta.text(), isNewPart));
    if (isNewPart) {
      excerpt(ReasoningParts.SEPARATOR);
    }
    excerpt(delta.text());
    statuses.say();
  }

  private void excerpt(String more) {
    StringBuilder begun = excerpt == null ? new StringBuilder() : excerpt;
    int room = MAX_EXCERPT - begun.length();
    excerpt = begun.append(more, 0, Math.min(room, more.length()));
  }

  /** Ends the thinking if it goes on; called at the first content, call, finish, error or end. */
  void endThinking(long now) {
    if (thinking == Stage.OPEN) {
      statuses.sayLast();
      thinking = Stage.ENDED;
      thinkingMillis = now - thinkingSince;
      out.accept(new ThinkingEnd(thinkingMillis));
    }
  }

  void textDelta(String content, long now) {
    endThinking(now);
    if (text == Stage.BEFORE) {
      text = Stage.OPEN;
      out.accept(new TextStart());
    }
    out.accept(new TextDelta(content));
  }

  /** Ends whatever goes on, however the phase ends. */
  void close(String finishReason, long now) {
    if (isClosed) {
      return;
    }
    isClosed = true;
    endThinking(now);
    if (text == Stage.OPEN) {
      text = Stage.ENDED;
      out.accept(new TextEnd(finishReason));
    }
    if (thinking == Stage.ENDED) {
      String begun = excerpt == null ? "" : wholeCharacters(excerpt);
      out.accept(new ThinkingComplete(thinkingMillis, begun));
    }
  }

  /** A text that may have been cut, never ending in half a character. */
  static String wholeCharacters(StringBuilder text) {
    int end = text.length();
    boolean isHalf = end > 0 && Character.isHighSurrogate(text.charAt(end - 1));
    return text.substring(0, isHalf ? end - 1 : end);
  }
}
