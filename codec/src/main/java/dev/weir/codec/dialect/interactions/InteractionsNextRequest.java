package dev.weir.codec.dialect.interactions;

import dev.weir.codec.dialect.ProviderJson;
import dev.weir.codec.json.Json;
import dev.weir.codec.render.Tree;
import dev.weir.event.BlockKind;
import dev.weir.event.Reasoning;
import dev.weir.event.Response;
import dev.weir.event.Response.Block;
import org.jspecify.annotations.Nullable;

/**
 * Turns an interaction into the steps that the next request sends back, each block a step in its
 * place with its signature. The provider would also know them by the interaction's name, but only
 * if it keeps them, and only if nothing in them was changed.
 */
final class InteractionsNextRequest {
  private InteractionsNextRequest() {}

  /** The {@code input} to add, in an object. */
  static String of(Response response) {
    var next = new Tree();
    for (Block block : response.blocks()) {
      next.add("input", step(block).putIfAny("signature", signature(block)));
    }
    return next.json().toText();
  }

  private static Tree step(Block block) {
    return switch (block.kind()) {
      case TEXT, REFUSAL -> output(Tree.of("type", "text").put("text", block.text()));
      case REASONING -> thought(block);
      case TOOL_CALL -> call("function_call", block).putIfAny("name", block.name());
      case SERVER_TOOL -> serverTool(block);
      case TOOL_OUTPUT -> result(block);
      case MEDIA -> output(media(block));
    };
  }

  static Tree output(Tree content) {
    return Tree.of("type", "model_output").add("content", content);
  }

  private static Tree thought(Block block) {
    var thought = Tree.of("type", "thought");
    for (String part : block.parts()) {
      if (!part.isEmpty()) {
        thought.add("summary", Tree.of("type", "text").put("text", part));
      }
    }
    return thought;
  }

  private static Tree call(String type, Block block) {
    return Tree.of("type", type)
        .putIfAny("id", block.id())
        .put("arguments", ProviderJson.argumentsObject(block.text()));
  }

  /** A tool of the provider is named by its kind, one of an MCP server by its own name. */
  private static Tree serverTool(Block block) {
    String server = block.origin().get("server_name");
    String name = block.name() == null ? "" : block.name();
    return server == null
        ? call(name, block)
        : call("mcp_server_tool_call", block).put("name", name).put("server_name", server);
  }

  private static Tree result(Block block) {
    Json given = block.source() == null ? null : ProviderJson.object(block.source());
    var result = new Tree();
    if (given != null) {
      given.fields().forEach(result::put);
    } else {
      result.put("result", block.text());
    }
    return result
        .put("type", block.name() == null ? "" : block.name())
        .putIfAny("call_id", block.id());
  }

  private static Tree media(Block block) {
    String mime = block.name() == null ? "" : block.name();
    int slash = mime.indexOf('/');
    String kind = slash < 0 ? mime : mime.substring(0, slash);
    var media = Tree.of("type", kind.equals("application") ? "document" : kind);
    if (slash >= 0) {
      media.put("mime_type", mime);
    }
    boolean isAddress = block.text().contains("://");
    return media.put(isAddress ? "uri" : "data", block.text());
  }

  private static @Nullable String signature(Block block) {
    Reasoning reasoning = block.reasoning();
    boolean isThought = block.kind() == BlockKind.REASONING;
    return isThought ? (reasoning == null ? null : reasoning.signature()) : block.signature();
  }
}
