package dev.weir.codec.dialect.responses;

import dev.weir.codec.Frame;
import dev.weir.codec.chunk.Chunk;
import dev.weir.codec.chunk.ChunkTable;
import dev.weir.codec.chunk.PartKind;
import dev.weir.codec.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Classifies Responses events by their type: the 59 that are published, and those that are only
 * seen on the wire. A type that is not in the table is status, under its own name.
 *
 * <pre>
 * response.*, error, *_call.*, mcp_list_tools.*, compaction.*                    status
 * output_item.*, content_part.*                                                 status
 * output_text.* with annotations, audio.*                                       assistant
 * reasoning_*                                                                   reasoning
 * *_arguments.*, custom tool input, code, commands, diffs                       function_arguments
 * refusal.*                                                                     refusal
 * shell_call_output_content.*                                                   tool_output
 * </pre>
 *
 * <p>Only a {@code .delta} carries a text. A {@code .done} ends its part and repeats what the
 * deltas said, so it carries none; the ends of the response and {@code error} are terminal too.
 */
final class ResponsesChunkTable implements ChunkTable {
  /**
   * One row of the table.
   *
   * @param deltaField where the text that the chunk adds is, if it adds any
   */
  private record Row(PartKind kind, @Nullable String deltaField, boolean isTerminal) {}

  private static final Map<String, Row> ROWS = new LinkedHashMap<>();

  static {
    status("response.created", "response.queued", "response.in_progress");
    terminal("response.completed", "response.incomplete", "response.failed", "error");
    status("response.output_item.added");
    terminal("response.output_item.done");
    status("response.content_part.added");
    terminal("response.content_part.done");

    texts(PartKind.ASSISTANT, "response.output_text");
    add("response.output_text.annotation.added", PartKind.ASSISTANT, null, false);
    add("response.audio.delta", PartKind.ASSISTANT, null, false);
    add("response.audio.done", PartKind.ASSISTANT, null, true);
    texts(PartKind.ASSISTANT, "response.audio.transcript");
    texts(PartKind.REFUSAL, "response.refusal");

    parts(PartKind.REASONING, "response.reasoning_summary_part");
    texts(PartKind.REASONING, "response.reasoning_summary_text");
    texts(PartKind.REASONING, "response.reasoning_text");

    texts(PartKind.FUNCTION_ARGUMENTS, "response.function_call_arguments");
    texts(PartKind.FUNCTION_ARGUMENTS, "response.custom_tool_call_input");
    texts(PartKind.FUNCTION_ARGUMENTS, "response.mcp_call_arguments");
    texts(PartKind.FUNCTION_ARGUMENTS, "response.code_interpreter_call_code");
    add("response.shell_call_command.added", PartKind.FUNCTION_ARGUMENTS, null, false);
    texts(PartKind.FUNCTION_ARGUMENTS, "response.shell_call_command");
    texts(PartKind.TOOL_OUTPUT, "response.shell_call_output_content");

    progress("response.mcp_call", "in_progress", "completed", "failed");
    progress("response.mcp_list_tools", "in_progress", "completed", "failed");
    progress("response.file_search_call", "in_progress", "searching", "completed");
    progress("response.web_search_call", "in_progress", "searching", "completed");
    progress("response.code_interpreter_call", "in_progress", "interpreting", "completed");
    progress("response.image_generation_call", "in_progress", "generating", "completed");
    progress("response.image_generation_call", "partial_image");
    progress("response.compaction", "compacting");

    // Seen on the wire, but not published.
    status("keepalive", "ping", "response.heartbeat");
    status("response.metadata", "codex.response.metadata", "responsesapi.websocket_timing");
    status("response.rate_limits.updated", "codex.rate_limits");
    status("response.inject", "response.inject.created", "response.inject.failed");
    // Published for WebSockets alone.
    progress("response.steer", "accepted", "pending", "failed");
    terminal("response.cancelled", "response.done", "response.error");
    parts(PartKind.REASONING, "response.reasoning_part");
    texts(PartKind.FUNCTION_ARGUMENTS, "response.apply_patch_call_operation_diff");

    // What previews called them.
    texts(PartKind.REASONING, "response.reasoning");
    texts(PartKind.REASONING, "response.reasoning_summary");
    texts(PartKind.FUNCTION_ARGUMENTS, "response.mcp_call.arguments");
    texts(PartKind.FUNCTION_ARGUMENTS, "response.code_interpreter_call.code");
  }

