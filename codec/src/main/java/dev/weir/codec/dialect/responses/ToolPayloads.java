package dev.weir.codec.dialect.responses;

import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Where the items of tools keep their texts. */
final class ToolPayloads {
  private ToolPayloads() {}

  /** What a tool of the provider is called with; each command of a shell call is a part. */
  static List<String> arguments(Json item) {
    for (String field : List.of("arguments", "code", "input")) {
      Json value = item.get(field);
      if (value.textIfAny() != null) {
        return List.of(value.textOrEmpty());
      }
      if (!value.fields().isEmpty()) {
        return List.of(JsonText.canonical(value));
      }
    }
    String diff = item.get("operation").get("diff").textIfAny();
    if (diff != null) {
      return List.of(diff);
    }
    if (item.get("action").get("commands").isArray()) {
      return texts(item.get("action").get("commands").items());
    }
    return switch (item.get("type").textOrEmpty()) {
      case "web_search_call" -> {
        // What it found is its output.
        Map<String, Json> asked = new LinkedHashMap<>(item.get("action").fields());
        asked.remove("sources");
        yield asked.isEmpty() ? List.of() : List.of(JsonText.canonical(new Json.Fields(asked)));
      }
      case "file_search_call" -> {
        Json queries = item.get("queries");
        yield queries.items().isEmpty()
            ? List.of()
            : List.of(JsonText.canonical(new Json.Fields(Map.of("queries", queries))));
      }
      case "local_shell_call", "computer_call" -> {
        Json action = item.has("actions") ? item.get("actions") : item.get("action");
        yield action.isNull() ? List.of() : List.of(JsonText.canonical(action));
      }
      default -> List.of();
    };
  }

  /** What a search found, if the request asked for it. */
  static Json found(Json item) {
    return switch (item.get("type").textOrEmpty()) {
      case "web_search_call" -> item.get("action").get("sources");
      case "file_search_call" -> item.get("results");
      default -> Json.Null.NULL;
    };
  }

  /**
   * What a tool returned. The output and the errors of a command are two parts, because they arrive
   * interleaved and make sense only separately.
   */
  static List<String> output(Json item) {
    for (String field : List.of("output", "result")) {
      Json value = item.get(field);
      if (value.textIfAny() != null) {
        return List.of(value.textOrEmpty());
      }
      if (value.isArray()) {
        return outputs(value.items());
      }
    }
    return List.of();
  }

  private static List<String> outputs(List<Json> entries) {
    List<String> parts = new ArrayList<>();
    for (Json entry : entries) {
      if (entry.has("stdout") || entry.has("stderr")) {
        parts.add(entry.get("stdout").textOrEmpty());
        parts.add(entry.get("stderr").textOrEmpty());
      } else {
        parts.add(entry.get("text").textOrEmpty());
      }
    }
    return parts;
  }

  static int outputPart(Slot slot, int command) {
    return 2 * Math.min(command, Integer.MAX_VALUE / 4) + (slot == Slot.STDERR ? 1 : 0);
  }

  private static List<String> texts(List<Json> values) {
    return values.stream().map(Json::textOrEmpty).toList();
  }
}
