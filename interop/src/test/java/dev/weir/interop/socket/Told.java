package dev.weir.interop.socket;

import dev.weir.codec.dialect.ProviderJson;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.event.BlockKind;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.Annotation;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamEvent.Fault;
import dev.weir.event.StreamEvent.OutputEnd;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamEvent.ResponseProgress;
import dev.weir.event.StreamEvent.ResponseStart;
import dev.weir.event.StreamEvent.SequenceGap;
import dev.weir.event.StreamEvent.ToolProgress;
import dev.weir.event.StreamEvent.Unrecognized;
import dev.weir.event.StreamEvent.UsageUpdate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What events tell, one line each, without what is the dialect's own: foreign ids and words, and
 * how arguments were cut, because some dialects send them whole.
 */
final class Told {
  private final List<String> lines = new ArrayList<>();
  private final Map<Integer, StringBuilder> calls = new LinkedHashMap<>();

  private Told() {}

  static List<String> by(List<StreamEvent> events) {
    var told = new Told();
    events.forEach(told::tell);
    return told.lines;
  }

  private void tell(StreamEvent event) {
    switch (event) {
      case ResponseStart start -> lines.add("from " + start.modelName());
      case BlockStart start -> {
        if (start.kind() == BlockKind.TOOL_CALL) {
          calls.put(start.block().block(), new StringBuilder());
          lines.add("calls %s as %s".formatted(start.name(), start.id()));
        } else {
          lines.add("begins " + start.kind());
        }
      }
      case BlockDelta delta -> {
        StringBuilder arguments = calls.get(delta.block().block());
        if (arguments == null) {
          lines.add("says " + delta.text());
        } else {
          arguments.append(delta.text());
        }
      }
      case BlockEnd end -> {
        StringBuilder arguments = calls.get(end.block().block());
        lines.add(
            "ends %s%s"
                .formatted(
                    end.complete() ? "whole" : "cut",
                    arguments == null ? "" : " with " + canonical(arguments.toString())));
      }
      case Fault fault -> lines.add("fails: " + fault.fault().message());
      case OutputEnd end -> lines.add("finishes for " + end.reason());
      case ResponseEnd end -> lines.add("is over: %s %s".formatted(end.verdict(), end.usage()));
      case SequenceGap gap -> lines.add("loses " + gap);
      case Unrecognized unknown -> lines.add("says what nobody knows: " + unknown.type());
      case Annotation mark -> lines.add("marks " + mark.json());
      case ToolProgress progress -> lines.add("goes on: " + progress.status());
      case ResponseProgress progress -> {}
      case UsageUpdate update -> {}
    }
  }

  private static String canonical(String arguments) {
    Json json = ProviderJson.parse(arguments);
    return json == null ? arguments : JsonText.canonical(json);
  }
}