  private static final List<String> ORIGIN_NUMBERS =
      List.of("summary_index", "annotation_index", "command_index", "partial_image_index");
  private static final List<String> ORIGIN_WORDS = List.of("type", "call_id", "name", "phase");

  /** The types that the table knows. */
  static Set<String> types() {
    return ROWS.keySet();
  }

  private static void add(
      String type, PartKind kind, @Nullable String deltaField, boolean isTerminal) {
    ROWS.put(type, new Row(kind, deltaField, isTerminal));
  }

  private static void status(String... types) {
    for (String type : types) {
      add(type, PartKind.STATUS, null, /* isTerminal= */ false);
    }
  }

  private static void terminal(String... types) {
    for (String type : types) {
      add(type, PartKind.STATUS, null, /* isTerminal= */ true);
    }
  }

  private static void texts(PartKind kind, String stem) {
    add(stem + ".delta", kind, "delta", /* isTerminal= */ false);
    add(stem + ".done", kind, null, /* isTerminal= */ true);
  }

  private static void parts(PartKind kind, String stem) {
    add(stem + ".added", kind, null, /* isTerminal= */ false);
    add(stem + ".done", kind, null, /* isTerminal= */ true);
  }

  private static void progress(String stem, String... words) {
    for (String word : words) {
      status(stem + "." + word);
    }
  }

  @Override
  public Chunk classify(Frame frame, Json json) {
    String type = ResponsesFields.type(frame, json);
    Json response = json.get("response");
    if (type.isEmpty()) {
      boolean isBody = "response".equals(json.get("object").text());
      type = isBody ? "response" : json.has("error") ? "error" : "unknown";
      response = isBody ? json : response;
    }
    Row row = ROWS.get(type);
    if (row == null) {
      row = new Row(PartKind.STATUS, null, /* isTerminal= */ type.equals("response"));
    }
    String delta = row.deltaField() == null ? null : text(json.get(row.deltaField()));
    boolean isArguments = row.kind() == PartKind.FUNCTION_ARGUMENTS;
    Json item = json.get("item");
    String itemId = json.get("item_id").textIfAny();
    return new Chunk(
        row.kind(),
        isArguments ? null : delta,
        isArguments ? delta : null,
        new Chunk.Place(
            response.get("id").textIfAny(),
            json.get("output_index").number(),
            json.get("content_index").number(),
            itemId == null ? item.get("id").textIfAny() : itemId,
            json.get("sequence_number").number(),
            origin(json, item)),
        type,
        row.isTerminal(),
        frame.data());
  }

  /** Only the chunk that opens a response names it: Copilot's proxy changes the id later on. */
  @Override
  public boolean namesResponse(Chunk chunk) {
    return chunk.chunkType().equals("response.created");
  }

  /** The text of a delta; shell output is an object of the two texts that a command writes. */
  private static @Nullable String text(Json delta) {
    if (!delta.isObject()) {
      return delta.text();
    }
    return delta.get("text").textOrEmpty()
        + delta.get("stdout").textOrEmpty()
        + delta.get("stderr").textOrEmpty();
  }

  private static Map<String, String> origin(Json json, Json item) {
    Map<String, String> origin = new LinkedHashMap<>();
    for (String name : ORIGIN_NUMBERS) {
      String word = json.get(name).word();
      if (word != null) {
        origin.put(name, word);
      }
    }
    for (String name : ORIGIN_WORDS) {
      String word = item.get(name).textIfAny();
      if (word != null) {
        origin.put("item." + name, word);
      }
    }
    return origin;
  }
}
