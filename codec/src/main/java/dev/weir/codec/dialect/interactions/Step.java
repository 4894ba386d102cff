package dev.weir.codec.dialect.interactions;

import dev.weir.codec.dialect.EventWriter;
import dev.weir.codec.dialect.OpenBlock;
import dev.weir.codec.dialect.UnknownFields;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.event.BlockKind;
import dev.weir.event.Reasoning;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One step of an interaction, as a row of blocks of which only the last is open.
 *
 * <p>A block is opened when there is something to put in it. A model's output may mix texts and
 * pictures, each its own block; every other step has one. A thought without text only keeps its
 * signature.
 */
final class Step {
  private static final int OUTPUT = 0;
  private static final Set<String> STEP_FIELDS =
      Set.of(
          "type",
          "id",
          "call_id",
          "name",
          "server_name",
          "search_type",
          "arguments",
          "result",
          "is_error",
          "signature",
          "content",
          "summary",
          "text",
          "annotations",
          "status",
          "role");

  private final EventWriter writer;
  private final Json start;
  private final String type;
  private boolean isCall;
  private @Nullable OpenBlock block;

  /** Arguments that came as an object; the start announces empty ones before the deltas come. */
  private Json arguments = Json.Null.NULL;

  Step(EventWriter writer, UnknownFields unknown, Json start) {
    this.writer = writer;
    this.start = start;
    this.type = start.get("type").textOrEmpty();
    unknown.report("step.", start, STEP_FIELDS);
    if (type.equals("user_input")) {
      writer.progress(type);
    } else if (!tool(type, start)) {
      contents();
    }
    sign(start.get("signature").textIfAny());
  }

  /** Whether this is a call that the client must run. */
  boolean isCall() {
    return isCall;
  }

  /** What a thought or an output holds from its start. */
  private void contents() {
    text(type.equals("thought") ? BlockKind.REASONING : BlockKind.TEXT, start);
    start.get("summary").items().forEach(this::thought);
    start.get("content").items().forEach(this::delta);
  }

  void delta(Json delta) {
    String kind = delta.get("type").textOrEmpty();
    switch (kind) {
      case "text" -> text(BlockKind.TEXT, delta);
      case "thought_summary" -> thought(delta.get("content"));
      case "thought_signature" -> {}
      case "text_annotation_delta", "text_annotation" -> annotations(delta);
      case "arguments_delta" -> arguments(delta);
      case "image", "audio", "video", "document" -> media(kind, delta);
      default -> {
        if (!tool(kind, delta)) {
          writer.unrecognized("step.delta." + kind, delta.toText());
        }
      }
    }
    sign(delta.get("signature").textIfAny());
  }

  /** A call or a result, whole or its beginning; the ending of the type says which. */
  private boolean tool(String kind, Json tool) {
    if (kind.endsWith("_call")) {
      call(kind, tool);
      return true;
    }
    if (kind.endsWith("_result")) {
      result(kind, tool);
      return true;
    }
    return false;
  }

  private void text(BlockKind kind, Json json) {
    String text = json.get("text").textOrEmpty();
    if (!text.isEmpty()) {
      writer.delta(of(kind), text);
    }
    annotations(json);
  }

  /** Summaries of a thought are contents: texts, and occasionally a picture. */
  private void thought(Json content) {
    if (content.has("text")) {
      text(BlockKind.REASONING, content);
    } else if (content.isObject()) {
      media(content.get("type").textOrEmpty(), content);
    }
  }

  private void annotations(Json json) {
    for (Json annotation : json.get("annotations").items()) {
      String kind = annotation.get("type").textIfAny();
      String word = kind == null ? "annotation" : kind;
      writer.annotation(of(BlockKind.TEXT), word, annotation.toText());
    }
  }

  /** Sound comes in pieces; anything else is whole. */
  private void media(String kind, Json media) {
    String mime = media.get("mime_type").textIfAny();
    String data = media.get("data").textIfAny();
    OpenBlock open = block;
    if (open == null || open.kind() != BlockKind.MEDIA || !kind.equals("audio")) {
      open = open(BlockKind.MEDIA, null, mime == null ? kind : mime, Map.of());
    }
    writer.delta(open, data == null ? media.get("uri").textOrEmpty() : data);
  }

  private void call(String kind, Json call) {
    OpenBlock open = block;
    if (open == null || !isCall(open)) {
      isCall |= kind.equals("function_call");
      String name = call.get("name").textIfAny();
      String server = call.get("server_name").textIfAny();
      open =
          open(
              isCall ? BlockKind.TOOL_CALL : BlockKind.SERVER_TOOL,
              call.get("id").textIfAny(),
              name == null ? kind : name,
              server == null ? Map.of() : Map.of("server_name", server));
    }
    arguments(call);
  }

  private void arguments(Json json) {
    OpenBlock open = block;
    if (open == null || !isCall(open)) {
      isCall = true;
      open = open(BlockKind.TOOL_CALL, start.get("id").textIfAny(), null, Map.of());
    }
    Json given = json.has("arguments") ? json.get("arguments") : json.get("partial_arguments");
    if (given.isObject()) {
      arguments = given;
    } else {
      writer.delta(open, given.textOrEmpty());
    }
  }

  private static boolean isCall(OpenBlock block) {
    return block.kind() == BlockKind.TOOL_CALL || block.kind() == BlockKind.SERVER_TOOL;
  }

  private void result(String kind, Json result) {
    OpenBlock open = block;
    if (open == null || open.kind() != BlockKind.TOOL_OUTPUT) {
      open = open(BlockKind.TOOL_OUTPUT, result.get("call_id").textIfAny(), kind, Map.of());
    }
    Json given = result.get("result");
    if (!given.isNull()) {
      writer.delta(open, given.text() != null ? given.textOrEmpty() : JsonText.canonical(given));
      open.source(result.toText());
    }
    if (result.get("is_error").isTrue()) {
      writer.toolProgress(open, "failed");
    }
  }

  private void sign(@Nullable String signature) {
    if (signature == null) {
      return;
    }
    OpenBlock open = block;
    if (open == null) {
      open = writer.open(OUTPUT, BlockKind.REASONING, null, null, /* synthetic= */ true, Map.of());
      block = open;
    }
    if (open.kind() == BlockKind.REASONING) {
      open.reasoning(new Reasoning(null, List.of(), null, signature, /* redacted= */ false));
    } else {
      open.signature(signature);
    }
  }

  /** The open block, if it is of that kind and not sealed; else a new one. */
  private OpenBlock of(BlockKind kind) {
    OpenBlock open = block;
    if (open != null && open.kind() == kind && open.reasoning().signature() == null) {
      return open;
    }
    boolean isSummary = kind == BlockKind.REASONING;
    return open(kind, null, null, isSummary ? Map.of("part", "summary") : Map.of());
  }

  private OpenBlock open(
      BlockKind kind, @Nullable String id, @Nullable String name, Map<String, String> origin) {
    end(/* complete= */ true);
    OpenBlock open = writer.open(OUTPUT, kind, id, name, /* synthetic= */ false, origin);
    block = open;
    return open;
  }

  /** Ends the block that is open. */
  void end(boolean complete) {
    OpenBlock open = block;
    if (open == null) {
      return;
    }
    if (isCall(open) && open.length() == 0 && !arguments.isNull()) {
      writer.delta(open, JsonText.canonical(arguments));
    }
    writer.end(open, complete);
    block = null;
  }
}
