package dev.weir.codec.dialect.gemini;

import dev.weir.codec.json.Json;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Names as protobuf's JSON writes them; it also reads them as they are in its schema. */
final class CamelCase {
  private static final Pattern UNDERSCORE = Pattern.compile("_([a-z])");

  /** What is inside these is the client's or the model's own, whatever it is called. */
  private static final Set<String> FREE = Set.of("args", "response");

  private CamelCase() {}

  static Json of(Json json) {
    return switch (json) {
      case Json.Fields fields -> {
        Map<String, Json> renamed = new LinkedHashMap<>();
        fields
            .map()
            .forEach(
                (name, value) -> renamed.put(of(name), FREE.contains(name) ? value : of(value)));
        yield new Json.Fields(renamed);
      }
      case Json.Items items -> new Json.Items(items.list().stream().map(CamelCase::of).toList());
      case Json.Text text -> text;
      case Json.Num number -> number;
      case Json.Bool flag -> flag;
      case Json.Null none -> none;
    };
  }

  private static String of(String name) {
    return UNDERSCORE.matcher(name).replaceAll(m -> m.group(1).toUpperCase(Locale.ROOT));
  }
}
