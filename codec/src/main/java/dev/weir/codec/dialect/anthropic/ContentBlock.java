package dev.weir.codec.dialect.anthropic;

import dev.weir.codec.dialect.EventWriter;
import dev.weir.codec.dialect.OpenBlock;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.event.BlockKind;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One content block of a message, between its start and its stop.
 *
 * <p>According to the documentation, its deltas are of the kind that its start declared. LiteLLM
 * also sends thinking inside a block declared as text, and other gateways leave the start out. So a
 * delta of another kind goes to a block of its own beside the declared one, and where nothing was
 * declared the first delta declares.
 */
final class ContentBlock {
  private final EventWriter writer;
  private final Json start;
  private @Nullable OpenBlock declared;
  private @Nullable OpenBlock beside;

  private ContentBlock(EventWriter writer, Json start) {
    this.writer = writer;
    this.start = start;
  }

  /** A block that its start declared. */
  static ContentBlock declared(EventWriter writer, Json start) {
    var block = new ContentBlock(writer, start);
    block.declared = ContentStart.open(writer, start, /* whole= */ false);
    return block;
  }

  /** A block whose start is missing. */
  static ContentBlock undeclared(EventWriter writer) {
    return new ContentBlock(writer, Json.Null.NULL);
  }

  /** Writes a block that came whole, outside any stream of deltas. */
  static void whole(EventWriter writer, Json content) {
    var block = new ContentBlock(writer, content);
    block.declared = ContentStart.open(writer, content, /* whole= */ true);
    block.stop(/* complete= */ true);
  }

  /** Whether this start is a repetition of the one that opened the block. */
  boolean isDeclaredBy(Json content) {
    return start.equals(content);
  }

  /** Whether there is anything to stop: a block without a start opens with its first text. */
  boolean isOpen() {
    return declared != null || beside != null;
  }

  boolean isClientCall() {
    OpenBlock block = declared;
    return block != null && block.kind() == BlockKind.TOOL_CALL;
  }

  void delta(Json delta) {
    String type = type(delta);
    switch (type) {
      case "text_delta" -> add(BlockKind.TEXT, delta.get("text").textOrEmpty());
      case "thinking_delta" -> add(BlockKind.REASONING, delta.get("thinking").textOrEmpty());
      case "input_json_delta" -> arguments(delta.get("partial_json").textOrEmpty());
      case "signature_delta" -> signature(delta.get("signature").textOrEmpty());
      case "citations_delta" ->
          ContentStart.citation(writer, block(BlockKind.TEXT), delta.get("citation"));
      case "compaction_delta" -> compaction(delta);
      default -> writer.unrecognized(MessageEvents.DELTA + type, delta.toText());
    }
  }

  /** Whether a delta is of a kind that this version takes; another is carried whole. */
  static boolean isKnown(Json delta) {
    return switch (type(delta)) {
      case "text_delta",
          "thinking_delta",
          "input_json_delta",
          "signature_delta",
          "citations_delta",
          "compaction_delta" ->
          true;
      default -> false;
    };
  }

  private static String type(Json delta) {
    String type = delta.get("type").textOrEmpty();
    if (!type.isEmpty()) {
      return type;
    }
    return delta.has("text")
        ? "text_delta"
        : delta.has("thinking")
            ? "thinking_delta"
            : delta.has("partial_json") ? "input_json_delta" : "unknown";
  }

  private void add(BlockKind kind, String text) {
    if (!text.isEmpty()) {
      writer.delta(block(kind), text);
    }
  }

  private void arguments(String text) {
    OpenBlock block = declared;
    boolean takesInput =
        block != null && block.kind() != BlockKind.TEXT && block.kind() != BlockKind.REASONING;
    if (block != null && takesInput) {
      writer.delta(block, text);
    } else {
      add(BlockKind.TOOL_CALL, text);
    }
  }

  private void signature(String signature) {
    if (signature.isEmpty()) {
      return;
    }
    boolean hasReasoning = isOf(declared, BlockKind.REASONING) || isOf(beside, BlockKind.REASONING);
    if (!hasReasoning) {
      endBeside(/* complete= */ true);
      beside =
          writer.open(
              /* output= */ 0, BlockKind.REASONING, null, null, /* synthetic= */ true, Map.of());
    }
    ContentStart.seal(block(BlockKind.REASONING), signature);
  }

  /** The summary of what was compacted, and its sealed form, which goes back instead of it. */
  private void compaction(Json delta) {
    OpenBlock block = declared;
    if (block == null || block.kind() != BlockKind.TOOL_OUTPUT) {
      writer.unrecognized(MessageEvents.DELTA + "compaction_delta", delta.toText());
      return;
    }
    writer.delta(block, delta.get("content").textOrEmpty());
    Map<String, Json> fields = new LinkedHashMap<>(start.fields());
    fields.putAll(delta.fields());
    fields.put("type", start.get("type"));
    block.source(new Json.Fields(fields).toText());
  }

  private OpenBlock block(BlockKind kind) {
    OpenBlock first = declared;
    if (first != null && first.kind() == kind) {
      endBeside(/* complete= */ true);
      return first;
    }
    OpenBlock other = beside;
    if (other != null && other.kind() == kind) {
      return other;
    }
    endBeside(/* complete= */ true);
    OpenBlock opened = writer.open(/* output= */ 0, kind);
    if (first == null) {
      declared = opened;
    } else {
      beside = opened;
    }
    return opened;
  }

  private static boolean isOf(@Nullable OpenBlock block, BlockKind kind) {
    return block != null && block.kind() == kind;
  }

  private void endBeside(boolean complete) {
    OpenBlock other = beside;
    if (other != null) {
      writer.end(other, complete);
      beside = null;
    }
  }

  void stop(boolean complete) {
    endBeside(complete);
    OpenBlock block = declared;
    if (block != null) {
      wholeInput(block);
      writer.end(block, complete);
    }
  }

  /** Programmatic calls bring their whole input with the start, and no delta after it. */
  private void wholeInput(OpenBlock block) {
    Json input = start.get("input");
    boolean isCall = block.kind() == BlockKind.TOOL_CALL || block.kind() == BlockKind.SERVER_TOOL;
    if (!isCall || block.length() > 0) {
      return;
    }
    if (input.text() != null) {
      writer.delta(block, input.textOrEmpty());
    } else if (!input.fields().isEmpty() || input.isArray()) {
      writer.delta(block, JsonText.canonical(input));
    }
  }
}
