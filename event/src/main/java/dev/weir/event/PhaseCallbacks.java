package dev.weir.event;

import dev.weir.event.PhaseEvent.Call;
import dev.weir.event.PhaseEvent.Citation;
import dev.weir.event.PhaseEvent.ClientToolCall;
import dev.weir.event.PhaseEvent.ContentComplete;
import dev.weir.event.PhaseEvent.ContentDelta;
import dev.weir.event.PhaseEvent.ContentStart;
import dev.weir.event.PhaseEvent.End;
import dev.weir.event.PhaseEvent.Failure;
import dev.weir.event.PhaseEvent.Finish;
import dev.weir.event.PhaseEvent.ReasoningComplete;
import dev.weir.event.PhaseEvent.ReasoningDelta;
import dev.weir.event.PhaseEvent.ReasoningStart;
import dev.weir.event.PhaseEvent.Received;
import dev.weir.event.PhaseEvent.ServerToolCall;
import dev.weir.event.PhaseEvent.UsageReport;
import org.jspecify.annotations.Nullable;

/**
 * A sink with one method for each thing that can be said; all are optional.
 *
 * <p>Stats are always those of the output in question, even when another output caused the
 * callback.
 */
public interface PhaseCallbacks extends PhaseSink {

  /** Any event of the stream, before the callbacks that follow from it. */
  default void chunk(StreamEvent event) {}

  /** The model has begun to think. */
  default void reasoningStart(OutputStats stats) {}

  /** More of its thinking. */
  default void reasoningDelta(OutputStats stats, String text) {}

  /** It has thought. */
  default void reasoningComplete(OutputStats stats) {}

  /** It has begun to answer. */
  default void contentStart(OutputStats stats) {}

  /** More of its answer. */
  default void contentDelta(OutputStats stats, String text) {}

  /** It has answered. */
  default void contentComplete(OutputStats stats) {}

  /** The output has ended. */
  default void finish(OutputStats stats) {}

  /** Where a statement was found. */
  default void citation(int output, String kind, String json) {}

  /** A call for whoever asks to run, with all of its arguments. */
  default void clientToolCall(Call call) {}

  /** A call that the provider runs itself. */
  default void serverToolCall(Call call) {}

  /** Counts of tokens, whenever the provider reports them. */
  default void usage(Usage usage) {}

  /** The response did not come to its end; {@link #end} follows. */
  default void error(Verdict verdict, @Nullable StreamFault fault) {}

  /** The response is over, however it ended. Said last, and once. */
  default void end(Verdict verdict, @Nullable String word, @Nullable Usage usage) {}

  /** Asked after every callback; {@code false} ends them. */
  default boolean wantsMore() {
    return true;
  }

  @Override
  default boolean accept(PhaseEvent event) {
    switch (event) {
      case Received e -> chunk(e.event());
      case ReasoningStart e -> reasoningStart(e.stats());
      case ReasoningDelta e -> reasoningDelta(e.stats(), e.text());
      case ReasoningComplete e -> reasoningComplete(e.stats());
      case ContentStart e -> contentStart(e.stats());
      case ContentDelta e -> contentDelta(e.stats(), e.text());
      case ContentComplete e -> contentComplete(e.stats());
      case Finish e -> finish(e.stats());
      case Citation e -> citation(e.output(), e.kind(), e.json());
      case ClientToolCall e -> clientToolCall(e.call());
      case ServerToolCall e -> serverToolCall(e.call());
      case UsageReport e -> usage(e.usage());
      case Failure e -> error(e.verdict(), e.fault());
      case End e -> end(e.verdict(), e.word(), e.usage());
    }
    return wantsMore();
  }
}
