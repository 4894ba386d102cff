package dev.weir.codec.dialect.responses;

import dev.weir.codec.dialect.ProviderJson;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.event.BlockKind;
import dev.weir.event.Reasoning;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamEvent.ToolProgress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes an item for a tool that the provider runs, or for what a tool returned.
 *
 * <p>Its final JSON is written as it was. What the tool returned is part of that, so the blocks
 * that hold it are not written separately.
 */
final class ToolItemEncoder extends ItemEncoder {
  /** What the deltas of a tool are called, where there is an event for them. */
  private static final Map<String, String> STEMS =
      Map.of(
          "mcp_call", "mcp_call_arguments",
          "code_interpreter_call", "code_interpreter_call_code",
          "shell_call", "shell_call_command",
          "apply_patch_call", "apply_patch_call_operation_diff");

  private final int firstBlock;
  private final String type;
  private final @Nullable String stem;
  private final @Nullable TextEvent event;
  private final BlockStart first;
  private final Map<Integer, StringBuilder> arguments = new TreeMap<>();
  private final Map<Integer, StringBuilder> partialImages = new HashMap<>();
  private final Map<Integer, String> partialIndexes = new HashMap<>();
  private @Nullable BlockEnd end;

  ToolItemEncoder(Shared shared, int index, String id, BlockStart first) {
    super(shared, index, id);
    this.first = first;
    this.firstBlock = first.block().block();
    String name = first.name() == null ? "item" : first.name();
    boolean isCall = first.kind() == BlockKind.SERVER_TOOL;
    this.type = isCall ? first.origin().getOrDefault("type", name) : name;
    this.stem = isCall ? STEMS.get(type) : null;
    this.event = stem == null ? null : TextEvent.of("response." + stem);
    announce(json -> {
      described(json);
      AnnouncedFields.write(json, first);
    });
  }

  private void described(JsonText json) {
    json.field("id", id).field("type", type);
    for (String field : List.of("call_id", "server_label")) {
      json.fieldIfAny(field, first.origin().get(field));
    }
    boolean isNamed = first.kind() == BlockKind.SERVER_TOOL && !type.equals(first.name());
    json.fieldIfAny("name", isNamed ? first.name() : null);
  }

  @Override
  boolean takes(BlockStart start) {
    return start.kind() == BlockKind.TOOL_OUTPUT || start.kind() == BlockKind.MEDIA;
  }

  @Override
  void start(BlockStart start) {
    String partial = start.origin().get("partial");
    if (partial != null) {
      partialImages.put(start.block().block(), new StringBuilder());
      partialIndexes.put(start.block().block(), partial);
    }
  }

  @Override
  void delta(BlockDelta delta) {
    StringBuilder image = partialImages.get(delta.block().block());
    if (image != null) {
      shared.held().append(image, delta.text());
    } else if (delta.block().block() == firstBlock) {
      argumentsDelta(delta);
    }
  }

  private void argumentsDelta(BlockDelta delta) {
    int part = delta.part();
    if (event == null) {
      // It comes whole, with the item.
      return;
    }
    if (!arguments.containsKey(part)) {
      arguments.put(part, new StringBuilder());
      command(part);
    }
    shared.held().append(arguments.get(part), delta.text());
    say(
        stem + ".delta",
        json -> {
          part(json, part);
          json.field("delta", delta.text());
        });
  }

  /** The commands of a shell call are a list, of which each is announced. */
  private void command(int part) {
    if (type.equals("shell_call")) {
      say(
          stem + ".added",
          json -> {
            part(json, part);
            json.field("command", "");
          });
    }
  }

  private void part(JsonText json, int part) {
    if (event != null && !event.indexField().isEmpty()) {
      json.field(event.indexField(), part);
    }
  }

  @Override
  void progress(ToolProgress progress) {
    String said = type + "." + progress.status();
    if (progress.status().indexOf(':') >= 0) {
      // The item says why it failed.
      return;
    }
    if (ItemEvents.isProgress("response." + said)) {
      say(said, json -> {});
    } else {
      losses().add(progress, "there is no event for it");
    }
  }

  @Override
  void end(BlockEnd ended) {
    int block = ended.block().block();
    StringBuilder image = partialImages.remove(block);
    if (image != null) {
      String number = partialIndexes.getOrDefault(block, "0");
      say(
          "image_generation_call.partial_image",
          json -> {
            json.field("partial_image_index", number(number));
            json.field("partial_image_b64", image.toString());
          });
    } else if (block == firstBlock) {
      end = ended;
      if (ended.complete()) {
        said();
      } else if (ended.source() != null) {
        losses().add(ended, "source", "an item that was cut is only announced");
      }
    }
  }

  private static long number(String digits) {
    try {
      return Long.parseLong(digits);
    } catch (NumberFormatException other) {
      return 0;
    }
  }

  private void said() {
    TextEvent done = event;
    if (done != null) {
      arguments.forEach((part, text) ->
          say(
              stem + ".done",
              json -> {
                part(json, part);
                json.field(done.wholeField(), text.toString());
              }));
    }
  }

  @Override
  boolean isWhole() {
    return end != null && end.complete();
  }

  @Override
  void settleCut() {}

  @Override
  Integer reasoningBlock() {
    return firstBlock;
  }

  @Override
  void fields(JsonText json, @Nullable Reasoning late) {
    Json source = end == null ? null : ProviderJson.object(end.source());
    if (source != null) {
      ResponsesNextRequest.sealed(source, late)
          .fields()
          .forEach((name, value) -> json.name(name).value(value));
    } else {
      described(json);
      json.fieldIfAny("status", status());
    }
  }
}
