package dev.weir.codec.dialect.responses;

import java.util.Set;

/** What an item becomes, by its type. */
enum ItemKind {
  MESSAGE,
  REASONING,
  /** A call that the client must run. */
  CLIENT_CALL,
  /** Whatever the provider runs or defines itself. */
  SERVER_TOOL,
  TOOL_OUTPUT;

  private static final Set<String> PUBLISHED =
      Set.of(
          "message",
          "reasoning",
          "function_call",
          "function_call_output",
          "file_search_call",
          "web_search_call",
          "computer_call",
          "computer_call_output",
          "program",
          "program_output",
          "tool_search_call",
          "tool_search_output",
          "additional_tools",
          "compaction",
          "image_generation_call",
          "code_interpreter_call",
          "local_shell_call",
          "local_shell_call_output",
          "shell_call",
          "shell_call_output",
          "apply_patch_call",
          "apply_patch_call_output",
          "mcp_call",
          "mcp_list_tools",
          "mcp_approval_request",
          "mcp_approval_response",
          "custom_tool_call",
          "custom_tool_call_output");

  /** A type that this version does not know is a tool of the provider: its JSON is kept whole. */
  static ItemKind of(String type) {
    return switch (type) {
      case "message" -> MESSAGE;
      case "reasoning" -> REASONING;
      case "function_call", "custom_tool_call" -> CLIENT_CALL;
      default -> type.endsWith("_output") ? TOOL_OUTPUT : SERVER_TOOL;
    };
  }

  static boolean isPublished(String type) {
    return PUBLISHED.contains(type);
  }

  /** The kind by which items are told apart: an event for one kind of call may concern another. */
  ItemKind family() {
    return this == CLIENT_CALL ? SERVER_TOOL : this;
  }
}
