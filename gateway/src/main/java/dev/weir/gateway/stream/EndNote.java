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

  static EndNote of(
      List<MetricsRecord> passes, List<RequestLoss> lost, @Nullable Long retryAtMillis) {
    return new EndNote(
        passes.stream().map(pass -> READER.read(MetricsJson.write(pass))).toList(),
        lost,
        retryAtMillis);
  }

  String toText() {
    var json = new JsonText().beginObject().name("metrics").value(new Json.Items(metrics));
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
