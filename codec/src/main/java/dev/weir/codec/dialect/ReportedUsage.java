package dev.weir.codec.dialect;

import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a provider reported of its usage so far, in its own JSON: the last value of each field,
 * because later reports may leave fields out or set them to null.
 */
final class ReportedUsage implements ReportedCounts {
  /** Providers have some twenty; a hostile one must not make it grow forever. */
  private static final int MAX_FIELDS = 200;

  private static final long[] NONE = {};

  private Map<String, Json> fields = Map.of();

  /**
   * Numbers that come alone, one chunk after the other, in the order of their names: they become
   * JSON when somebody asks for it.
   */
  private long[] numbers = NONE;

  /** Which of them have come, a bit for each. */
  private int present;

  private List<String> names = List.of();
  private boolean isRunning;

  /** Takes a report. Returns whether it said anything new. */
  boolean take(Json report) {
    settle();
    return !report.fields().isEmpty() && merge(known(), report.fields());
  }

  /**
   * Takes the first numbers of a list of names, -1 for one that is absent. Returns whether one of
   * them is new.
   */
  boolean take(List<String> named, long... counts) {
    if (!isRunning) {
      run(named);
    }
    boolean isNew = false;
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] >= 0 && (!isKnown(i) || numbers[i] != counts[i])) {
        know(i, counts[i]);
        isNew = true;
      }
    }
    return isNew;
  }

  @Override
  public @Nullable Long number(int place) {
    return isKnown(place) ? (Long) numbers[place] : null;
  }

  private boolean isKnown(int place) {
    return (present & (1 << place)) != 0;
  }

  private void know(int place, long number) {
    numbers[place] = number;
    present |= 1 << place;
  }

  private void run(List<String> named) {
    isRunning = true;
    names = named;
    numbers = new long[named.size()];
    present = 0;
    for (int i = 0; i < numbers.length; i++) {
      Long number = settled(named.get(i));
      if (number != null) {
        know(i, number);
      }
    }
  }

  private void settle() {
    if (!isRunning) {
      return;
    }
    isRunning = false;
    for (int i = 0; i < numbers.length; i++) {
      Long number = number(i);
      if (number != null && !number.equals(settled(names.get(i)))) {
        known().put(names.get(i), new Json.Num(number.toString()));
      }
    }
  }

  /** The fields for more of them. */
  private Map<String, Json> known() {
    fields = fields.isEmpty() ? new LinkedHashMap<>() : fields;
    return fields;
  }

  private @Nullable Long settled(String name) {
    return fields.getOrDefault(name, Json.Null.NULL).number();
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
