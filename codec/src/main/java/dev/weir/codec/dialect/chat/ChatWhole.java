package dev.weir.codec.dialect.chat;

import dev.weir.codec.Frame;
import dev.weir.codec.dialect.ChunkPieces;
import dev.weir.codec.dialect.JoinedFields;
import dev.weir.codec.json.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Joins the chunks of a completion into the whole completion. */
final class ChatWhole {
  private static final Set<String> GROWING =
      Set.of(
          "content",
          "reasoning_content",
          "reasoning",
          "refusal",
          "arguments",
          "text",
          "summary",
          "data",
          "input",
          "transcript");

  private final JoinedFields completion = new JoinedFields(Set.of());
  private final Map<Long, JoinedFields> choices = new TreeMap<>();
  private final Map<Long, JoinedFields> messages = new TreeMap<>();

  private final Set<Long> inParts = new HashSet<>();

  private ChatWhole() {}

  static String of(List<Frame> frames) {
    var whole = new ChatWhole();
    ChunkPieces.read(frames, "choices", whole::field, whole::choice);
    return whole.toJson().toText();
  }

  private void field(String name, Json value) {
    if (!value.isNull()) {
      completion.add(name, value);
    }
  }

  private void choice(Long index, Json piece) {
    JoinedFields choice = choices.computeIfAbsent(index, i -> new JoinedFields(Set.of()));
    piece
        .fields()
        .forEach((name, value) -> {
          if (name.equals("delta")) {
            JoinedFields message = messages.computeIfAbsent(index, i -> new JoinedFields(GROWING));
            value
                .fields()
                .forEach((field, part) -> message.add(field, inParts(index, field, part)));
          } else {
            choice.add(name, value);
          }
        });
  }

  /** If content came in parts, text that follows them is a part too. */
  private Json inParts(Long index, String field, Json piece) {
    if (!field.equals("content")) {
      return piece;
    }
    if (piece.isArray()) {
      inParts.add(index);
    } else if (inParts.contains(index) && piece.textIfAny() != null) {
      Map<String, Json> part = new LinkedHashMap<>();
      part.put("type", new Json.Text("text"));
      part.put("text", piece);
      return new Json.Items(List.of(new Json.Fields(part)));
    }
    return piece;
  }

  private Json toJson() {
    List<Json> all = new ArrayList<>();
    choices.forEach((index, choice) -> {
      JoinedFields message = messages.getOrDefault(index, new JoinedFields(GROWING));
      // Typed clients insist on these.
      message.add("role", new Json.Text("assistant"));
      message.add("content", Json.Null.NULL);
      message.add("refusal", Json.Null.NULL);
      choice.add("logprobs", Json.Null.NULL);
      choice.add("finish_reason", Json.Null.NULL);
      Map<String, Json> fields = new LinkedHashMap<>(choice.toJson().fields());
      fields.put("message", withoutIndexes(message.toJson()));
      all.add(new Json.Fields(fields));
    });
    Map<String, Json> fields = new LinkedHashMap<>(completion.toJson().fields());
    fields.put("object", new Json.Text("chat.completion"));
    fields.put("choices", new Json.Items(all));
    return new Json.Fields(fields);
  }

  /** The index of a call only tells its pieces apart. */
  private static Json withoutIndexes(Json message) {
    if (!message.has("tool_calls")) {
      return message;
    }
    Map<String, Json> fields = new LinkedHashMap<>(message.fields());
    List<Json> calls = new ArrayList<>();
    for (Json call : message.get("tool_calls").items()) {
      Map<String, Json> bare = new LinkedHashMap<>(call.fields());
      bare.remove("index");
      calls.add(new Json.Fields(bare));
    }
    fields.put("tool_calls", new Json.Items(calls));
    return new Json.Fields(fields);
  }
}
