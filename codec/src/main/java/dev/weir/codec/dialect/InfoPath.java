package dev.weir.codec.dialect;

import dev.weir.codec.json.JsonText;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A path that tells a client what there is.
 *
 * @param end how the path ends
 * @param header a header that a request must have to mean this dialect, where others have the same
 *     path
 */
public record InfoPath(String end, @Nullable String header, Body body) {

  /** Writes the JSON. */
  public interface Body {
    /**
     * The JSON for these models.
     *
     * @param createdSeconds when the models were made, in seconds of the epoch
     */
    String of(List<String> modelNames, long createdSeconds);
  }

  /** Writes an array of objects, one for each model, into an object that is open. */
  public static JsonText list(
      JsonText json, String field, List<String> models, BiConsumer<JsonText, String> model) {
    json.name(field).beginArray();
    for (String name : models) {
      json.beginObject();
      model.accept(json, name);
      json.endObject();
    }
    return json.endArray();
  }
}
