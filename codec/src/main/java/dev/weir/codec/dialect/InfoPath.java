package dev.weir.codec.dialect;

import dev.weir.codec.json.JsonText;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * A path that tells a client what there is.
 *
 * @param method the HTTP method with which it is asked
 * @param prefix how the path begins where nothing else is before it
 * @param end how the path ends, with MODEL where it names one
 * @param headers one of which a request must have to mean this dialect, where others share the
 *     path; none if it does not matter
 * @param body for all models, or for the one that is asked for
 */
public record InfoPath(
    String method, String prefix, String end, List<String> headers, boolean isOfOne, Body body) {

  /** Writes the JSON. */
  public interface Body {
    /**
     * The JSON for these models.
     *
     * @param createdSeconds when the models were made, in seconds of the epoch
     */
    String of(List<String> modelNames, long createdSeconds);
  }

  /** Writes the JSON of one model. */
  public interface OneBody {
    String of(String modelName, long createdSeconds);
  }

  public InfoPath {
    headers = List.copyOf(headers);
  }

  /** All models. */
  public static InfoPath list(String prefix, String end, Body body) {
    return new InfoPath("GET", prefix, end, List.of(), /* isOfOne= */ false, body);
  }

  /** One model, which the path names, or the {@code model} of the request. */
  public static InfoPath one(String method, String path, OneBody body) {
    return new InfoPath(
        method,
        "",
        path,
        List.of(),
        /* isOfOne= */ true,
        (models, created) -> body.of(models.getFirst(), created));
  }

  /** The same, only for requests that have one of these headers. */
  public InfoPath meantBy(List<String> some) {
    return new InfoPath(method, prefix, end, some, isOfOne, body);
  }

  /** The whole path. */
  public String path() {
    return prefix + end;
  }

  /** Writes an array of objects, one for each model, into an open object. */
  public static JsonText each(
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
