package dev.weir.codec.dialect.responses;

import dev.weir.codec.Frame;
import dev.weir.codec.json.Json;
import java.util.Set;
import java.util.stream.Collectors;

/** The names that the Responses API uses in its events and in the response object. */
final class ResponsesFields {
  private ResponsesFields() {}

  static final Set<String> OF_CHUNKS =
      Set.of(
          "type",
          "sequence_number",
          "response",
          "item",
          "part",
          "item_id",
          "output_index",
          "content_index",
          "summary_index",
          "annotation_index",
          "command_index",
          "partial_image_index",
          "delta",
          "text",
          "refusal",
          "arguments",
          "input",
          "code",
          "command",
          "diff",
          "data",
          "transcript",
          "output",
          "name",
          "status",
          "annotation",
          "logprobs",
          "obfuscation",
          "partial_image_b64",
          "size",
          "quality",
          "background",
          "output_format",
          "error",
          "message",
          "param",
          "stream_id");

  static final Set<String> OF_RESPONSES =
      Set.of(
          "id",
          "object",
          "created_at",
          "completed_at",
          "status",
          "background",
          "conversation",
          "error",
          "incomplete_details",
          "instructions",
          "max_output_tokens",
          "max_tool_calls",
          "metadata",
          "model",
          "moderation",
          "output",
          "output_text",
          "parallel_tool_calls",
          "previous_response_id",
          "prompt",
          "prompt_cache_key",
          "prompt_cache_retention",
          "reasoning",
          "safety_identifier",
          "service_tier",
          "store",
          "temperature",
          "text",
          "tool_choice",
          "tool_usage",
          "tools",
          "top_logprobs",
          "top_p",
          "truncation",
          "usage",
          "user",
          "frequency_penalty",
          "presence_penalty");

  /**
   * What a response says of itself that has no place in events: mostly what was asked. It is useful
   * only to a client that speaks the same dialect.
   */
  static final Set<String> CARRIED_OF_RESPONSES =
      OF_RESPONSES.stream()
          .filter(name -> !ResponseEvents.OWN_FIELDS.contains(name))
          .collect(Collectors.toUnmodifiableSet());

  /** What a response repeats of its request. */
  static final Set<String> REPEATED =
      Set.of(
          "background",
          "instructions",
          "max_output_tokens",
          "max_tool_calls",
          "metadata",
          "parallel_tool_calls",
          "previous_response_id",
          "prompt_cache_key",
          "reasoning",
          "safety_identifier",
          "service_tier",
          "store",
          "temperature",
          "text",
          "tool_choice",
          "tools",
          "top_logprobs",
          "top_p",
          "truncation",
          "user");

  /** The same for a chunk. */
  static final Set<String> CARRIED_OF_CHUNKS =
      Set.of("size", "quality", "background", "output_format");

  /** The type of a chunk; the frame's name where the chunk leaves it out. */
  static String type(Frame frame, Json chunk) {
    String type = chunk.get("type").textIfAny();
    if (type != null) {
      return type;
    }
    String name = frame.event();
    return name.startsWith("response.") || name.equals("error") ? name : "";
  }
}
