package dev.weir.codec.dialect.gemini;

import dev.weir.codec.Frame;
import dev.weir.codec.dialect.ChunkPieces;
import dev.weir.codec.dialect.JoinedFields;
import dev.weir.codec.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Joins the chunks of a response into the whole response. */
final class GeminiWhole {
  private static final Map<String, Json> EMPTY = Map.of("text", new Json.Text(""));

  private final Map<String, Json> response = new LinkedHashMap<>();
  private final Map<Long, Map<String, Json>> candidates = new TreeMap<>();
  private final Map<Long, List<Part>> parts = new TreeMap<>();

  private GeminiWhole() {}

  static String of(List<Frame> frames) {
    var whole = new GeminiWhole();
    ChunkPieces.read(frames, "candidates", whole.response::put, whole::candidate);
    return whole.toJson().toText();
  }

  private void candidate(Long index, Json piece) {
    Map<String, Json> candidate = candidates.computeIfAbsent(index, i -> new LinkedHashMap<>());
    piece
        .fields()
        .forEach((name, value) -> {
          if (!name.equals("content")) {
            candidate.put(name, value);
          }
        });
    for (Json part : piece.get("content").get("parts").items()) {
      // The chunk with the end has an empty text, because typed clients want one.
      if (part.fields().equals(EMPTY)) {
        continue;
      }
      part(parts.computeIfAbsent(index, i -> new ArrayList<>()), part);
    }
  }

  /** Texts of one kind run together, up to a signature. */
  private static void part(List<Part> known, Json piece) {
    Part last = known.isEmpty() ? null : known.getLast();
    boolean isThought = piece.get("thought").isTrue();
    if (last != null && isText(piece) && last.isOpenText && last.isThought == isThought) {
      last.add(piece);
    } else {
      known.add(new Part(piece, isText(piece), isThought));
    }
  }

  private static boolean isText(Json part) {
    return part.has("text")
        && Set.of("text", "thought", "thoughtSignature").containsAll(part.fields().keySet());
  }

  private static final class Part {
    final JoinedFields fields = new JoinedFields(Set.of("text"));
    final boolean isThought;
    boolean isOpenText;

    Part(Json first, boolean isText, boolean isThought) {
      this.isThought = isThought;
      this.isOpenText = isText;
      add(first);
    }

    void add(Json piece) {
      fields.add(piece);
      isOpenText &= !piece.has("thoughtSignature");
    }
  }

  private Json toJson() {
    List<Json> all = new ArrayList<>();
    candidates.forEach((index, candidate) -> {
      Map<String, Json> fields = new LinkedHashMap<>();
      List<Json> own =
          parts.getOrDefault(index, List.of()).stream().map(part -> part.fields.toJson()).toList();
      Map<String, Json> content = new LinkedHashMap<>();
      content.put("parts", new Json.Items(own));
      content.put("role", new Json.Text("model"));
      fields.put("content", new Json.Fields(content));
      fields.putAll(candidate);
      all.add(new Json.Fields(fields));
    });
    Map<String, Json> fields = new LinkedHashMap<>();
    if (!all.isEmpty()) {
      fields.put("candidates", new Json.Items(all));
    }
    fields.putAll(response);
    return new Json.Fields(fields);
  }
}
