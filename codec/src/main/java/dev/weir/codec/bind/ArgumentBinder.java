package dev.weir.codec.bind;

import dev.weir.codec.bind.Parameters.Named;
import dev.weir.codec.json.Json;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Makes Java values from JSON: a call's arguments, an answer. What does not fit is an {@link
 * IllegalArgumentException} that names the place, what was seen and what was expected, for the
 * model to read.
 */
public final class ArgumentBinder {
  private ArgumentBinder() {}

  /** The values for these parameters, in their order. */
  public static Object[] bind(List<Named> parameters, Json arguments, String path) {
    List<Object> values = new ArrayList<>();
    for (Named parameter : parameters) {
      String where = path.isEmpty() ? parameter.name() : path + "." + parameter.name();
      Json given = arguments.get(parameter.name());
      if (parameter.isOptional()) {
        values.add(
            given.isNull() ? Optional.empty() : Optional.of(value(parameter.type(), given, where)));
      } else if (given.isNull() && parameter.type() != Json.class) {
        throw new IllegalArgumentException(where + ": is missing");
      } else {
        values.add(value(parameter.type(), given, where));
      }
    }
    return values.toArray();
  }

  /**
   * A record from an object.
   *
   * @throws IllegalArgumentException if it does not fit, with the place and what was expected
   */
  public static <T> T read(Class<T> type, Json object) {
    return type.cast(value(type, object, type.getSimpleName()));
  }

  private static Object value(Type type, Json given, String path) {
    if (type instanceof ParameterizedType generic) {
      return generic.getRawType() == Map.class
          ? map(generic.getActualTypeArguments()[1], given, path)
          : list(generic.getActualTypeArguments()[0], given, path);
    }
    Class<?> plain = (Class<?>) type;
    if (plain == Json.class) {
      return given;
    }
    if (plain == String.class && given instanceof Json.Text text) {
      return text.value();
    }
    if ((plain == boolean.class || plain == Boolean.class) && given instanceof Json.Bool bool) {
      return bool.value();
    }
    if (plain.isEnum()) {
      return constant(plain, given, path);
    }
    if (plain.isRecord() && given.isObject()) {
      return ofRecord(plain, given, path);
    }
    if (given instanceof Json.Num number) {
      Object value = number(plain, number);
      if (value != null) {
        return value;
      }
    }
    throw unfit(path, plain.getSimpleName(), given);
  }

  private static @Nullable Object number(Class<?> type, Json.Num given) {
    if (type == double.class || type == Double.class) {
      return Double.valueOf(given.digits());
    }
    if (type == float.class || type == Float.class) {
      return Float.valueOf(given.digits());
    }
    try {
      if (type == BigDecimal.class) {
        return new BigDecimal(given.digits());
      }
      if (type == BigInteger.class) {
        return new BigInteger(given.digits());
      }
    } catch (NumberFormatException beyond) {
      return null;
    }
    Long whole = given.number();
    return whole == null ? null : whole(type, whole);
  }

  private static @Nullable Object whole(Class<?> type, long value) {
    if (type == long.class || type == Long.class) {
      return value;
    }
    if ((type == int.class || type == Integer.class) && value == (int) value) {
      return (int) value;
    }
    if ((type == short.class || type == Short.class) && value == (short) value) {
      return (short) value;
    }
    if ((type == byte.class || type == Byte.class) && value == (byte) value) {
      return (byte) value;
    }
    return null;
  }

  private static Object constant(Class<?> type, Json given, String path) {
    return Arrays.stream(type.getEnumConstants())
        .filter(c -> ((Enum<?>) c).name().equals(given.text()))
        .findFirst()
        .orElseThrow(
            () -> unfit(path, "one of " + Arrays.toString(type.getEnumConstants()), given));
  }

  private static List<Object> list(Type item, Json given, String path) {
    if (!given.isArray()) {
      throw unfit(path, "an array", given);
    }
    List<Object> items = new ArrayList<>();
    for (Json each : given.items()) {
      items.add(value(item, each, path + "[" + items.size() + "]"));
    }
    return Collections.unmodifiableList(items);
  }

  private static Map<String, Object> map(Type type, Json given, String path) {
    if (!given.isObject()) {
      throw unfit(path, "an object", given);
    }
    Map<String, Object> map = new LinkedHashMap<>();
    given.fields().forEach((name, each) -> map.put(name, value(type, each, path + "." + name)));
    return Collections.unmodifiableMap(map);
  }

  private static Object ofRecord(Class<?> type, Json given, String path) {
    Object[] values = bind(Parameters.of(type), given, path);
    Class<?>[] types =
        Arrays.stream(type.getRecordComponents())
            .map(RecordComponent::getType)
            .toArray(Class<?>[]::new);
    try {
      Constructor<?> constructor = type.getDeclaredConstructor(types);
      constructor.setAccessible(true);
      return constructor.newInstance(values);
    } catch (InvocationTargetException refused) {
      Throwable why = refused.getCause() == null ? refused : refused.getCause();
      throw new IllegalArgumentException(path + ": " + why.getMessage(), refused);
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException("Cannot make a " + type.getName(), impossible);
    }
  }

  private static IllegalArgumentException unfit(String path, String expected, Json given) {
    String seen = given.toText();
    String shown = seen.length() > 100 ? seen.substring(0, 100) + "…" : seen;
    return new IllegalArgumentException("%s: expected %s, saw %s".formatted(path, expected, shown));
  }
}
