package dev.weir.codec.read;

import dev.weir.codec.json.Json;
import dev.weir.codec.request.BadRequestException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A value of a request with the path that leads to it. What is absent or null may be asked for
 * anything that is optional; what is there and is not what was asked for is refused by its path.
 */
public record Field(String path, Json json) {
  private static final int MAX_SHOWN = 60;

  /**
   * The body of a request.
   *
   * @throws BadRequestException if it is not an object
   */
  public static Field body(Json json) {
    return new Field("", json).object();
  }

  public boolean isAbsent() {
    return json.isNull();
  }

  /** The field of that name, which may be absent. */
  public Field get(String name) {
    return new Field(path.isEmpty() ? name : path + "." + name, json.get(name));
  }

  /** The first of these fields that is there; the first name's if none is. */
  public Field getAny(String name, String... otherNames) {
    for (String other : otherNames) {
      if (!json.has(name) && json.has(other)) {
        return get(other);
      }
    }
    return get(name);
  }

  public boolean has(String name) {
    return json.has(name);
  }

  /** This value, which must be an object. */
  public Field object() {
    if (!json.isObject()) {
      throw wrong("an object");
    }
    return this;
  }

  /** This value if it is an object; {@code null} if it is absent. */
  public @Nullable Field objectIfAny() {
    return isAbsent() ? null : object();
  }

  /** The items of an array that must be there. */
  public List<Field> items() {
    if (!json.isArray()) {
      throw wrong("an array");
    }
    List<Json> items = json.items();
    List<Field> fields = new ArrayList<>(items.size());
    for (int i = 0; i < items.size(); i++) {
      fields.add(new Field(path + "[" + i + "]", items.get(i)));
    }
    return fields;
  }

  /** The items of an array, none if it is absent. */
  public List<Field> itemsIfAny() {
    return isAbsent() ? List.of() : items();
  }

  public boolean isText() {
    return json.text() != null;
  }

  /** The text, which must be there. */
  public String text() {
    String text = json.text();
    if (text == null) {
      throw wrong("a text");
    }
    return text;
  }

  public @Nullable String textIfAny() {
    return isAbsent() ? null : text();
  }

  public String textOrEmpty() {
    return isAbsent() ? "" : text();
  }

  public @Nullable Double decimalIfAny() {
    if (isAbsent()) {
      return null;
    }
    if (!(json instanceof Json.Num number)) {
      throw wrong("a number");
    }
    double value = Double.parseDouble(number.digits());
    if (Double.isInfinite(value)) {
      throw wrong("a number that is not beyond all bounds");
    }
    return value;
  }

  public @Nullable Long wholeIfAny() {
    if (isAbsent()) {
      return null;
    }
    Long number = json.number();
    if (number == null) {
      throw wrong("a whole number");
    }
    return number;
  }

  /** A whole number that is not negative and not beyond an int. */
  public @Nullable Integer countIfAny() {
    Long number = wholeIfAny();
    if (number == null) {
      return null;
    }
    if (number < 0 || number > Integer.MAX_VALUE) {
      throw wrong("a whole number from 0 to 2,147,483,647");
    }
    return number.intValue();
  }

  public @Nullable Boolean flagIfAny() {
    if (isAbsent()) {
      return null;
    }
    if (!(json instanceof Json.Bool flag)) {
      throw wrong("true or false");
    }
    return flag.value();
  }

  /** A text, or an array of texts; none if it is absent. */
  public List<String> textsIfAny() {
    if (isText()) {
      return List.of(text());
    }
    return itemsIfAny().stream().map(Field::text).toList();
  }

  /** The fields whose names are not among these, in their order. */
  public Map<String, Json> rest(Set<String> known) {
    Map<String, Json> rest = new LinkedHashMap<>();
    json.fields()
        .forEach((name, value) -> {
          if (!known.contains(name) && !value.isNull()) {
            rest.put(name, value);
          }
        });
    return rest;
  }

  /** To be thrown where a value is not what the dialect has here. */
  public BadRequestException wrong(String expected) {
    String seen = isAbsent() ? "nothing" : json.toText();
    String shown = seen.length() > MAX_SHOWN ? seen.substring(0, MAX_SHOWN) + "…" : seen;
    return new BadRequestException(path, "expected %s, saw %s".formatted(expected, shown));
  }
}
