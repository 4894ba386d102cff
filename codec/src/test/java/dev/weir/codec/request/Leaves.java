package dev.weir.codec.request;

import dev.weir.codec.dialect.ProviderJson;
import dev.weir.codec.json.Json;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.BiConsumer;

/** The values in a body, each with the path that leads to it. */
final class Leaves {
  private final Set<String> texts = new HashSet<>();
  private final Set<String> numbers = new HashSet<>();
  private final String joined;

  /** What can be found in a body. */
  Leaves(Json body) {
    List<String> all = new ArrayList<>();
    walk("", body, (path, leaf) -> add(leaf, all));
    joined = String.join("\n", all);
  }

  private void add(Json leaf, List<String> all) {
    if (leaf instanceof Json.Num number) {
      numbers.add(number(number));
    } else {
      String text = text(leaf);
      texts.add(text);
      all.add(text);
      Json inner = ProviderJson.object(text);
      if (inner != null) {
        walk("", inner, (path, value) -> add(value, all));
      }
    }
  }

  boolean has(Json leaf) {
    if (leaf instanceof Json.Num number) {
      return numbers.contains(number(number)) || joined.contains(number.digits());
    }
    // A URL may hold the data that stands by itself elsewhere.
    String text = text(leaf).replaceFirst("^data:[^,]*;base64,", "");
    if (texts.contains(text) || joined.contains(text)) {
      return true;
    }
    Json inner = ProviderJson.object(text);
    if (inner == null) {
      return false;
    }
    List<Boolean> found = new ArrayList<>();
    walk("", inner, (path, value) -> found.add(has(value)));
    return !found.contains(false);
  }

  private static String number(Json.Num number) {
    return new BigDecimal(number.digits()).stripTrailingZeros().toPlainString();
  }

  private static String text(Json leaf) {
    return leaf instanceof Json.Bool flag
        ? Boolean.toString(flag.value())
        // Gemini's schemas are in capitals.
        : leaf.textOrEmpty().strip().toLowerCase(Locale.ROOT);
  }

  /** Visits every value that is not an object, an array or null. */
  static void walk(String path, Json json, BiConsumer<String, Json> visit) {
    switch (json) {
      case Json.Fields fields ->
          fields
              .map()
              .forEach(
                  (name, value) -> walk(path.isEmpty() ? name : path + "." + name, value, visit));
      case Json.Items items -> {
        for (int i = 0; i < items.list().size(); i++) {
          walk(path + "[" + i + "]", items.list().get(i), visit);
        }
      }
      case Json.Null none -> {}
      case Json.Text text -> visit.accept(path, text);
      case Json.Num number -> visit.accept(path, number);
      case Json.Bool flag -> visit.accept(path, flag);
    }
  }
}
