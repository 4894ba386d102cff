package dev.weir.codec.json;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A JSON value. Asking a value for what it does not have gives {@link Null} or {@code null}, never
 * an exception: providers leave fields out, set them to null and change their types.
 */
public sealed interface Json {

  /** An object, fields in order of appearance; of a repeated name the last value counts. */
  record Fields(Map<String, Json> map) implements Json {}

  /** An array. */
  record Items(List<Json> list) implements Json {}

  /** A string, without its escapes. */
  record Text(String value) implements Json {}

  /** A number in its own spelling, so that nothing is lost or rounded. */
  record Num(String digits) implements Json {}

  /** A truth value. */
  record Bool(boolean value) implements Json {}

  /** Null, and everything that is absent. */
  enum Null implements Json {
    NULL
  }

  /** The field of that name. */
  default Json get(String name) {
    return this instanceof Fields fields ? fields.map().getOrDefault(name, Null.NULL) : Null.NULL;
  }

  /** The item at that place. */
  default Json at(int index) {
    return this instanceof Items items && index < items.list().size()
        ? items.list().get(index)
        : Null.NULL;
  }

  /** Whether an object has a field, be it null. */
  default boolean has(String name) {
    return !get(name).isNull();
  }

  /** Whether it is null or absent. */
  default boolean isNull() {
    return this instanceof Null;
  }

  /** Whether it is an object. */
  default boolean isObject() {
    return this instanceof Fields;
  }

  /** Whether it is an array. */
  default boolean isArray() {
    return this instanceof Items;
  }

  /** Whether it is {@code true}, and nothing that only looks like it. */
  default boolean isTrue() {
    return this instanceof Bool bool && bool.value();
  }

  /** The items of an array, or none. */
  default List<Json> items() {
    return this instanceof Items items ? items.list() : List.of();
  }

  /** The fields of an object, or none. */
  default Map<String, Json> fields() {
    return this instanceof Fields fields ? fields.map() : Map.of();
  }

  /** The text of a string; {@code null} for any other value. */
  default @Nullable String text() {
    return this instanceof Text text ? text.value() : null;
  }

  /** The text of a string that is not empty; {@code null} for any other value. */
  default @Nullable String textIfAny() {
    return this instanceof Text text && !text.value().isEmpty() ? text.value() : null;
  }

  /** The text of a string, or the empty text. */
  default String textOrEmpty() {
    return this instanceof Text text ? text.value() : "";
  }

  /** A string or a number as a word, such as an error code. */
  default @Nullable String word() {
    return switch (this) {
      case Text text -> text.value().isEmpty() ? null : text.value();
      case Num number -> number.digits();
      case Bool bool -> Boolean.toString(bool.value());
      case Null none -> null;
      case Fields fields -> null;
      case Items items -> null;
    };
  }

  /** A whole number that fits; {@code null} for any other value. */
  default @Nullable Long number() {
    if (!(this instanceof Num number)) {
      return null;
    }
    try {
      return Long.valueOf(number.digits());
    } catch (NumberFormatException notWhole) {
      return wholeOf(number.digits());
    }
  }

  private static @Nullable Long wholeOf(String text) {
    double value = Double.parseDouble(text);
    boolean whole = value == Math.rint(value) && Math.abs(value) < 1L << 53;
    return whole ? (long) value : null;
  }

  /** Compact JSON text. */
  default String toText() {
    return JsonText.of(this);
  }
}
