package dev.weir.gateway.stream;

import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.json.JsonText;
import dev.weir.log.metrics.MetricsJson;
import dev.weir.log.metrics.MetricsRecord;
import java.util.List;

/**
 * What is kept with a stream when it has ended.
 *
 * @param metrics one JSON object for each pass
 */
record EndNote(List<Json> metrics) {
  static final String NAME = "end";
  private static final JsonReader READER = new JsonReader(/* maxDepth= */ 32, 64 << 20);

  EndNote {
    metrics = List.copyOf(metrics);
  }

  static EndNote of(List<MetricsRecord> passes) {
    return new EndNote(passes.stream().map(pass -> READER.read(MetricsJson.write(pass))).toList());
  }

  String toText() {
    return new JsonText()
        .beginObject()
        .name("metrics")
        .value(new Json.Items(metrics))
        .endObject()
        .toString();
  }

  static EndNote parse(String text) {
    return new EndNote(READER.read(text).get("metrics").items());
  }
}
