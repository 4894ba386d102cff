package dev.weir.codec.bind;

import dev.weir.codec.bind.Parameters.Named;
import dev.weir.codec.json.Json;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The JSON schema of Java types: texts, numbers, booleans, enums, records, lists and maps.
 *
 * <p>Types without a finite schema are the programmer's mistake and are refused by name.
 */
public final class TypeSchema {
  private static final Set<Type> WHOLE =
      Set.of(
          byte.class,
          Byte.class,
          short.class,
          Short.class,
          int.class,
          Integer.class,
          long.class,
          Long.class,
          BigInteger.class);
  private static final Set<Type> FRACTIONS =
      Set.of(float.class, Float.class, double.class, Double.class, BigDecimal.class);

  /** Records that are being described, to notice one that contains itself. */
  private final Set<Type> open = new HashSet<>();

  private TypeSchema() {}

  /** The schema of an object with these fields. */
  public static Json ofObject(List<Named> fields) {
    return new TypeSchema().object(fields);
  }

  /**
   * The schema of a record.
   *
   * @throws IllegalArgumentException if it is not a record, or holds what has no schema
   */
  public static Json of(Class<?> type) {
    if (!type.isRecord()) {
      throw new IllegalArgumentException(
          "%s is not a record, so it has no fields to describe".formatted(type.getName()));
    }
    return new TypeSchema().schema(type);
  }

  private Json object(List<Named> fields) {
    Map<String, Json> properties = new LinkedHashMap<>();
    for (Named field : fields) {
      Map<String, Json> schema = new LinkedHashMap<>(schema(field.type()).fields());
      if (!field.description().isEmpty()) {
        schema.put("description", text(field.description()));
      }
      if (properties.put(field.name(), new Json.Fields(schema)) != null) {
        throw new IllegalArgumentException(
            "Two parameters are named \"%s\"; give one another name".formatted(field.name()));
      }
    }
    List<Json> required =
        fields.stream().filter(f -> !f.isOptional()).map(f -> text(f.name())).toList();
    Map<String, Json> object = new LinkedHashMap<>();
    object.put("type", text("object"));
    object.put("properties", new Json.Fields(properties));
    object.put("required", new Json.Items(required));
    object.put("additionalProperties", new Json.Bool(false));
    return new Json.Fields(object);
  }

  private Json schema(Type type) {
    if (type instanceof ParameterizedType generic) {
      return generic((Class<?>) generic.getRawType(), generic.getActualTypeArguments(), type);
    }
    if (!(type instanceof Class<?> plain)) {
      throw unknown(type);
    }
    if (plain == String.class) {
      return typed("string");
    }
    if (plain == boolean.class || plain == Boolean.class) {
      return typed("boolean");
    }
    if (WHOLE.contains(plain)) {
      return typed("integer");
    }
    if (FRACTIONS.contains(plain)) {
      return typed("number");
    }
    if (plain == Json.class) {
      return new Json.Fields(Map.of());
    }
    if (plain.isEnum()) {
      return with(
          "string",
          "enum",
          new Json.Items(
              Arrays.stream(plain.getEnumConstants())
                  .map(c -> text(((Enum<?>) c).name()))
                  .toList()));
    }
    if (plain.isRecord()) {
      return ofRecord(plain);
    }
    throw unknown(type);
  }

  private Json ofRecord(Class<?> type) {
    if (!open.add(type)) {
      throw new IllegalArgumentException(
          "%s contains itself, so its schema would be infinite; use Json for the inner one"
              .formatted(type.getName()));
    }
    Json schema = object(Parameters.of(type));
    open.remove(type);
    return schema;
  }

  private Json generic(Class<?> raw, Type[] arguments, Type type) {
    if (raw == List.class || raw == Collection.class) {
      return with("array", "items", schema(arguments[0]));
    }
    if (raw == Map.class && arguments[0] == String.class) {
      return with("object", "additionalProperties", schema(arguments[1]));
    }
    throw unknown(type);
  }

  private static IllegalArgumentException unknown(Type type) {
    return new IllegalArgumentException(
        "%s has no schema; use String, numbers, boolean, enums, records, List, Map<String, …>, Json, and Optional of these as a parameter or component"
            .formatted(type.getTypeName()));
  }

  private static Json typed(String type) {
    return new Json.Fields(Map.of("type", text(type)));
  }

  private static Json with(String type, String name, Json value) {
    Map<String, Json> fields = new LinkedHashMap<>();
    fields.put("type", text(type));
    fields.put(name, value);
    return new Json.Fields(fields);
  }

  private static Json text(String value) {
    return new Json.Text(value);
  }
}
