package dev.weir.codec.lifecycle;

import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonException;
import dev.weir.codec.json.JsonReader;
import dev.weir.event.ReasoningParts;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks the frames of a turn against every {@link LifecycleRule}, and names the first broken rule.
 * Belongs to one turn and one thread at a time.
 */
public final class LifecycleChecker {
  private static final JsonReader READER = new JsonReader(/* maxDepth= */ 500, 64 << 20);

  /** A broken rule, and where. */
  public record Violation(LifecycleRule rule, String words) {
    @Override
    public String toString() {
      return "%s: %s. %s".formatted(rule, words, rule.sentence());
    }
  }

  private final Map<Long, Long> textLengths = new HashMap<>();
  private Phase phase = new Phase();
  private long phaseNumber;
  private long frames;
  private long lastTimestamp = Long.MIN_VALUE;
  private boolean hasError;
  private boolean isDone;

  /** What must come next: the delta that a start promises. */
  private @Nullable String promised;

  private @Nullable Violation violation;

  /** The first violation in a whole turn, or empty. */
  public static Optional<Violation> check(List<LifecycleFrame> frames) {
    var checker = new LifecycleChecker();
    frames.forEach(checker::accept);
    return checker.end();
  }

  /** Takes the next frame; returns whether all frames so far fit. */
  public boolean accept(LifecycleFrame frame) {
    if (violation == null) {
      frames++;
      frame(frame);
    }
    return violation == null;
  }

  /** Ends the turn: one without {@code [DONE]} is a violation too. */
  public Optional<Violation> end() {
    need(isDone, LifecycleRule.DONE_IS_LAST, "no [DONE]");
    return Optional.ofNullable(violation);
  }

  private void need(boolean holds, LifecycleRule rule, String words) {
    if (!holds && violation == null) {
      violation =
          new Violation(rule, "frame %d, phase %d: ".formatted(frames, phaseNumber) + words);
    }
  }

  private void frame(LifecycleFrame frame) {
    need(!isDone, LifecycleRule.DONE_IS_LAST, "a frame after [DONE]");
    if (frame.isDone()) {
      need(frame.data().equals("[DONE]"), LifecycleRule.IDS_COUNT, "a frame without id");
      isDone = true;
      phase.complete();
      return;
    }
    need(frame.id() == frames, LifecycleRule.IDS_COUNT, "id " + frame.id());
    need(!hasError, LifecycleRule.ERROR_IS_LAST, "a frame after the error");
    event(read(frame.data()));
  }

  private Json read(String data) {
    boolean isOneLine = data.indexOf('\n') < 0 && data.indexOf('\r') < 0;
    try {
      Json json = READER.read(data);
      need(isOneLine && json.isObject(), LifecycleRule.DATA_IS_ONE_LINE, data);
      return json;
    } catch (JsonException malformed) {
      need(false, LifecycleRule.DATA_IS_ONE_LINE, String.valueOf(malformed.getMessage()));
      return Json.Null.NULL;
    }
  }

  private void event(Json json) {
    boolean isChatChunk = json.has("choices");
    String type = isChatChunk ? "text_delta" : json.get("type").textOrEmpty();
    if (!isChatChunk) {
      header(json);
    }
    String wanted = promised;
    if (wanted != null) {
      boolean isText = wanted.equals("text_delta");
      var rule = isText ? LifecycleRule.TEXT_STARTS_ONCE : LifecycleRule.THINKING_STARTS_ONCE;
      need(type.equals(wanted), rule, type + " directly after the start");
      promised = null;
    }
    switch (type) {
      case "thinking_start" -> phase.thinkingStart();
      case "thinking_delta" ->
          phase.thinkingDelta(
              json.get("newPart").isTrue()
                  ? ReasoningParts.SEPARATOR + content(json)
                  : content(json));
      case "status" -> phase.status(json.get("description").textOrEmpty());
      case "thinking_end" -> phase.thinkingEnd(json);
      case "thinking_complete" -> phase.thinkingComplete(json);
      case "text_start" -> phase.textStart();
      case "text_delta" -> {
        phase.textDelta();
        textLengths.merge(phaseNumber, (long) content(json).length(), Long::sum);
      }
      case "text_end" -> phase.textEnd();
      case "text_repair" -> repair(json);
      case "tool_call_start" -> phase.notWhileThinking(type);
      case "error" -> {
        phase.complete();
        hasError = true;
      }
      default -> {}
    }
  }

  private void repair(Json json) {
    long of = number(json.get("of"), phaseNumber);
    long from = number(json.get("from"), -1);
    long length = number(json.get("length"), -1);
    long said = textLengths.getOrDefault(of, 0L);
    need(
        from >= 0 && length >= 0 && from + length <= said,
        LifecycleRule.REPAIRS_REPLACE_TEXT,
        "%d characters from %d of the %d of phase %d".formatted(length, from, said, of));
    textLengths.put(of, said - length + json.get("content").textOrEmpty().length());
  }

