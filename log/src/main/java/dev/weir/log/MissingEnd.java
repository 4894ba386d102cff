package dev.weir.log;

import dev.weir.event.BlockId;
import dev.weir.event.BlockKind;
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
import dev.weir.event.StreamFault;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The end of a stream whose writer is gone: what is open is cut, and the verdict says so.
 *
 * <p>It follows from the events that are kept, so it need not be written: everybody who reads the
 * stream finds the same end, and nobody a second one.
 */
public final class MissingEnd {
  /** An open block, with what a call's arguments have been so far. */
  private record Open(BlockId block, @Nullable StringBuilder arguments) {}

  private final String word;
  private final String why;
  private final Map<Integer, Open> open = new TreeMap<>();
  private boolean started;
  private boolean ended;
  private @Nullable Usage usage;
  private @Nullable Usage passUsage;

  /**
   * @param word what happened to the writer, as the word of the fault and of the end
   * @param why the same for people, with what to do
   */
  public MissingEnd(String word, String why) {
    this.word = word;
    this.why = why;
  }

  /** Takes the next event that is kept. */
  public void accept(StreamEvent event) {
    started = true;
    switch (event) {
      case BlockStart start -> {
        boolean isCall =
            start.kind() == BlockKind.TOOL_CALL || start.kind() == BlockKind.SERVER_TOOL;
        var arguments = isCall ? new StringBuilder() : null;
        open.put(start.block().block(), new Open(start.block(), arguments));
      }
      case BlockDelta delta -> {
        Open block = open.get(delta.block().block());
        if (block != null && block.arguments() != null) {
          block.arguments().append(delta.text());
        }
      }
      case BlockRepair repair -> {
        Open block = open.get(repair.block().block());
        if (block != null && block.arguments() != null) {
          block.arguments().setLength(0);
          block.arguments().append(repair.text());
        }
      }
      case BlockEnd end -> open.remove(end.block().block());
      case UsageUpdate update -> {
        usage = update.usage();
        passUsage = update.passUsage();
      }
      case PassEnd end -> {
        usage = end.usage() == null ? usage : end.usage();
        passUsage = null;
      }
      case ResponseEnd end -> ended = true;
      case ResponseStart passing -> {}
      case ResponseProgress passing -> {}
      case Annotation passing -> {}
      case ToolProgress passing -> {}
      case SequenceGap passing -> {}
      case UnrepairedGap passing -> {}
      case FailedTry passing -> {}
      case Seam passing -> {}
      case OutputEnd passing -> {}
      case Unrecognized passing -> {}
      case Fault passing -> {}
      case PassStart passing -> {}
    }
  }

  /** What is missing; nothing if the stream has its end. */
  public List<StreamEvent> events() {
    List<StreamEvent> missing = new ArrayList<>();
    if (ended) {
      return missing;
    }
    if (!started) {
      missing.add(new ResponseStart(null, null));
    }
    missing.add(new Fault(new StreamFault(StreamFault.Kind.CONNECTION, word, why)));
    for (Open cut : open.values()) {
      String arguments = cut.arguments() == null ? null : cut.arguments().toString();
      missing.add(new BlockEnd(cut.block(), /* complete= */ false, null, arguments, null, null));
    }
    missing.add(new ResponseEnd(Verdict.TRUNCATED, word, usage, passUsage, Map.of()));
    return missing;
  }
}
