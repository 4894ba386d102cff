package dev.weir.codec.json;

import dev.weir.codec.Bytes;
import dev.weir.codec.GrowingBytes;
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
  private static final int FIRST_CAPACITY = 128;

  private final GrowingBytes text;
  private boolean comma;

  /** An empty text. */
  public JsonText() {
    this(new GrowingBytes(FIRST_CAPACITY));
  }

  /** Adds to what is there; the JSON needs no string of its own on the way to where it goes. */
  public JsonText(GrowingBytes text) {
    this.text = text;
  }

  /** Begins another text, in the same place if what was there is gone, else behind it. */
  public JsonText again() {
    comma = false;
    return this;
  }

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

  /** Begins an object. */
  public JsonText beginObject() {
    return open('{');
  }

  /** Ends the object that was begun last. */
  public JsonText endObject() {
    return close('}');
  }

  /** Begins an array. */
  public JsonText beginArray() {
    return open('[');
  }

  /** Ends the array that was begun last. */
  public JsonText endArray() {
    return close(']');
  }

  /** The name of a field, whose value must follow. */
  public JsonText name(String name) {
    separate();
    quote(name);
    text.put((byte) ':');
    comma = false;
    return this;
  }

  /** A string. */
  public JsonText value(String value) {
    separate();
    quote(value);
    return this;
  }

  /** A whole number. */
  public JsonText value(long value) {
    separate();
    text.decimal(value);
    return this;
  }

  /** A truth value. */
  public JsonText value(boolean value) {
    separate();
    text.ascii(value ? "true" : "false");
    return this;
  }

  /** Any value. */
  public JsonText value(Json value) {
    return value(value, /* sorted= */ false);
  }

  /** A field with a string. */
  public JsonText field(String name, String value) {
    return name(name).value(value);
  }

  /** A field with a whole number. */
  public JsonText field(String name, long value) {
    return name(name).value(value);
  }

  /** A field with a truth value. */
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
    text.ascii(token);
  }

  private JsonText open(char bracket) {
    separate();
    text.put((byte) bracket);
    comma = false;
    return this;
  }

  private JsonText close(char bracket) {
    text.put((byte) bracket);
    comma = true;
    return this;
  }

  private void separate() {
    if (comma) {
      text.put((byte) ',');
    }
    comma = true;
  }

  private void quote(String s) {
    text.put((byte) '"');
    for (int i = text.plain(s, 0); i < s.length(); i = text.plain(s, i + 1)) {
      char c = s.charAt(i);
      switch (c) {
        case '"' -> text.ascii("\\\"");
        case '\\' -> text.ascii("\\\\");
        case '\n' -> text.ascii("\\n");
        case '\r' -> text.ascii("\\r");
        case '\t' -> text.ascii("\\t");
        default -> {
          int whole = s.codePointAt(i);
          if (whole != c && !ActiveCharacters.has(whole)) {
            text.character(whole);
            i++;
          } else if (ActiveCharacters.has(c)) {
            escape(c);
          } else {
            text.character(c);
          }
        }
      }
    }
    text.put((byte) '"');
  }

  private void escape(char c) {
    text.put((byte) '\\')
        .put((byte) 'u')
        .put(hex(c >> 12))
        .put(hex(c >> 8 & 15))
        .put(hex(c >> 4 & 15))
        .put(hex(c & 15));
  }

  private static byte hex(int digit) {
    return (byte) HEX.charAt(digit);
  }

  /** The text written so far, in UTF-8, where it lies: valid until more is written. */
  public Bytes bytes() {
    return text.bytes();
  }

  /** The text written so far. */
  @Override
  public String toString() {
    return text.toString();
  }
}
