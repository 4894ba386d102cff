package dev.weir.codec.stream;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Finds in raw chunks what the next request has to hold, in its order. */
final class MustGoBack {
  private static final Set<String> OPAQUE =
      Set.of(
          "id",
          "tool_use_id",
          "call_id",
          "signature",
          "data",
          "encrypted_content",
          "encrypted_index",
          "thoughtSignature",
          "phase");

  private MustGoBack() {}

  static List<String> in(Dialect dialect, List<Json> chunks) {
    return switch (dialect.word()) {
      case "anthropic" -> anthropic(chunks);
      case "openai-responses" -> responses(chunks);
      case "gemini" -> gemini(chunks);
      case "openai-chat" -> chat(chunks);
      case "gemini-interactions" -> interactions(chunks);
      default -> List.of();
    };
  }

  /** The texts under the names that matter, wherever they stand. */
  private static void collect(Json json, List<String> found) {
    json.fields()
        .forEach((name, value) -> {
          if (OPAQUE.contains(name) && value.textIfAny() != null) {
            found.add(value.textOrEmpty());
          }
          collect(value, found);
        });
    json.items().forEach(item -> collect(item, found));
  }

  private static List<String> anthropic(List<Json> chunks) {
    List<String> found = new ArrayList<>();
    for (Json chunk : chunks) {
      if (chunk.get("type").textOrEmpty().equals("message_start")) {
        collect(chunk.get("message").get("content"), found);
      }
      collect(chunk.get("content_block"), found);
      collect(chunk.get("delta"), found);
    }
    return found;
  }

  /** The items as they were done; what the terminal says anew of their reasoning counts. */
  private static List<String> responses(List<Json> chunks) {
    Map<Long, Json> done = new TreeMap<>();
    Map<Long, String> announced = new TreeMap<>();
    List<Json> last = List.of();
    boolean rotates = false;
    for (Json chunk : chunks) {
      Long index = chunk.get("output_index").number();
      String id = chunk.get("item").get("id").textOrEmpty();
      switch (chunk.get("type").textOrEmpty()) {
        case "response.output_item.added" -> announced.put(index == null ? 0 : index, id);
        case "response.output_item.done" -> {
          long place = index == null ? done.size() : index;
          rotates |= !announced.getOrDefault(place, id).equals(id);
          done.put(place, chunk.get("item"));
        }
        case "response.completed" -> last = chunk.get("response").get("output").items();
        default -> {}
      }
    }
    List<Json> items = last.isEmpty() ? List.copyOf(done.values()) : last;
    for (int i = 0; i < items.size(); i++) {
      Json before = done.getOrDefault((long) i, items.get(i));
      rotates |= !before.get("id").equals(items.get(i).get("id"));
    }
    // A proxy that gives every event another id leaves nothing to compare.
    List<String> found = new ArrayList<>();
    for (Json item : items) {
      boolean keepsIds = !rotates;
      tokens(item, keepsIds, found);
    }
    return found;
  }

  private static void tokens(Json item, boolean keepsIds, List<String> found) {
    String type = item.get("type").textOrEmpty();
    List<String> names =
        switch (type) {
          case "reasoning" -> List.of("id", "encrypted_content");
          case "message" -> List.of("id", "phase");
          case "function_call", "custom_tool_call" -> List.of("id", "call_id");
          default -> List.of("id", "call_id", "encrypted_content");
        };
    for (String name : names) {
      String value = item.get(name).textIfAny();
      boolean isId = name.equals("id");
      if (value != null && (!isId || keepsIds)) {
        found.add(value);
      }
      if (isId) {
        item.get("summary").items().forEach(part -> found.add(part.get("text").textOrEmpty()));
      }
    }
  }

  private static List<String> gemini(List<Json> chunks) {
    List<String> found = new ArrayList<>();
    for (Json chunk : chunks) {
      Json body = chunk.has("response") ? chunk.get("response") : chunk;
      List<Json> wholes = body.isArray() ? body.items() : List.of(body);
      for (Json whole : wholes) {
        for (Json part : whole.get("candidates").at(0).get("content").get("parts").items()) {
          List<String> ofPart = new ArrayList<>();
          for (String data : List.of("functionCall", "toolCall", "toolResponse")) {
            String id = part.get(data).get("id").textIfAny();
            if (id != null) {
              ofPart.add(id);
            }
          }
          String signature = part.get("thoughtSignature").textIfAny();
          if (signature != null) {
            ofPart.add(signature);
          }
          if (found.isEmpty() || !ofPart.equals(List.of(found.getLast()))) {
            found.addAll(ofPart);
          }
        }
      }
    }
    return found;
  }

  private static List<String> interactions(List<Json> chunks) {
    List<String> found = new ArrayList<>();
    for (Json chunk : chunks) {
      collect(chunk.get("step"), found);
      collect(chunk.get("delta"), found);
    }
    return found;
  }

  /** Details first, then calls with what signs them: a message has one place for each. */
  private static List<String> chat(List<Json> chunks) {
    List<String> details = new ArrayList<>();
    Map<String, String> calls = new LinkedHashMap<>();
    String lastId = "";
    for (Json chunk : chunks) {
      for (Json choice : chunk.get("choices").items()) {
        Long index = choice.get("index").number();
        if (index != null && index != 0) {
          continue;
        }
        Json delta = choice.get("delta");
        delta.get("reasoning_details").items().forEach(d -> opaque(d, details));
        for (Json call : delta.get("tool_calls").items()) {
          lastId = call.get("id").textIfAny() == null ? lastId : call.get("id").textOrEmpty();
          String signature =
              call.get("extra_content").get("google").get("thought_signature").text();
          calls.merge(lastId, signature == null ? "" : signature, (a, b) -> a + b);
        }
      }
    }
    List<String> found = new ArrayList<>(details);
    calls.forEach((id, signature) -> {
      if (!id.isEmpty()) {
        found.add(id);
      }
      if (!signature.isEmpty()) {
        found.add(signature);
      }
    });
    return found;
  }

  private static void opaque(Json entry, List<String> found) {
    for (String name : List.of("signature", "data")) {
      String value = entry.get(name).textIfAny();
      if (value != null) {
        found.add(value);
      }
    }
  }
}
