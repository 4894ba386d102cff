package dev.weir.codec.request;

import dev.weir.codec.json.Json;
import java.math.BigDecimal;
import java.util.Map;
import java.util.TreeMap;

/** JSON such that what means the same is the same text: keys sorted, numbers by their value. */
final class SortedJson {
  private SortedJson() {}

  static String of(Json json) {
    return sorted(json).toText();
  }

  private static Json sorted(Json json) {
    return switch (json) {
      case Json.Fields fields -> {
        Map<String, Json> sorted = new TreeMap<>();
        fields.map().forEach((name, value) -> sorted.put(name, sorted(value)));
        yield new Json.Fields(sorted);
      }
      case Json.Items items ->
          new Json.Items(items.list().stream().map(SortedJson::sorted).toList());
      case Json.Num number ->
          new Json.Num(new BigDecimal(number.digits()).stripTrailingZeros().toPlainString());
      case Json.Text text -> text;
      case Json.Bool flag -> flag;
      case Json.Null none -> none;
    };
  }
}
