package dev.weir.codec.dialect;

import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

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

  /** Where dialects share a path, the one that asks for a header is meant if that came. */
  public static final Comparator<InfoPath> LEAST_MEANT_FIRST =
      Comparator.comparing(info -> !info.headers().isEmpty());

  private static final String MODEL = "MODEL";

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
    /** The JSON for that model. */
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

  /** Whether a request can mean this, by the names of its headers. */
  public boolean isMeantBy(Predicate<String> hasHeader) {
    return headers.isEmpty() || headers.stream().anyMatch(hasHeader);
  }

  /** Whether a path is this one, whatever stands before it. */
  public boolean isAt(String path) {
    return end.endsWith(MODEL) ? pathModel(path).isPresent() : path.endsWith(end);
  }

  /** The model that a path names, whatever stands before it. */
  public Optional<String> pathModel(String path) {
    if (!end.endsWith(MODEL)) {
      return Optional.empty();
    }
    int slash = path.lastIndexOf('/') + 1;
    return path.substring(0, slash).endsWith(end.substring(0, end.length() - MODEL.length()))
        ? Optional.of(PathText.lastSegment(path)).filter(name -> !name.isEmpty())
        : Optional.empty();
  }

  /** The model that a body names, where the path does not. */
  public static String bodyModel(Json body) {
    return body.has("model") ? body.get("model").textOrEmpty() : body.get("name").textOrEmpty();
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
