package dev.weir.codec.dialect.responses;

import dev.weir.codec.dialect.ProviderJson;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.event.StreamEvent.BlockStart;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the item of a tool has from its beginning beside its names: a container, an empty list of
 * commands. Clients check it when the item is announced, although the final item has it all.
 */
final class AnnouncedFields {
  /** Where they are kept with a block. */
  private static final String ORIGIN = "announced";

  /** What the block itself keeps. */
  private static final Set<String> NAMES = Set.of("id", "type", "call_id", "server_label", "name");

  private static final Json IN_PROGRESS = new Json.Text("in_progress");

  /** A longer field waits for the final item; an empty one of its kind stands for it. */
  private static final int MAX_CHARS = 2_000;

  private AnnouncedFields() {}

  /** Keeps those of an item. */
  static void keep(Json item, Map<String, String> origin) {
    Map<String, Json> fields = new LinkedHashMap<>();
    item.fields()
        .forEach((name, value) -> {
          if (!NAMES.contains(name) && !(name.equals("status") && IN_PROGRESS.equals(value))) {
            fields.put(name, shortened(value));
          }
        });
    // A tool of the provider may have no call to name, and says so.
    if (item.fields().get("call_id") instanceof Json.Null) {
      fields.put("call_id", Json.Null.NULL);
    }
    if (!fields.isEmpty()) {
      origin.put(ORIGIN, new Json.Fields(fields).toText());
    }
  }

  private static Json shortened(Json value) {
    if (value.toText().length() <= MAX_CHARS) {
      return value;
    }
    return switch (value) {
      case Json.Items items -> new Json.Items(List.of());
      case Json.Fields fields -> new Json.Fields(Map.of());
      case Json.Text text -> new Json.Text("");
      case Json.Num number -> number;
      case Json.Bool bool -> bool;
      case Json.Null nothing -> nothing;
    };
  }

  /** Writes those that were kept, and how far the item is. */
  static void write(JsonText json, BlockStart start) {
    Map<String, Json> fields = new LinkedHashMap<>();
    fields.put("status", IN_PROGRESS);
    Json kept = ProviderJson.object(start.origin().get(ORIGIN));
    if (kept != null) {
      fields.putAll(kept.fields());
    }
    fields.forEach((name, value) -> json.name(name).value(value));
  }
}
