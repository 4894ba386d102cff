package dev.weir.codec.dialect.bedrock;

import dev.weir.codec.dialect.EventWriter;
import dev.weir.codec.dialect.OpenBlock;
import dev.weir.codec.dialect.UnknownFields;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.event.BlockKind;
import dev.weir.event.Reasoning;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The content blocks of a Converse message, by their index.
 *
 * <p>Only tools and pictures have a start; text and reasoning open with their first delta. A delta
 * of a kind other than its block's, under the same index, begins another block.
 */
final class ConverseBlocks {
  private static final int OUTPUT = 0;
  private static final Set<String> START_FIELDS = Set.of("toolUse", "toolResult", "image");
  private static final Set<String> DELTA_FIELDS =
      Set.of("text", "toolUse", "toolResult", "reasoningContent", "citation", "image");

  private final EventWriter writer;
  private final UnknownFields unknown;
  private final Map<Long, OpenBlock> open = new LinkedHashMap<>();
  private long lastIndex;
  private boolean hasCalls;

  ConverseBlocks(EventWriter writer, UnknownFields unknown) {
    this.writer = writer;
    this.unknown = unknown;
  }

  boolean hasCalls() {
    return hasCalls;
  }

  void start(Json event) {
    long index = index(event);
    Json start = event.get("start");
    OpenBlock before = open.remove(index);
    if (before != null) {
      writer.end(before, /* complete= */ false);
    }
    if (start.get("toolUse").isObject()) {
      open.put(index, call(start.get("toolUse")));
    } else if (start.get("toolResult").isObject()) {
      open.put(index, result(start.get("toolResult")));
    } else if (start.get("image").isObject()) {
      String format = start.get("image").get("format").textOrEmpty();
      String name = format.isEmpty() ? "image" : "image/" + format;
      open.put(index, writer.open(OUTPUT, BlockKind.MEDIA, null, name));
    }
    unknown.report("contentBlockStart.start.", start, START_FIELDS);
  }

  private OpenBlock call(Json call) {
    String type = call.get("type").textIfAny();
    boolean isServers = "server_tool_use".equals(type);
    hasCalls |= !isServers;
    OpenBlock block =
        writer.open(
            OUTPUT,
            isServers ? BlockKind.SERVER_TOOL : BlockKind.TOOL_CALL,
            call.get("toolUseId").word(),
            call.get("name").word(),
            /* synthetic= */ false,
            type == null ? Map.of() : Map.of("type", type));
    unknown.report(
        "contentBlockStart.start.toolUse.", call, Set.of("type", "toolUseId", "name", "input"));
    arguments(block, call.get("input"));
    return block;
  }

  private OpenBlock result(Json result) {
    Map<String, String> origin = new LinkedHashMap<>();
    String status = result.get("status").textIfAny();
    if (status != null) {
      origin.put("status", status);
    }
    String type = result.get("type").textIfAny();
    OpenBlock block =
        writer.open(
            OUTPUT,
            BlockKind.TOOL_OUTPUT,
            result.get("toolUseId").word(),
            type == null ? "toolResult" : type,
            /* synthetic= */ false,
            origin);
    if ("error".equals(status)) {
      writer.toolProgress(block, "failed");
    }
    return block.source(result.toText());
  }

  void delta(Json event) {
    long index = index(event);
    Json delta = event.get("delta");
    text(index, BlockKind.TEXT, delta.get("text").textOrEmpty());
    reasoning(index, delta.get("reasoningContent"));
    if (delta.get("toolUse").isObject()) {
      arguments(callBlock(index), delta.get("toolUse").get("input"));
    }
    for (Json part : delta.get("toolResult").items()) {
      Json json = part.has("json") ? part.get("json") : part;
      String said = part.get("text").text();
      text(index, BlockKind.TOOL_OUTPUT, said == null ? json.toText() : said);
    }
    if (delta.get("citation").isObject()) {
      writer.annotation(block(index, BlockKind.TEXT), "citation", delta.get("citation").toText());
    }
    image(index, delta.get("image"));
    unknown.report("contentBlockDelta.delta.", delta, DELTA_FIELDS);
  }

  private void text(long index, BlockKind kind, String text) {
    if (!text.isEmpty()) {
      writer.delta(block(index, kind), text);
    }
  }

  private void reasoning(long index, Json reasoning) {
    Json said = reasoning.has("reasoningText") ? reasoning.get("reasoningText") : reasoning;
    text(index, BlockKind.REASONING, said.get("text").textOrEmpty());
    String signature = said.get("signature").textIfAny();
    if (signature != null) {
      OpenBlock block = sealed(index);
      block.reasoning(new Reasoning(null, List.of(), null, signature, /* redacted= */ false));
    }
    String redacted = reasoning.get("redactedContent").textIfAny();
    if (redacted != null) {
      // Each is complete in itself, so a second one under the same index is another block.
      replace(index, openSynthetic())
          .reasoning(new Reasoning(null, List.of(), redacted, null, /* redacted= */ true));
    }
    unknown.report(
        "contentBlockDelta.delta.reasoningContent.",
        reasoning,
        Set.of("text", "signature", "redactedContent", "reasoningText"));
  }

  /** The reasoning that a signature belongs to; some models send only the signature. */
  private OpenBlock sealed(long index) {
    OpenBlock block = open.get(index);
    return block != null && block.kind() == BlockKind.REASONING
        ? block
        : replace(index, openSynthetic());
  }

  private OpenBlock openSynthetic() {
    return writer.open(OUTPUT, BlockKind.REASONING, null, null, /* synthetic= */ true, Map.of());
  }

  private void image(long index, Json image) {
    text(index, BlockKind.MEDIA, image.get("source").get("bytes").textOrEmpty());
    if (image.has("error")) {
      writer.unrecognized("contentBlockDelta.delta.image.error", image.get("error").toText());
    }
  }

  private void arguments(OpenBlock block, Json input) {
    boolean isValue = input.isObject() || input.isArray();
    writer.delta(block, isValue ? JsonText.canonical(input) : input.textOrEmpty());
  }

  private OpenBlock callBlock(long index) {
    OpenBlock block = open.get(index);
    if (block != null && block.kind() == BlockKind.SERVER_TOOL) {
      return block;
    }
    hasCalls = true;
    return block(index, BlockKind.TOOL_CALL);
  }

  private OpenBlock block(long index, BlockKind kind) {
    OpenBlock block = open.get(index);
    return block != null && block.kind() == kind
        ? block
        : replace(index, writer.open(OUTPUT, kind));
  }

  private OpenBlock replace(long index, OpenBlock block) {
    OpenBlock before = open.put(index, block);
    if (before != null) {
      writer.end(before);
    }
    return block;
  }

  /** Ends a block. One that had only empty deltas was never opened, so there is none to end. */
  void stop(Json event) {
    @Nullable OpenBlock block = open.remove(index(event));
    if (block != null) {
      writer.end(block);
    }
  }

  void stopAll(boolean complete) {
    open.values().forEach(block -> writer.end(block, complete));
    open.clear();
  }

  private long index(Json event) {
    Long index = event.get("contentBlockIndex").number();
    lastIndex = index == null ? lastIndex : index;
    return lastIndex;
  }
}
