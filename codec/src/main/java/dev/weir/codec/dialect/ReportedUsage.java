package dev.weir.codec.dialect;

import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a provider reported of its usage so far, in its own JSON: the last value of each field,
 * because later reports may leave fields out or set them to null.
 */
final class ReportedUsage {
  /** Providers have some twenty; a hostile one must not make it grow forever. */
  private static final int MAX_FIELDS = 200;

  private final Map<String, Json> fields = new LinkedHashMap<>();

  /** Takes a report. Returns whether it said anything new. */
  boolean take(Json report) {
    return merge(fields, report.fields());
  }

  /** Takes one number of a report. Returns whether it is new. */
  boolean take(String name, long count) {
    Long known = fields.getOrDefault(name, Json.Null.NULL).number();
    if (known != null && known == count) {
      return false;
    }
    fields.put(name, new Json.Num(Long.toString(count)));
    return true;
  }

  Json json() {
    return new Json.Fields(fields);
  }

  /** The JSON with sorted names; absent if nothing was reported. */
  @Nullable String text() {
    return fields.isEmpty() ? null : JsonText.canonical(json());
  }

  private static boolean merge(Map<String, Json> known, Map<String, Json> report) {
    boolean isNew = false;
    for (var field : report.entrySet()) {
      Json before = known.getOrDefault(field.getKey(), Json.Null.NULL);
      Json after = merged(before, field.getValue());
      if (!after.equals(before) && (!before.isNull() || known.size() < MAX_FIELDS)) {
        known.put(field.getKey(), after);
        isNew = true;
      }
    }
    return isNew;
  }

  private static Json merged(Json before, Json report) {
    if (report.isNull()) {
      return before;
    }
    if (!report.isObject()) {
      return report;
    }
    Map<String, Json> fields = new LinkedHashMap<>(before.fields());
    merge(fields, report.fields());
    return new Json.Fields(fields);
  }
}