  private static long number(Json json, long otherwise) {
    Long number = json.number();
    return number == null ? otherwise : number;
  }

  private static String content(Json json) {
    Json choices = json.get("choices");
    return choices.isArray() && !choices.items().isEmpty()
        ? choices.items().getFirst().get("delta").get("content").textOrEmpty()
        : json.get("content").textOrEmpty();
  }

  private void header(Json json) {
    Long number = json.get("phase").number();
    Long timestamp = json.get("timestamp").number();
    if (json.get("type").textIfAny() == null || number == null || timestamp == null) {
      need(false, LifecycleRule.DATA_IS_ONE_LINE, "a field is missing in " + json.toText());
      return;
    }
    need(timestamp >= lastTimestamp, LifecycleRule.TIME_RUNS_FORWARD, "timestamp " + timestamp);
    lastTimestamp = timestamp;
    need(
        number >= phaseNumber,
        LifecycleRule.PHASES_FOLLOW_EACH_OTHER,
        "phase " + number + " after phase " + phaseNumber);
    if (number > phaseNumber) {
      phase.complete();
      phase = new Phase();
      phaseNumber = number;
    }
  }

  /** What has been seen of one phase. */
  private final class Phase {
    private final StringBuilder beginning = new StringBuilder();
    private final Set<String> statuses = new HashSet<>();
    private String lastStatus = "";
    private boolean hasThinking;
    private @Nullable Json thinkingEnd;
    private boolean isComplete;
    private boolean hasText;
    private boolean textEnded;

    private boolean isThinking() {
      return hasThinking && thinkingEnd == null;
    }

    void notWhileThinking(String type) {
      need(!isThinking(), LifecycleRule.THINKING_ENDS_FIRST, type + " while thinking");
    }

    void thinkingStart() {
      need(!hasThinking, LifecycleRule.THINKING_STARTS_ONCE, "a second thinking_start");
      hasThinking = true;
      promised = "thinking_delta";
    }

    void thinkingDelta(String shown) {
      need(isThinking(), LifecycleRule.THINKING_IS_BETWEEN, "thinking_delta");
      int room = LifecyclePhase.MAX_EXCERPT - beginning.length();
      beginning.append(shown, 0, Math.min(room, shown.length()));
    }

    void status(String description) {
      need(isThinking(), LifecycleRule.THINKING_IS_BETWEEN, "status");
      boolean continues = !lastStatus.isEmpty() && description.startsWith(lastStatus);
      need(
          statuses.add(description) && !continues,
          LifecycleRule.STATUS_IS_NEW,
          "\"%s\" after \"%s\"".formatted(description, lastStatus));
      lastStatus = description;
    }

    void thinkingEnd(Json json) {
      need(isThinking(), LifecycleRule.THINKING_COMPLETES, "a stray thinking_end");
      thinkingEnd = json;
      Long millis = json.get("duration_ms").number();
      Long seconds = json.get("duration").number();
      need(
          millis != null && millis >= 0 && Long.valueOf(millis / 1000).equals(seconds),
          LifecycleRule.DURATION_IS_ROUNDED_DOWN,
          "%s s, %s ms".formatted(seconds, millis));
    }

    void thinkingComplete(Json json) {
      Json end = thinkingEnd;
      if (end == null || isComplete) {
        need(false, LifecycleRule.THINKING_COMPLETES, "a stray thinking_complete");
        return;
      }
      isComplete = true;
      need(!hasText || textEnded, LifecycleRule.TEXT_ENDS, "thinking_complete before text_end");
      need(
          json.get("duration").equals(end.get("duration"))
              && json.get("duration_ms").equals(end.get("duration_ms")),
          LifecycleRule.THINKING_COMPLETES,
          "durations differ");
      String thinking = json.get("thinking").textOrEmpty();
      boolean isHalf =
          !thinking.isEmpty() && Character.isHighSurrogate(thinking.charAt(thinking.length() - 1));
      need(
          !isHalf
              && thinking.length() >= beginning.length() - 1
              && beginning.toString().startsWith(thinking),
          LifecycleRule.EXCERPT_IS_SHORT,
          "%d characters".formatted(thinking.length()));
    }

    void textStart() {
      notWhileThinking("text_start");
      need(!hasText, LifecycleRule.TEXT_STARTS_ONCE, "a second text_start");
      hasText = true;
      promised = "text_delta";
    }

    void textDelta() {
      notWhileThinking("text_delta");
      need(hasText && !textEnded, LifecycleRule.TEXT_IS_BETWEEN, "text_delta");
    }

    void textEnd() {
      need(hasText && !textEnded, LifecycleRule.TEXT_ENDS, "a stray text_end");
      textEnded = true;
    }

    void complete() {
      need(!hasText || textEnded, LifecycleRule.TEXT_ENDS, "text never ended");
      need(!hasThinking || isComplete, LifecycleRule.THINKING_COMPLETES, "thinking not completed");
    }
  }
}
