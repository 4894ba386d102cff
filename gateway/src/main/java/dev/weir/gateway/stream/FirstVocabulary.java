package dev.weir.gateway.stream;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.registry.Dialects;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.Annotation;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockRepair;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamEvent.FailedTry;
import dev.weir.event.StreamEvent.Fault;
import dev.weir.event.StreamEvent.OutputEnd;
import dev.weir.event.StreamEvent.PassEnd;
import dev.weir.event.StreamEvent.PassStart;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamEvent.ResponseProgress;
import dev.weir.event.StreamEvent.ResponseStart;
import dev.weir.event.StreamEvent.Seam;
import dev.weir.event.StreamEvent.SequenceGap;
import dev.weir.event.StreamEvent.ToolProgress;
import dev.weir.event.StreamEvent.Unrecognized;
import dev.weir.event.StreamEvent.UnrepairedGap;
import dev.weir.event.StreamEvent.UsageUpdate;
import dev.weir.event.Verdict;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Translates into current events a stream that was kept when the bounds of a pass were words of
 * {@code response_progress}: {@code running_tools} and {@code paused} for its end, {@code
 * continued} for the next one's start.
 *
 * <p>Whether outputs are alternatives followed from the dialect then; now the start says it.
 *
 * <p>A provider may say {@code paused} about its response too. Ours is the one after which the next
 * pass or the end of the turn comes, so it is held until the next event is there. Each event
 * becomes one, so positions stay what they were.
 */
final class FirstVocabulary implements Fold {
  private final boolean alternatives;
  private final Fold next;
  private boolean inPass = true;
  private @Nullable ResponseProgress paused;
  private long pausedMillis;

  FirstVocabulary(@Nullable Dialect dialect, Fold next) {
    this.alternatives = Dialects.OPENAI_CHAT.equals(dialect) || Dialects.GEMINI.equals(dialect);
    this.next = next;
  }

  @Override
  public void accept(StreamEvent event, long atMillis) {
    ResponseProgress held = paused;
    if (held != null) {
      paused = null;
      next.accept(isAfterPass(event) ? passEnd(Verdict.PAUSED) : held, pausedMillis);
    }
    if (event instanceof ResponseStart start) {
      next.accept(new ResponseStart(start.responseId(), start.modelName(), alternatives), atMillis);
      return;
    }
    if (!(event instanceof ResponseProgress progress)) {
      next.accept(event, atMillis);
      return;
    }
    switch (progress.status()) {
      case "running_tools" -> next.accept(passEnd(Verdict.TOOL_CALLS), atMillis);
      case "paused" -> {
        paused = progress;
        pausedMillis = atMillis;
      }
      case "continued" -> next.accept(inPass ? progress : passStart(progress), atMillis);
      default -> next.accept(progress, atMillis);
    }
  }

  private static boolean isAfterPass(StreamEvent event) {
    return switch (event) {
      case ResponseEnd end -> true;
      case Fault fault -> true;
      case ResponseProgress progress -> progress.status().equals("continued");
      case ResponseStart other -> false;
      case BlockStart other -> false;
      case BlockDelta other -> false;
      case BlockEnd other -> false;
      case Annotation other -> false;
      case ToolProgress other -> false;
      case UsageUpdate other -> false;
      case SequenceGap other -> false;
      case BlockRepair other -> false;
      case UnrepairedGap other -> false;
      case FailedTry other -> false;
      case Seam other -> false;
      case OutputEnd other -> false;
      case Unrecognized other -> false;
      case PassStart other -> false;
      case PassEnd other -> false;
    };
  }

  private PassEnd passEnd(Verdict verdict) {
    inPass = false;
    return new PassEnd(verdict, /* word= */ null, /* usage= */ null, null, Map.of());
  }

  private PassStart passStart(ResponseProgress progress) {
    inPass = true;
    return new PassStart(progress.responseId(), progress.modelName(), alternatives);
  }
}
