package dev.weir.terminal.view;

import dev.weir.event.BlockKind;
import dev.weir.event.ReasoningParts;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.terminal.text.SafeText;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One block as a panel shows it. Belongs to one stream and one thread at a time. */
final class PanelBlock {
  private static final int MAX_NAME = 80;
  private static final int MAX_URL = 200;
  private static final int MAX_GAPS = 100;
  private static final int MAX_JSON = 4000;
  private static final String FAILED = "failed";
  private static final String MISSING = " ⚠ something is missing here ⚠ ";

  /** Whether a block still grows, and if not, how it ended. */
  enum State {
    OPEN,
    COMPLETE,
    CUT
  }

  private final BlockKind kind;
  private final @Nullable String name;
  private GrowingText text = new GrowingText();
  private final long startMicros;
  private long lastMicros;
  private final ReasoningParts parts = new ReasoningParts();
  private boolean hasParts;
  private State state = State.OPEN;
  private int annotations;
  private @Nullable String progress;
  private long mediaLength;
  private String mediaStart = "";

  /** Where chunks were lost, by the number that was missing first. */
  private final Map<Long, Integer> gaps = new HashMap<>();

  PanelBlock(BlockStart start, long atMicros) {
    kind = start.kind();
    name = start.name() == null ? null : bounded(start.name(), MAX_NAME);
    startMicros = atMicros;
    lastMicros = atMicros;
    progress = "false".equals(start.origin().get("success")) ? FAILED : null;
  }

  void append(BlockDelta delta, long atMicros) {
    lastMicros = atMicros;
    if (kind == BlockKind.MEDIA) {
      mediaLength += delta.text().length();
      mediaStart =
          mediaStart.length() < MAX_URL ? bounded(mediaStart + delta.text(), MAX_URL) : mediaStart;
      return;
    }
    if (parts.begins(delta)) {
      hasParts = true;
      text.append(kind == BlockKind.REASONING ? ReasoningParts.SEPARATOR : "\n");
    }
    text.append(delta.text());
  }

  /** What a tool returned, as its provider's own JSON, if there is nothing else to show. */
  void gave(@Nullable String json) {
    if (kind == BlockKind.TOOL_OUTPUT && text.length() == 0 && json != null) {
      text.append(json.length() > MAX_JSON ? json.substring(0, MAX_JSON) + "…" : json);
    }
  }

  /** Chunks are lost here; whether that matters is said later. */
  void gap(long expected) {
    if (gaps.size() < MAX_GAPS) {
      gaps.put(expected, text.length());
    }
  }

  /** Nobody knows what was lost there: the place is marked. */
  void mark(long expected) {
    Integer at = gaps.remove(expected);
    if (at != null) {
      text = text.with(at, MISSING);
      gaps.replaceAll((number, other) -> other > at ? other + MISSING.length() : other);
    }
  }

  /** Shows another text instead; returns whether it can. */
  boolean repair(String whole) {
    gaps.clear();
    if (hasParts || kind == BlockKind.MEDIA) {
      return false;
    }
    text = new GrowingText();
    text.append(whole);
    return true;
  }

  void end(boolean complete, long atMicros) {
    lastMicros = Math.max(lastMicros, atMicros);
    state = complete ? State.COMPLETE : State.CUT;
    text.end();
    if (kind == BlockKind.MEDIA) {
      text.append(media());
    }
  }

  private String media() {
    return mediaStart.startsWith("http")
        ? "[media] " + mediaStart
        : "[media, %,d characters of base64]".formatted(mediaLength);
  }

  private static String bounded(String text, int most) {
    String line = SafeText.line(text.substring(0, Math.min(text.length(), most)));
    return text.length() > most ? line + "…" : line;
  }

  void annotated() {
    annotations++;
  }

  void progress(String status) {
    progress = bounded(status, MAX_NAME);
  }

  BlockKind kind() {
    return kind;
  }

  @Nullable String name() {
    return name;
  }

  GrowingText text() {
    return text;
  }

  State state() {
    return state;
  }

  boolean isFailed() {
    String known = progress;
    return known != null && known.startsWith(FAILED);
  }

  int annotations() {
    return annotations;
  }

  @Nullable String progress() {
    return progress;
  }

  long startMicros() {
    return startMicros;
  }

  /** When its last text came. */
  long lastMicros() {
    return lastMicros;
  }
}
