package dev.weir.codec.lifecycle;

/** What a front end may rely on, whatever the provider sends and however the stream ends. */
public enum LifecycleRule {
  DONE_IS_LAST("The last frame is `[DONE]`, whatever happened, and nothing follows it."),
  IDS_COUNT("Ids count 1, 2, 3 and so on without a gap; only `[DONE]` has none."),
  DATA_IS_ONE_LINE(
      "`data` is one line of JSON with `type`, `phase` and `timestamp`"
          + " (with the option `openai`, text comes as chat chunks instead)."),
  TIME_RUNS_FORWARD("`timestamp` never goes back."),
  PHASES_FOLLOW_EACH_OTHER(
      "`phase` never goes back; when it rises, thinking and text of the phase before are complete."),
  THINKING_STARTS_ONCE(
      "A phase has at most one `thinking_start`, and a `thinking_delta` directly follows it:"
          + " without reasoning there are no thinking events."),
  THINKING_IS_BETWEEN(
      "`thinking_delta` and `status` of a phase come only after its `thinking_start` and before its"
          + " `thinking_end`."),
  THINKING_ENDS_FIRST(
      "Text and `tool_call_start` of a phase never come between its `thinking_start` and its"
          + " `thinking_end`."),
  THINKING_COMPLETES(
      "Every `thinking_start` is followed by exactly one `thinking_end` and then by exactly one"
          + " `thinking_complete` with the same `duration` and `duration_ms`."),
  DURATION_IS_ROUNDED_DOWN("`duration` is `duration_ms` in whole seconds, rounded down."),
  EXCERPT_IS_SHORT(
      "`thinking` is how the phase's thinking began, a blank line before each `newPart`: at most 500"
          + " characters, never half a character at its end."),
  TEXT_STARTS_ONCE(
      "A phase has at most one `text_start`, and a `text_delta` directly follows it: without text"
          + " there are no text events."),
  TEXT_IS_BETWEEN(
      "`text_delta` of a phase comes only after its `text_start` and before its `text_end`."),
  TEXT_ENDS(
      "Every `text_start` is followed by exactly one `text_end`, which comes before the"
          + " `thinking_complete` of its phase."),
  REPAIRS_REPLACE_TEXT(
      "A `text_repair` replaces text that was said: `from` and `length` lie within the text of its"
          + " phase, with all repairs before it applied."),
  STATUS_IS_NEW("No `status` repeats within its phase, and none begins with the one before it."),
  ERROR_IS_LAST("There is at most one `error`, and only `[DONE]` follows it.");

  private final String sentence;

  LifecycleRule(String sentence) {
    this.sentence = sentence;
  }

  /** The rule in words. */
  public String sentence() {
    return sentence;
  }
}
