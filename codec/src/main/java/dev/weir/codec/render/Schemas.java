package dev.weir.codec.render;

import dev.weir.codec.json.Json;
import dev.weir.codec.request.OutputFormat;
import dev.weir.codec.request.Setting;
import java.util.List;
import java.util.stream.Stream;

/** What must be known about a JSON schema before it is sent. */
public final class Schemas {
  private static final Json OBJECT = new Json.Text("object");

  private Schemas() {}

  /**
   * Whether OpenAI takes a schema as strict: nothing may be added to any of its objects, and
   * nothing left out.
   */
  public static boolean isStrict(Json schema) {
    return isClosed(schema) && areAllStrict(schema.fields().values().stream());
  }

  private static boolean isClosed(Json schema) {
    List<Json> required = schema.get("required").items();
    return schema.get("additionalProperties") instanceof Json.Bool open
        && !open.value()
        && schema.get("properties").fields().keySet().stream()
            .allMatch(name -> required.contains(new Json.Text(name)));
  }

  /** The same of everything below, wherever a keyword may have a schema of an object. */
  private static boolean areAllStrict(Stream<Json> below) {
    return below.allMatch(each -> {
      boolean isObject = each.get("type").equals(OBJECT);
      return (!isObject || isClosed(each))
          && areAllStrict(Stream.concat(each.fields().values().stream(), each.items().stream()));
    });
  }

  /** A schema in the form OpenAI takes; what it cannot be strict about is said to be lost. */
  public static Tree named(OutputFormat.JsonSchema format, Draft draft) {
    boolean canBe = isStrict(format.schema());
    if (Boolean.TRUE.equals(format.strict()) && !canBe) {
      draft.lose(Setting.FORMAT, notStrict(draft));
    }
    return Tree.of("name", format.name())
        .putIfAny("description", format.description())
        .put("schema", format.schema())
        .put("strict", canBe && !Boolean.FALSE.equals(format.strict()));
  }

  /** Why something cannot be strict although it was asked for. */
  static String notStrict(Draft draft) {
    return "%s is strict only about schemas to whose objects nothing can be added, and of which nothing can be left out"
        .formatted(draft.dialect());
  }
}
