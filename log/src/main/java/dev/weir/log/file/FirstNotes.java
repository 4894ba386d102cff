package dev.weir.log.file;

import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonException;
import dev.weir.codec.json.JsonReader;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Whose a stream is and what it is about, in logs that were written before streams had a beginning
 * of their own: a note said both, and what was asked besides, which may be large.
 */
final class FirstNotes {
  static final String ABOUT = "about";
  private static final JsonReader READER = new JsonReader(/* maxDepth= */ 500, 256 << 20);

  private FirstNotes() {}

  /** Whose it is; empty if the note does not say. */
  static String owner(String note) {
    return read(note).get("owner").textOrEmpty();
  }

  /** What it is about, without what was asked. */
  static String about(String note) {
    Map<String, Json> fields = new LinkedHashMap<>(read(note).fields());
    fields.remove("messages");
    return new Json.Fields(fields).toText();
  }

  private static Json read(String note) {
    try {
      return READER.read(note);
    } catch (JsonException notOurs) {
      return Json.Null.NULL;
    }
  }
}
