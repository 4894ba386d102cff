package dev.weir.codec.bind;

import dev.weir.codec.json.Json;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The JSON of what a method returned; a type that has none of its own becomes its text form. */
public final class JavaJson {
  private JavaJson() {}

  /** A value of Java as JSON: records as objects, and what they may hold. */
  public static Json of(@Nullable Object value) {
    return switch (value) {
      case null -> Json.Null.NULL;
      case Json json -> json;
      case Boolean bool -> new Json.Bool(bool);
      case Double real when !Double.isFinite(real) -> new Json.Text(real.toString());
      case Float real when !Float.isFinite(real) -> new Json.Text(real.toString());
      case Number number -> new Json.Num(number.toString());
      case Optional<?> optional -> of(optional.orElse(null));
      case Collection<?> items -> new Json.Items(items.stream().map(JavaJson::of).toList());
      case Map<?, ?> map -> ofMap(map);
      case Record fields -> ofRecord(fields);
      case Object other -> new Json.Text(other.toString());
    };
  }

  private static Json ofMap(Map<?, ?> map) {
    Map<String, Json> fields = new LinkedHashMap<>();
    map.forEach((name, value) -> fields.put(String.valueOf(name), of(value)));
    return new Json.Fields(fields);
  }

  private static Json ofRecord(Record value) {
    Map<String, Json> fields = new LinkedHashMap<>();
    for (RecordComponent component : List.of(value.getClass().getRecordComponents())) {
      try {
        Method accessor = component.getAccessor();
        accessor.setAccessible(true);
        fields.put(component.getName(), of(accessor.invoke(value)));
      } catch (ReflectiveOperationException impossible) {
        throw new IllegalStateException("Cannot read " + component, impossible);
      }
    }
    return new Json.Fields(fields);
  }
}
