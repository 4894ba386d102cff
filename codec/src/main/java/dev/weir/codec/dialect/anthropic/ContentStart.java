package dev.weir.codec.dialect.anthropic;

import dev.weir.codec.dialect.EventWriter;
import dev.weir.codec.dialect.OpenBlock;
import dev.weir.codec.json.Json;
import dev.weir.event.BlockKind;
import dev.weir.event.Reasoning;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Opens the block that a {@code content_block} object declares, with whatever it already holds.
 *
 * <pre>
 * text                                       text
 * thinking, redacted_thinking                reasoning
 * tool_use                                   tool_call
 * server_tool_use, mcp_tool_use, …tool_use   server_tool
 * …_tool_result, and everything else         tool_output, with the object itself as its source
 * </pre>
 */
final class ContentStart {
  private static final int OUTPUT = 0;

  private ContentStart() {}

  private static final String CONTAINER = "container";

  /** Keeps the container that code ran in: the next request has to name it, beside its messages. */
  static void container(EventWriter writer, Json container) {
    OpenBlock block =
        writer.open(
            OUTPUT,
            BlockKind.TOOL_OUTPUT,
            container.get("id").textIfAny(),
            CONTAINER,
            /* synthetic= */ true,
            Map.of());
    writer.end(block.source(container.toText()));
  }

  /** Whether a block only keeps the container. */
  static boolean isContainer(BlockKind kind, @Nullable String name) {
    return kind == BlockKind.TOOL_OUTPUT && CONTAINER.equals(name);
  }

  /** The declared type; gateways that leave it out still send the field named after it. */
  static String type(Json content) {
    String type = content.get("type").textOrEmpty();
    if (!type.isEmpty()) {
      return type;
    }
    return content.has("text") ? "text" : content.has("thinking") ? "thinking" : "unknown";
  }

  /**
   * Opens the block.
   *
   * @param whole whether nothing will be added to it
   */
  static OpenBlock open(EventWriter writer, Json content, boolean whole) {
    String type = type(content);
    return switch (type) {
      case "text" -> text(writer, content);
      case "thinking" -> thinking(writer, content, whole);
      case "redacted_thinking" -> redacted(writer, content);
      case "tool_use" -> call(writer, BlockKind.TOOL_CALL, type, content);
      case "server_tool_use", "mcp_tool_use" -> call(writer, BlockKind.SERVER_TOOL, type, content);
      // A file put into the container, the note that another model answers, and what the model
      // keeps of a conversation that became too long: no tool returned these.
      case "container_upload", "fallback", "compaction" ->
          output(writer, type, content, /* synthetic= */ true);
      default -> other(writer, type, content);
    };
  }

  private static OpenBlock text(EventWriter writer, Json content) {
    OpenBlock block = writer.open(OUTPUT, BlockKind.TEXT);
    writer.delta(block, content.get("text").textOrEmpty());
    content.get("citations").items().forEach(c -> citation(writer, block, c));
    return block;
  }

  static void citation(EventWriter writer, OpenBlock block, Json citation) {
    String kind = citation.get("type").textIfAny();
    writer.annotation(block, kind == null ? "citation" : kind, citation.toText());
  }

  private static OpenBlock thinking(EventWriter writer, Json content, boolean whole) {
    String said = content.get("thinking").textOrEmpty();
    // Newer models keep their thinking to themselves and send only its signature.
    boolean synthetic = whole && said.isEmpty();
    OpenBlock block = writer.open(OUTPUT, BlockKind.REASONING, null, null, synthetic, Map.of());
    writer.delta(block, said);
    seal(block, content.get("signature").textOrEmpty());
    return block;
  }

  /** Keeps the signature of a reasoning block; the last one counts. */
  static void seal(OpenBlock block, String signature) {
    if (!signature.isEmpty()) {
      Reasoning known = block.reasoning();
      block.reasoning(
          new Reasoning(
              known.id(), known.summary(), known.encrypted(), signature, known.redacted()));
    }
  }

  private static OpenBlock redacted(EventWriter writer, Json content) {
    String data = content.get("data").text();
    return writer
        .open(OUTPUT, BlockKind.REASONING, null, null, /* synthetic= */ true, Map.of())
        .reasoning(new Reasoning(null, List.of(), data, null, /* redacted= */ true));
  }

  private static OpenBlock call(EventWriter writer, BlockKind kind, String type, Json content) {
    Map<String, String> origin = new LinkedHashMap<>();
    origin.put("type", type);
    for (String name : List.of("server_name", "toolset_name", "caller")) {
      Json value = content.get(name);
      if (!value.isNull()) {
        origin.put(name, value.text() == null ? value.toText() : value.textOrEmpty());
      }
    }
    return writer.open(
        OUTPUT,
        kind,
        content.get("id").word(),
        content.get("name").word(),
        /* synthetic= */ false,
        origin);
  }

  private static OpenBlock output(
      EventWriter writer, String type, Json content, boolean synthetic) {
    Map<String, String> origin =
        content.get("is_error").isTrue() ? Map.of("is_error", "true") : Map.of();
    String id = content.get("tool_use_id").word();
    OpenBlock block = writer.open(OUTPUT, BlockKind.TOOL_OUTPUT, id, type, synthetic, origin);
    Json given = content.get("content");
    if (!given.isNull()) {
      writer.delta(block, given.text() == null ? given.toText() : given.textOrEmpty());
    }
    String code = given.get("error_code").textIfAny();
    if (code != null || content.get("is_error").isTrue()) {
      writer.toolProgress(block, code == null ? "failed" : "failed: " + code);
    }
    return block.source(content.toText());
  }

  private static OpenBlock other(EventWriter writer, String type, Json content) {
    if (type.endsWith("_tool_result")) {
      return output(writer, type, content, /* synthetic= */ false);
    }
    writer.unrecognized(MessageEvents.CONTENT + type, content.toText());
    return type.endsWith("tool_use")
        ? call(writer, BlockKind.SERVER_TOOL, type, content).source(content.toText())
        : output(writer, type, content, /* synthetic= */ !content.has("content"));
  }
}
