package dev.weir.codec.stream;

import java.util.List;
import java.util.Random;

/** JSON made of the words that dialects use, put together at random from a fixed seed. */
final class RandomJson {
  private static final List<String> NAMES =
      List.of(
          "type",
          "id",
          "index",
          "choices",
          "delta",
          "content",
          "tool_calls",
          "function",
          "name",
          "arguments",
          "reasoning",
          "reasoning_details",
          "finish_reason",
          "usage",
          "error",
          "message",
          "response",
          "item",
          "output_index",
          "content_index",
          "summary",
          "part",
          "sequence_number",
          "content_block",
          "text",
          "thinking",
          "candidates",
          "parts",
          "functionCall",
          "partialArgs",
          "jsonPath",
          "stringValue",
          "step",
          "event_type",
          "data",
          "output",
          "model",
          "logprobs");
  private static final List<String> WORDS =
      List.of(
          "",
          "x",
          "stop",
          "text",
          "message",
          "reasoning",
          "function_call",
          "response.created",
          "response.completed",
          "response.output_item.added",
          "response.output_item.done",
          "response.output_text.delta",
          "content_block_start",
          "content_block_delta",
          "message_start",
          "message_stop",
          "error",
          "STOP",
          "step.start",
          "step.delta",
          "content-delta",
          "$.a[0]",
          "$['b']",
          "text_delta",
          "input_json_delta",
          "message-end",
          "tool-call-start");

  private final Random random;

  RandomJson(long seed) {
    random = new Random(seed);
  }

  String next() {
    return object(0);
  }

  private String object(int depth) {
    StringBuilder json = new StringBuilder("{");
    int fields = random.nextInt(6);
    for (int i = 0; i < fields; i++) {
      json.append(i == 0 ? "" : ",").append('"').append(pick(NAMES)).append("\":");
      json.append(value(depth + 1));
    }
    return json.append('}').toString();
  }

  private String value(int depth) {
    return switch (random.nextInt(depth > 5 ? 5 : 8)) {
      case 0 -> "null";
      case 1 -> Integer.toString(random.nextInt(5) - 1);
      case 2 -> Boolean.toString(random.nextBoolean());
      case 3, 4 -> "\"" + pick(WORDS) + "\"";
      case 5 -> "[" + value(depth + 1) + "," + value(depth + 1) + "]";
      default -> object(depth);
    };
  }

  private String pick(List<String> words) {
    return words.get(random.nextInt(words.size()));
  }
}
