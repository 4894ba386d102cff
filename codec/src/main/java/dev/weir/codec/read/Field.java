package dev.weir.codec.read;

import dev.weir.codec.json.Json;
import dev.weir.codec.request.BadRequestException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A value of a request with the path that leads to it. Of an absent or null value anything optional
 * may be asked; a value that is there but is not what was asked for is refused by its path.
 *
 * <p>A field knows whether it was read: what nobody read is what only its dialect knows, and is
 * found at a cost that is linear in the body. Not for several threads.
 */
public final class Field {
  private static final int MAX_SHOWN = 60;

  private final String path;
  private final Json json;
  private final @Nullable Field parent;
  private final Map<String, Field> children = new LinkedHashMap<>();
  private @Nullable List<Field> items;
  private boolean isRead;
  private boolean isTaken;

  private Field(String path, Json json, @Nullable Field parent) {
    this.path = path;
    this.json = json;
    this.parent = parent;
  }

  /**
   * The body of a request.
   *
   * @throws BadRequestException if it is not an object
   */
  public static Field body(Json json) {
    return new Field("", json, null).object();
  }

  /** A value that replaces this one, as if it were in the same place. */
  public Field as(Json other) {
    isRead = true;
    return new Field(path, other, parent);
  }

  public String path() {
    return path;
  }

  /** All of it, which counts as reading it. */
  public Json json() {
    isRead = true;
    return json;
  }

  /** All of it, which does not count as reading it. */
  public Json peek() {
    return json;
  }

  public boolean isAbsent() {
    return json.isNull();
  }

  /** The field of that name, which may be absent. */
  public Field get(String name) {
    Field known = children.get(name);
    if (known != null) {
      return known;
    }
    Field child = new Field(path.isEmpty() ? name : path + "." + name, json.get(name), this);
    children.put(name, child);
    return child;
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
    List<Field> known = items;
    if (known == null) {
      known = new ArrayList<>();
      for (Json item : json.items()) {
        known.add(new Field(path + "[" + known.size() + "]", item, this));
      }
      items = known;
    }
    return known;
  }

  /** The items of an array, none if it is absent. */
  public List<Field> itemsIfAny() {
    return isAbsent() ? List.of() : items();
  }

  /** The items of an array, or the single object in its place. */
  public List<Field> itemsOrOne() {
    return json.isObject() ? List.of(this) : items();
  }

  public boolean isText() {
    return json.text() != null;
  }

  /** The text, which must be there. */
  public String text() {
    String text = json().text();
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

  /** Whether it is this word. */
  public boolean is(String word) {
    return word.equals(json.text()) && text().equals(word);
  }

  public @Nullable Double decimalIfAny() {
    if (isAbsent()) {
      return null;
    }
    if (!(json() instanceof Json.Num number)) {
      throw wrong("a number");
    }
    double value = Double.parseDouble(number.digits());
    if (Double.isInfinite(value)) {
      throw wrong("a number within bounds");
    }
    return value;
  }

  public @Nullable Long wholeIfAny() {
    if (isAbsent()) {
      return null;
    }
    Long number = json().number();
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
    if (!(json() instanceof Json.Bool flag)) {
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

  /** These fields are understood, because all of it is read in another way. */
  public Field understood(String... names) {
    for (String name : names) {
      if (json.has(name)) {
        get(name).isRead = true;
      }
    }
    return this;
  }

  /** Marks all of it as not understood, whatever was read. */
  Field unreadAgain() {
    isRead = false;
    children.clear();
    items = null;
    return this;
  }

  /** Takes it out of what is left of its parents, because it is kept separately. */
  Field take() {
    isTaken = true;
    return this;
  }

  /** What was not taken; {@code null} if nothing is left of it. */
  @Nullable Json left() {
    if (isTaken) {
      return null;
    }
    if (items != null) {
      boolean isGone = !items.isEmpty() && items.stream().allMatch(item -> item.isTaken);
      return isGone ? null : json;
    }
    if (children.isEmpty() || !json.isObject()) {
      return json;
    }
    Map<String, Json> left = new LinkedHashMap<>();
    json.fields()
        .forEach((name, value) -> {
          Field child = children.get(name);
          Json of = child == null ? value : child.left();
          if (of != null) {
            left.put(name, of);
          }
        });
    return left.isEmpty() && !json.fields().isEmpty() ? null : new Json.Fields(left);
  }

  /** Hands over what was neither read nor taken, as near to the root as possible. */
  void unread(Consumer<Field> out) {
    if (isTaken || isRead || isAbsent()) {
      return;
    }
    if (items != null) {
      items.forEach(item -> item.unread(out));
    } else if (children.isEmpty() || !json.isObject()) {
      boolean isEmpty =
          json.isObject() ? json.fields().isEmpty() : json.isArray() && json.items().isEmpty();
      if (!isEmpty) {
        out.accept(this);
      }
    } else {
      json.fields().forEach((name, value) -> get(name).unread(out));
    }
  }

  /** This value inside everything that contains it, and nothing else. */
  Json alone() {
    Json whole = json;
    String name = path;
    for (Field outer = parent; outer != null; outer = outer.parent) {
      String inner = outer.path.isEmpty() ? name : name.substring(outer.path.length() + 1);
      whole = new Json.Fields(Map.of(inner, whole));
      name = outer.path;
    }
    return whole;
  }

  /** An exception to throw where a value is not what the dialect expects. */
  public BadRequestException wrong(String expected) {
    String seen = isAbsent() ? "nothing" : json.toText();
    String shown = seen.length() > MAX_SHOWN ? seen.substring(0, MAX_SHOWN) + "…" : seen;
    return new BadRequestException(path, "expected %s, saw %s".formatted(expected, shown));
  }
}
