package dev.weir.codec.lifecycle;

import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonException;
import dev.weir.codec.json.JsonReader;
import dev.weir.event.BlockId;
import dev.weir.event.BlockKind;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.number.ByNumber;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The open blocks of one stream, with the text of those that are shown whole: what a web search
 * found, and pictures.
 *
 * <p>All kept texts together have a limit; a block that would exceed it is shown without its text.
 */
final class ShownBlocks {
  static final int MAX_KEPT_CHARS = 16 << 20;
  private static final JsonReader READER = new JsonReader(/* maxDepth= */ 200, MAX_KEPT_CHARS);
  private static final Set<String> SEARCHES =
      Set.of("search", "web_search", "google_search", "x_search", "browser_search");

  /** How much of what a tool returned is passed on. */
  private static final int MAX_OUTPUT_CHARS = 4000;

  private final ByNumber<Shown> open = new ByNumber<>(shown -> shown.number);
  private int keptChars;

  /** The one that was found last: most deltas are of the same as the one before. */
  private @Nullable Shown last;

  /** One open block. */
  static final class Shown {
    final BlockStart start;
    private final int number;
    private @Nullable StringBuilder text;
    private boolean isTooLong;
    private @Nullable StringBuilder beginning;
    private int length;

    Shown(BlockStart start) {
      this.start = start;
      this.number = start.block().block();
    }

    BlockKind kind() {
      return start.kind();
    }

    boolean isSearch() {
      String name = start.name() == null ? "" : start.name().toLowerCase(Locale.ROOT);
      return SEARCHES.contains(name) || name.contains("web_search");
    }

    boolean isImage() {
      String name = start.name();
      return start.kind() == BlockKind.MEDIA && name != null && name.startsWith("image");
    }

    /** Whether its text is shown only when it is whole, so that no wrong one was shown. */
    boolean isShownAtEnd() {
      return switch (start.kind()) {
        case TOOL_CALL, SERVER_TOOL, TOOL_OUTPUT, MEDIA -> true;
        case TEXT, REASONING, REFUSAL -> false;
      };
    }

    private boolean isKept() {
      boolean isResult = start.kind() == BlockKind.TOOL_OUTPUT && !start.isByClient();
      return isImage() || (isResult && isSearch());
    }

    /** Adds more of what a tool returned. */
    void given(String text) {
      length += text.length();
      StringBuilder kept = beginning == null ? new StringBuilder() : beginning;
      int room = MAX_OUTPUT_CHARS - kept.length();
      beginning = kept.append(text, 0, Math.min(room, text.length()));
    }

    /** The beginning of what a tool returned, never ending in half a character. */
    String beginning() {
      StringBuilder kept = beginning;
      return kept == null ? "" : LifecyclePhase.wholeCharacters(kept);
    }

    int length() {
      return length;
    }

    /** The whole text; absent if it was too long to keep. */
    @Nullable String text() {
      StringBuilder kept = text;
      return isTooLong ? null : kept == null ? "" : kept.toString();
    }

    private int keptChars() {
      StringBuilder kept = text;
      return kept == null ? 0 : kept.length();
    }

    /** Lets go of its text; returns how long that was. */
    private int forget() {
      int chars = keptChars();
      text = null;
      return chars;
    }

    /** A picture as the front end gets it. */
    Json image(boolean isComplete) {
      Map<String, Json> fields = new LinkedHashMap<>();
      put(fields, "id", start.id());
      put(fields, "mediaType", start.name());
      put(fields, "content", text());
      if (isTooLong || !isComplete) {
        fields.put("cut", new Json.Bool(true));
      }
      return new Json.Fields(fields);
    }

    private static void put(Map<String, Json> fields, String name, @Nullable String value) {
      if (value != null) {
        fields.put(name, new Json.Text(value));
      }
    }
  }

  void start(BlockStart start) {
    last = new Shown(start);
    open.put(last);
  }

  /** The open block of that number, if it is shown at all. */
  @Nullable Shown find(BlockId block) {
    Shown known = last;
    if (known == null || known.number != block.block()) {
      known = open.get(block.block());
      last = known;
    }
    return known;
  }

  void keep(Shown block, String delta) {
    if (block.kind() == BlockKind.TOOL_OUTPUT) {
      block.given(delta);
    }
    if (block.isTooLong || !block.isKept()) {
      return;
    }
    if (keptChars + delta.length() > MAX_KEPT_CHARS) {
      keptChars -= block.forget();
      block.isTooLong = true;
    } else {
      keptChars += delta.length();
      StringBuilder text = block.text == null ? new StringBuilder() : block.text;
      block.text = text.append(delta);
    }
  }

  /** Replaces what the deltas of an open block said. */
  void repair(Shown block, String text) {
    keptChars -= block.forget();
    block.beginning = null;
    block.length = 0;
    keep(block, text);
  }

  @Nullable Shown end(BlockId block) {
    Shown ended = open.remove(block.block());
    last = null;
    keptChars -= ended == null ? 0 : ended.keptChars();
    return ended;
  }

  /** What a search found, if the provider gave it as data; prose is for the model to read. */
  static @Nullable Json data(String result) {
    try {
      Json data = READER.read(result);
      return data.isObject() || data.isArray() ? data : null;
    } catch (JsonException prose) {
      return null;
    }
  }

  void clear() {
    open.clear();
    last = null;
    keptChars = 0;
  }
}
