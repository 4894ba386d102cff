package dev.weir.gateway.stream;

import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.json.JsonText;
import dev.weir.codec.request.RequestLoss;
import dev.weir.log.metrics.MetricsJson;
import dev.weir.log.metrics.MetricsRecord;
import java.util.List;

/**
 * What is kept with a stream when it has ended.
 *
 * @param metrics one JSON object for each pass
 * @param lost the parts of the request that the provider's dialect could not carry
 */
record EndNote(List<Json> metrics, List<RequestLoss> lost) {
  static final String NAME = "end";
  private static final JsonReader READER = new JsonReader(/* maxDepth= */ 32, 64 << 20);

  EndNote {
    metrics = List.copyOf(metrics);
    lost = List.copyOf(lost);
  }

  static EndNote of(List<MetricsRecord> passes, List<RequestLoss> lost) {
    return new EndNote(
        passes.stream().map(pass -> READER.read(MetricsJson.write(pass))).toList(), lost);
  }

  String toText() {
    var json = new JsonText().beginObject().name("metrics").value(new Json.Items(metrics));
    if (!lost.isEmpty()) {
      LostFields.write(json, lost);
    }
    return json.endObject().toString();
  }

  static EndNote parse(String text) {
    Json json = READER.read(text);
    return new EndNote(json.get("metrics").items(), LostFields.read(json));
  }
}
