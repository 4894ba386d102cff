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
final class ReportedUsage implements ReportedCounts {
  /** Providers have some twenty; a hostile one must not make it grow forever. */
  private static final int MAX_FIELDS = 200;

  /** No dialect has more numbers that change from chunk to chunk. */
  private static final int MAX_RUNNING = 4;

  private static final String[] NONE = {};

  private final Map<String, Json> fields = new LinkedHashMap<>();

  /**
   * Numbers that come alone, one chunk after the other: they become JSON when somebody asks for it.
   */
  private String[] runningNames = NONE;

  private long[] runningCounts = {};
  private int running;

  /** Takes a report. Returns whether it said anything new. */
  boolean take(Json report) {
    settle();
    return merge(fields, report.fields());
  }

  /** Takes one number of a report. Returns whether it is new. */
  boolean take(String name, long count) {
    int place = place(name);
    if (place < running) {
      boolean isNew = runningCounts[place] != count;
      runningCounts[place] = count;
      return isNew;
    }
    Long known = number(name);
    if (known != null && known == count) {
      return false;
    }
    if (running == MAX_RUNNING) {
      settle();
    }
    if (runningNames.length == 0) {
      runningNames = new String[MAX_RUNNING];
      runningCounts = new long[MAX_RUNNING];
    }
    runningNames[running] = name;
    runningCounts[running++] = count;
    return true;
  }

  @Override
  public @Nullable Long number(String name) {
    int place = place(name);
    return place < running
        ? Long.valueOf(runningCounts[place])
        : fields.getOrDefault(name, Json.Null.NULL).number();
  }

  private int place(String name) {
    int place = 0;
    while (place < running && !runningNames[place].equals(name)) {
      place++;
    }
    return place;
  }

  private void settle() {
    for (int i = 0; i < running; i++) {
      fields.put(runningNames[i], new Json.Num(Long.toString(runningCounts[i])));
    }
    running = 0;
  }

  Json json() {
    settle();
    return new Json.Fields(fields);
  }

  /** The JSON with sorted names; absent if nothing was reported. */
  @Nullable String text() {
    settle();
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
