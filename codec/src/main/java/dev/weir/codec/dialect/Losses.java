package dev.weir.codec.dialect;

import dev.weir.codec.json.EventJson;
import dev.weir.event.BlockId;
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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Gathers what an encoder could not write. Equal losses are one entry with their count, and the
 * number of entries is bounded: what comes after that is counted in a last one.
 */
public final class Losses {
  private static final int MAX_ENTRIES = 1000;

  private record Entry(String event, @Nullable BlockId block, String what, String why) {}

  private final Map<Entry, Long> entries = new LinkedHashMap<>();
  private long others;

  /** Notes what a dialect has no place for. */
  public void add(StreamEvent event, String what, String why) {
    var entry = new Entry(EventJson.type(event), block(event), what, why);
    if (entries.size() < MAX_ENTRIES || entries.containsKey(entry)) {
      entries.merge(entry, 1L, Long::sum);
    } else {
      others++;
    }
  }

  /** The whole event cannot be written. */
  public void add(StreamEvent event, String why) {
    add(event, "event", why);
  }

  /** What was lost, in order. */
  public List<Loss> list() {
    List<Loss> losses = new ArrayList<>();
    entries.forEach((e, n) -> losses.add(new Loss(e.event(), e.block(), e.what(), e.why(), n)));
    if (others > 0) {
      losses.add(new Loss("any", null, "event", "further losses are only counted", others));
    }
    return losses;
  }

  private static @Nullable BlockId block(StreamEvent event) {
    return switch (event) {
      case BlockStart e -> e.block();
      case BlockDelta e -> e.block();
      case BlockEnd e -> e.block();
      case BlockRepair e -> e.block();
      case UnrepairedGap e -> e.block();
      case FailedTry e -> null;
      case Seam e -> e.block();
      case Annotation e -> e.block();
      case ToolProgress e -> e.block();
      case ResponseStart e -> null;
      case ResponseProgress e -> null;
      case PassStart e -> null;
      case PassEnd e -> null;
      case UsageUpdate e -> null;
      case SequenceGap e -> null;
      case OutputEnd e -> null;
      case Unrecognized e -> null;
      case Fault e -> null;
      case ResponseEnd e -> null;
    };
  }
}
