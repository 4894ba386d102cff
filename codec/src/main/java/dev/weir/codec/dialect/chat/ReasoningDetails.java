package dev.weir.codec.dialect.chat;

import dev.weir.codec.LimitExceededException;
import dev.weir.codec.json.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Gathers {@code reasoning_details}, which repeat the text of {@code reasoning} and add what must
 * be sent back: ids, signatures, encrypted data.
 *
 * <p>Entries come in pieces. A piece continues the last entry if it has the same type and index; a
 * signature comes in an entry of its own, with no text.
 */
final class ReasoningDetails {
  private static final String DATA = "data";
  private static final List<String> GROWING = List.of("text", "summary", DATA);
  private static final List<String> KEPT = List.of("id", "signature", DATA);

  /** What an entry costs to keep, apart from its text. */
  private static final int ENTRY_CHARS = 256;

  private final List<Map<String, Json>> entries = new ArrayList<>();
  private final List<StringBuilder> texts = new ArrayList<>();
  private final Map<String, String> lastValues = new HashMap<>();
  private final int maxChars;
  private long chars;

  ReasoningDetails(int maxChars) {
    this.maxChars = maxChars;
  }

  boolean isEmpty() {
    return entries.isEmpty();
  }

  /** The reasoning text that entries add. */
  static String text(List<Json> added) {
    StringBuilder text = new StringBuilder();
    for (Json entry : added) {
      String growing = growingField(entry);
      if (growing != null && !growing.equals(DATA)) {
        text.append(entry.get(growing).textOrEmpty());
      }
    }
    return text.toString();
  }

  /** What the first entry says apart from its text, so that an encoder can announce it. */
  String head() {
    Map<String, Json> head = new LinkedHashMap<>(entries.getFirst());
    GROWING.forEach(head::remove);
    head.remove("signature");
    return new Json.Fields(head).toText();
  }

  void add(Json entry) {
    String growing = growingField(entry);
    String text = growing == null ? "" : entry.get(growing).textOrEmpty();
    for (String field : KEPT) {
      String value = entry.get(field).textIfAny();
      if (value != null) {
        lastValues.put(field, value);
      }
    }
    count(text.length());
    if (entries.isEmpty() || !continues(entries.getLast(), entry)) {
      count(ENTRY_CHARS);
      entries.add(new LinkedHashMap<>(entry.fields()));
      texts.add(new StringBuilder(text));
    } else {
      Map<String, Json> last = entries.getLast();
      entry.fields().forEach((name, value) -> merge(last, name, value));
      texts.getLast().append(text);
    }
  }

  private void count(int more) {
    chars += more;
    if (chars > maxChars) {
      throw new LimitExceededException(
          "The reasoning_details of a choice exceed %,d characters; raise max-block-chars or check the upstream"
              .formatted(maxChars));
    }
  }

  private static void merge(Map<String, Json> entry, String name, Json value) {
    if (!value.isNull() && !GROWING.contains(name)) {
      entry.put(name, value);
    } else if (!value.isNull()) {
      entry.putIfAbsent(name, value);
    }
  }

  private static boolean continues(Map<String, Json> last, Json entry) {
    Json type = last.getOrDefault("type", Json.Null.NULL);
    Json index = last.getOrDefault("index", Json.Null.NULL);
    // Encrypted data comes whole; an entry without it only announces it.
    boolean isWhole = "reasoning.encrypted".equals(type.text()) && last.containsKey(DATA);
    return !isWhole && type.equals(entry.get("type")) && index.equals(entry.get("index"));
  }

  private static @Nullable String growingField(Json entry) {
    for (String name : GROWING) {
      if (entry.has(name)) {
        return name;
      }
    }
    return null;
  }

  /** The last value of {@code id}, {@code signature} or {@code data} among all entries. */
  @Nullable String last(String field) {
    return lastValues.get(field);
  }

  /** The entries as one JSON array, their pieces joined: what the next request sends back. */
  String toJson() {
    List<Json> joined = new ArrayList<>();
    for (int i = 0; i < entries.size(); i++) {
      var entry = new LinkedHashMap<>(entries.get(i));
      String growing = growingField(new Json.Fields(entry));
      if (growing != null) {
        entry.put(growing, new Json.Text(texts.get(i).toString()));
      }
      joined.add(new Json.Fields(entry));
    }
    return new Json.Items(joined).toText();
  }

  /** One piece of the text of an entry that was announced by its head. */
  static Json piece(Json head, String text) {
    Map<String, Json> entry = new LinkedHashMap<>();
    entry.put("type", head.get("type"));
    boolean isSummary = "reasoning.summary".equals(head.get("type").text());
    entry.put(isSummary ? "summary" : "text", new Json.Text(text));
    head.fields().forEach(entry::putIfAbsent);
    return new Json.Fields(entry);
  }

  /**
   * What is left to write of an array of entries when the text of the first has been streamed. Text
   * beside it cannot be written: it would be read as more reasoning.
   */
  static final class Rest {
    private final List<Json> entries = new ArrayList<>();
    private boolean whole = true;

    Rest(@Nullable Json head, long streamedChars, Json all) {
      for (int i = 0; i < all.items().size(); i++) {
        Json entry = all.at(i);
        Map<String, Json> left = new LinkedHashMap<>(entry.fields());
        Json text = left.remove("summary");
        text = text == null ? left.remove("text") : text;
        boolean announced = i == 0 && head != null && head.get("type").equals(entry.get("type"));
        long streamed = announced ? streamedChars : 0;
        whole &= (text == null ? 0 : text.textOrEmpty().length()) == streamed;
        if (!announced || head == null || !left.equals(head.fields())) {
          entries.add(new Json.Fields(left));
        }
      }
    }

    /** Whether a reader will have all of the entries. */
    boolean isWhole() {
      return whole;
    }

    List<Json> entries() {
      return entries;
    }
  }
}
