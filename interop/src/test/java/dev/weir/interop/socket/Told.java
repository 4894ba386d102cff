package dev.weir.interop.socket;

import dev.weir.codec.dialect.ProviderJson;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
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
import dev.weir.event.Usage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What events tell, one line for each block in the order in which they began, without what is the
 * dialect's own: foreign words, when a block is ended, and how arguments are cut, because some
 * dialects send them whole.
 */
final class Told {
  private final Map<Integer, BlockStart> starts = new TreeMap<>();
  private final Map<Integer, List<String>> deltas = new HashMap<>();
  private final Map<Integer, BlockEnd> ends = new HashMap<>();
  private final List<String> others = new ArrayList<>();

  private Told() {}

  static List<String> by(List<StreamEvent> events) {
    var told = new Told();
    events.forEach(told::hear);
    List<String> lines = new ArrayList<>();
    told.starts.forEach((block, start) -> lines.add(told.line(block, start)));
    lines.addAll(told.others);
    return lines;
  }

  private void hear(StreamEvent event) {
    switch (event) {
      case BlockStart start -> {
        starts.put(start.block().block(), start);
        deltas.put(start.block().block(), new ArrayList<>());
      }
      case BlockDelta delta -> deltas(delta.block().block()).add(delta.text());
      case BlockEnd end -> ends.put(end.block().block(), end);
      case ResponseStart start -> others.add("model " + start.modelName());
      case Fault fault -> others.add("fault " + fault.fault().message());
      case ResponseEnd end -> others.add("%s, %s".formatted(end.verdict(), counts(end)));
      case SequenceGap gap -> others.add(gap.toString());
      case BlockRepair repair -> others.add(repair.toString());
      case UnrepairedGap gap -> others.add(gap.toString());
      case FailedTry e -> others.add(e.toString());
      case Seam e -> others.add(e.toString());
      case Unrecognized unknown -> others.add(unknown.toString());
      case Annotation mark -> others.add(mark.toString());
      case ToolProgress progress -> others.add(progress.toString());
      case ResponseProgress progress -> {}
      case PassStart start -> {}
      case PassEnd end -> {}
      case OutputEnd end -> {}
      case UsageUpdate update -> {}
    }
  }

  /** The provider's own numbers are those of its dialect. */
  private static @Nullable Usage counts(ResponseEnd end) {
    return end.usage() == null ? null : end.usage().withRaw(null);
  }

  private List<String> deltas(int block) {
    return Objects.requireNonNull(deltas.get(block), "a delta before its block");
  }

  private String line(int block, BlockStart start) {
    boolean isWhole = Objects.requireNonNull(ends.get(block), "a block without end").complete();
    String kind = "%s %s".formatted(isWhole ? "whole" : "cut", start.kind());
    if (start.kind() == BlockKind.TOOL_CALL) {
      Json arguments = ProviderJson.argumentsObject(String.join("", deltas(block)));
      return "%s %s %s %s".formatted(kind, start.id(), start.name(), JsonText.canonical(arguments));
    }
    return "%s %s".formatted(kind, deltas(block));
  }
}
