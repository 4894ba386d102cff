package dev.weir.codec.dialect.ollama;

import dev.weir.codec.Bytes;
import dev.weir.codec.Frame;
import dev.weir.codec.FrameEncoder;
import dev.weir.codec.dialect.ProviderJson;
import dev.weir.codec.dialect.StreamForm;
import dev.weir.codec.json.Json;
import dev.weir.codec.ndjson.NdjsonEncoder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Ollama's {@code /api/generate}: the same as its chat, except that one prompt is asked, and that
 * the text is in the line itself.
 */
final class OllamaGenerate {
  static final StreamForm FORM =
      StreamForm.LINES.withFraming(() -> {
        FrameEncoder lines = new NdjsonEncoder();
        return frame -> lines.encode(line(frame));
      });

  private static final Set<String> ASKED = Set.of("prompt", "system", "images", "suffix");

  private OllamaGenerate() {}

  /** The request in the form of chat; a chat request stays as it was. */
  static Json asChat(Json body) {
    if (!body.has("prompt") || body.has("messages")) {
      return body;
    }
    List<Json> messages = new ArrayList<>();
    if (body.has("system")) {
      messages.add(message("system", body.get("system"), Json.Null.NULL));
    }
    messages.add(message("user", body.get("prompt"), body.get("images")));
    Map<String, Json> fields = new LinkedHashMap<>(body.fields());
    fields.keySet().removeAll(ASKED);
    fields.put("messages", new Json.Items(messages));
    return new Json.Fields(fields);
  }

  private static Json message(String role, Json content, Json images) {
    Map<String, Json> fields = new LinkedHashMap<>();
    fields.put("role", new Json.Text(role));
    fields.put("content", content);
    if (!images.isNull()) {
      fields.put("images", images);
    }
    return new Json.Fields(fields);
  }

  private static Frame line(Frame chat) {
    return new Frame(chat.event(), chat.id(), Bytes.of(line(chat.data().toString())));
  }

  /** A line of chat, or a whole answer, with what its message says in the line itself. */
  static String line(String chat) {
    Json line = ProviderJson.object(chat);
    if (line == null || !line.has("message")) {
      return chat;
    }
    Map<String, Json> fields = new LinkedHashMap<>();
    line.fields()
        .forEach((name, value) -> {
          if (!name.equals("message")) {
            fields.put(name, value);
            return;
          }
          fields.put("response", new Json.Text(value.get("content").textOrEmpty()));
          value
              .fields()
              .forEach((field, said) -> {
                if (!field.equals("role") && !field.equals("content")) {
                  fields.put(field, said);
                }
              });
        });
    return new Json.Fields(fields).toText();
  }
}
