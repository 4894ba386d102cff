package dev.weir.codec.json;

import dev.weir.event.ActiveCharacters;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes JSON text, one field after another, always on one line.
 *
 * <p>Control characters (C0, DEL, C1, bidirectional) are escaped, and so are line separators and
 * lone surrogates: the text may stand in a log, in an event stream or on a terminal, and is always
 * valid UTF-8.
 */
public final class JsonText {
  private static final String HEX = "0123456789abcdef";

  private final StringBuilder text = new StringBuilder(128);
  private boolean comma;

  /** Compact text of a value, fields in their own order. */
  public static String of(Json value) {
    var writer = new JsonText();
    writer.value(value, /* sorted= */ false);
    return writer.toString();
  }

  /** Compact text of a value, fields sorted by name: equal values give equal texts. */
  public static String canonical(Json value) {
    var writer = new JsonText();
    writer.value(value, /* sorted= */ true);
    return writer.toString();
  }

  public JsonText beginObject() {
    return open('{');
  }

  public JsonText endObject() {
    return close('}');
  }

  public JsonText beginArray() {
    return open('[');
  }

  public JsonText endArray() {
    return close(']');
  }

  public JsonText name(String name) {
    separate();
    quote(name);
    text.append(':');
    comma = false;
    return this;
  }

  public JsonText value(String value) {
    separate();
    quote(value);
    return this;
  }

  public JsonText value(long value) {
    separate();
    text.append(value);
    return this;
  }

  public JsonText value(boolean value) {
    separate();
    text.append(value);
    return this;
  }

  public JsonText value(Json value) {
    return value(value, /* sorted= */ false);
  }

  public JsonText field(String name, String value) {
    return name(name).value(value);
  }

  public JsonText field(String name, long value) {
    return name(name).value(value);
  }

  public JsonText field(String name, boolean value) {
    return name(name).value(value);
  }

  /** Writes the field if there is a value. */
  public JsonText fieldIfAny(String name, @Nullable String value) {
    return value == null ? this : field(name, value);
  }

  /** Writes the field if there is a value. */
  public JsonText fieldIfAny(String name, @Nullable Long value) {
    return value == null ? this : field(name, value.longValue());
  }

  /** Writes the field if it is true. */
  public JsonText flag(String name, boolean value) {
    return value ? field(name, true) : this;
  }

  /** Writes the field, null if there is no value. */
  public JsonText fieldOrNull(String name, @Nullable String value) {
    return value == null ? name(name).value(Json.Null.NULL) : field(name, value);
  }

  private JsonText value(Json value, boolean sorted) {
    switch (value) {
      case Json.Fields fields -> {
        Map<String, Json> map = sorted ? new TreeMap<>(fields.map()) : fields.map();
        beginObject();
        map.forEach((name, field) -> name(name).value(field, sorted));
        endObject();
      }
      case Json.Items items -> {
        beginArray();
        items.list().forEach(item -> value(item, sorted));
        endArray();
      }
      case Json.Text string -> value(string.value());
      case Json.Num number -> raw(number.digits());
      case Json.Bool bool -> value(bool.value());
      case Json.Null none -> raw("null");
    }
    return this;
  }

  private void raw(String token) {
    separate();
    text.append(token);
  }

  private JsonText open(char bracket) {
    separate();
    text.append(bracket);
    comma = false;
    return this;
  }

  private JsonText close(char bracket) {
    text.append(bracket);
    comma = true;
    return this;
  }

  private void separate() {
    if (comma) {
      text.append(',');
    }
    comma = true;
  }

  private void quote(String s) {
    text.append('"');
    int plain = 0;
    for (int i = 0; i < s.length(); i++) {
      char c = s.charAt(i);
      if (!ActiveCharacters.has(c) && c != '"' && c != '\\') {
        continue;
      }
      if (Character.isHighSurrogate(c)
          && i + 1 < s.length()
          && Character.isLowSurrogate(s.charAt(i + 1))
          && !ActiveCharacters.has(s.codePointAt(i))) {
        i++;
        continue;
      }
      text.append(s, plain, i);
      escape(c);
      plain = i + 1;
    }
    text.append(s, plain, s.length()).append('"');
  }

  private void escape(char c) {
    switch (c) {
      case '"' -> text.append("\\\"");
      case '\\' -> text.append("\\\\");
      case '\n' -> text.append("\\n");
      case '\r' -> text.append("\\r");
      case '\t' -> text.append("\\t");
      default ->
          text.append("\\u")
              .append(HEX.charAt(c >> 12))
              .append(HEX.charAt(c >> 8 & 15))
              .append(HEX.charAt(c >> 4 & 15))
              .append(HEX.charAt(c & 15));
    }
  }

  /** The text written so far. */
  @Override
  public String toString() {
    return text.toString();
  }
}
