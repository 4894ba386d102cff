package dev.weir.gateway.stream;

import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.json.JsonText;
import dev.weir.codec.request.RequestLoss;
import dev.weir.log.metrics.MetricsJson;
import dev.weir.log.metrics.MetricsRecord;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is kept with a stream when it has ended.
 *
 * @param metrics one JSON object for each pass
 * @param lost the parts of the request that the provider's dialect could not carry
 * @param retryAtMillis until when the provider asked to be left alone; absent if it did not
 */
record EndNote(List<Json> metrics, List<RequestLoss> lost, @Nullable Long retryAtMillis) {
  static final String NAME = "end";
  private static final JsonReader READER = new JsonReader(/* maxDepth= */ 32, 64 << 20);

  EndNote {
    metrics = List.copyOf(metrics);
    lost = List.copyOf(lost);
  }

  /** What is kept of these passes. */
  static String text(
      List<MetricsRecord> passes, List<RequestLoss> lost, @Nullable Long retryAtMillis) {
    var json = new JsonText().beginObject().name("metrics").beginArray();
    passes.forEach(pass -> MetricsJson.write(json, pass));
    json.endArray();
    if (!lost.isEmpty()) {
      LostFields.write(json, lost);
    }
    return json.fieldIfAny("retryAt", retryAtMillis).endObject().toString();
  }

  static EndNote parse(String text) {
    Json json = READER.read(text);
    return new EndNote(
        json.get("metrics").items(), LostFields.read(json), json.get("retryAt").number());
  }
}
