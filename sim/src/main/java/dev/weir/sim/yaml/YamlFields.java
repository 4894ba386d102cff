package dev.weir.sim.yaml;

import dev.weir.codec.json.Json;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The fields of a value, asked for by name; {@link #nothingElse} refuses what is left over. */
public final class YamlFields {
  private final YamlValue value;
  private final Map<String, YamlValue> fields;
  private final Set<String> known = new LinkedHashSet<>();

  private YamlFields(YamlValue value) {
    this.value = value;
    this.fields = value.fields();
  }

  /** The fields of a value; none if it is absent. */
  public static YamlFields of(YamlValue value) {
    return new YamlFields(value);
  }

  /** The fields at the top of a file; none if it is empty. */
  public static YamlFields parse(String file, String text) {
    return of(YamlValue.parse(file, text));
  }

  /** A field, which may be absent. */
  public YamlValue get(String name) {
    known.add(name);
    return peek(name);
  }

  private YamlValue peek(String name) {
    YamlValue field = fields.get(name);
    return field == null ? value.absent(name) : field;
  }

  /** The text of a field, if it is there. */
  public @Nullable String text(String name) {
    return get(name).textIfAny();
  }

  /** A number above zero, if any. */
  public @Nullable Double number(String name) {
    return get(name).numberIfAny();
  }

  /** A whole number from 1; the default if it is absent. */
  public int whole(String name, int usual, int most) {
    Double number = number(name);
    if (number == null) {
      return usual;
    }
    if (number > most || number != Math.rint(number)) {
      throw refused(name, "expected a whole number from 1 to " + most);
    }
    return number.intValue();
  }

  /** The fields of a field; none if it is absent. */
  public YamlFields fields(String name) {
    return of(get(name));
  }

  /** A field as JSON; null if it is not there. */
  public Json json(String name) {
    return get(name).json();
  }

  /** The names of all fields. */
  public Collection<String> names() {
    return List.copyOf(fields.keySet());
  }

  /** Whether the field is there. */
  public boolean has(String name) {
    return fields.containsKey(name);
  }

  /** Refuses a field, saying why. */
  public YamlException refused(String name, String why) {
    return peek(name).refused(why);
  }

  /** Refuses what nobody asked for: a typo must not go unnoticed. */
  public void nothingElse() {
    for (String name : fields.keySet()) {
      if (!known.contains(name)) {
        String near = Suggestion.nearest(name, known);
        throw refused(
            name,
            "unknown field; expected one of %s%s"
                .formatted(
                    String.join(", ", known), near == null ? "" : ". Did you mean " + near + "?"));
      }
    }
  }
}
