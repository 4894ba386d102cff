package dev.weir.codec.dialect.responses;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A family of events that carry one text: {@code <stem>.delta} adds to it, {@code <stem>.done}
 * repeats it whole.
 *
 * @param itemType the type of the item it belongs to, where the item was never announced
 * @param indexField the field that says which of several such texts of the item it is
 * @param wholeField the field of {@code .done} that holds the whole text
 */
record TextEvent(String itemType, Slot slot, String indexField, String wholeField) {
  private static final String NO_INDEX = "";

  private static final Map<String, TextEvent> BY_STEM =
      Map.ofEntries(
          row("output_text", "message", Slot.TEXT, "content_index", "text"),
          row("refusal", "message", Slot.REFUSAL, "content_index", "refusal"),
          row("audio", "message", Slot.AUDIO, NO_INDEX, "data"),
          row("audio.transcript", "message", Slot.TRANSCRIPT, NO_INDEX, "transcript"),
          row("reasoning_text", "reasoning", Slot.REASONING, "content_index", "text"),
          row("reasoning_summary_text", "reasoning", Slot.SUMMARY, "summary_index", "text"),
          row("function_call_arguments", "function_call", Slot.ARGUMENTS, NO_INDEX, "arguments"),
          row("custom_tool_call_input", "custom_tool_call", Slot.ARGUMENTS, NO_INDEX, "input"),
          row("mcp_call_arguments", "mcp_call", Slot.ARGUMENTS, NO_INDEX, "arguments"),
          row(
              "code_interpreter_call_code",
              "code_interpreter_call",
              Slot.ARGUMENTS,
              NO_INDEX,
              "code"),
          row("shell_call_command", "shell_call", Slot.ARGUMENTS, "command_index", "command"),
          row(
              "apply_patch_call_operation_diff",
              "apply_patch_call",
              Slot.ARGUMENTS,
              NO_INDEX,
              "diff"),
          // What previews called them.
          row("reasoning", "reasoning", Slot.REASONING, "content_index", "text"),
          row("reasoning_summary", "reasoning", Slot.SUMMARY, "summary_index", "text"),
          row("mcp_call.arguments", "mcp_call", Slot.ARGUMENTS, NO_INDEX, "arguments"),
          row(
              "code_interpreter_call.code",
              "code_interpreter_call",
              Slot.ARGUMENTS,
              NO_INDEX,
              "code"));

  private static Map.Entry<String, TextEvent> row(
      String stem, String itemType, Slot slot, String indexField, String wholeField) {
    return Map.entry("response." + stem, new TextEvent(itemType, slot, indexField, wholeField));
  }

  static @Nullable TextEvent of(String stem) {
    return BY_STEM.get(stem);
  }
}
