package dev.weir.gateway.stream;

import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.codec.request.RequestLoss;
import java.util.List;

/** What a request lost on its way into the provider's dialect, in the forms it is reported. */
public final class LostFields {
  private static final String FIELD = "lost";
  private static final int MAX_HEADER = 1_000;

  private LostFields() {}

  public static void write(JsonText json, List<RequestLoss> lost) {
    json.name(FIELD).beginArray();
    for (RequestLoss loss : lost) {
      json.beginObject().field("field", loss.field()).field("why", loss.why());
      json.flag("changesMeaning", loss.changesMeaning()).endObject();
    }
    json.endArray();
  }

  static List<RequestLoss> read(Json json) {
    return json.get(FIELD).items().stream()
        .map(loss ->
            new RequestLoss(
                loss.get("field").textOrEmpty(),
                loss.get("why").textOrEmpty(),
                loss.get("changesMeaning").isTrue()))
        .toList();
  }

  /** The fields alone, as many as fit into a header. */
  public static String inHeader(List<RequestLoss> lost) {
    var text = new StringBuilder();
    for (int i = 0; i < lost.size(); i++) {
      String field = lost.get(i).field().replaceAll("[^!-~]", "?");
      if (text.length() + field.length() > MAX_HEADER) {
        return text.append(", and %d more".formatted(lost.size() - i)).toString();
      }
      text.append(i == 0 ? "" : ", ").append(field);
    }
    return text.toString();
  }
}
