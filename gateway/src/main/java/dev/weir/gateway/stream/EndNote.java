package dev.weir.gateway.stream;

import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.json.JsonText;
import dev.weir.event.Verdict;
import dev.weir.log.metrics.MetricsJson;
import dev.weir.log.metrics.MetricsRecord;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is kept with a stream when it has ended.
 *
 * @param metrics one JSON object for each pass
 */
record EndNote(@Nullable Verdict verdict, List<Json> metrics) {
  static final String NAME = "end";
  private static final JsonReader READER = new JsonReader(/* maxDepth= */ 32, 64 << 20);

  EndNote {
    metrics = List.copyOf(metrics);
  }

  static EndNote of(Verdict verdict, List<MetricsRecord> passes) {
    return new EndNote(
        verdict, passes.stream().map(pass -> READER.read(MetricsJson.write(pass))).toList());
  }

  String toText() {
    return new JsonText()
        .beginObject()
        .fieldIfAny("verdict", verdict == null ? null : verdict.name())
        .name("metrics")
        .value(new Json.Items(metrics))
        .endObject()
        .toString();
  }

  static EndNote parse(String text) {
    Json json = READER.read(text);
    String word = json.get("verdict").textOrEmpty();
    return new EndNote(
        Arrays.stream(Verdict.values())
            .filter(verdict -> verdict.name().equals(word))
            .findFirst()
            .orElse(null),
        json.get("metrics").items());
  }
}
