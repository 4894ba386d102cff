package dev.weir.codec.lifecycle;

/**
 * How a turn is shown.
 *
 * @param openaiText whether text deltas are framed as OpenAI chat chunks instead of {@code
 *     text_delta}, for clients that already read those
 * @param tellsRuns whether calls are told while they are written and run, and what they gave; off
 *     only for turns whose frames were made before that was told, because those must not change
 */
public record LifecycleOptions(boolean openaiText, boolean tellsRuns) {
  public static final LifecycleOptions DEFAULT = new LifecycleOptions(/* openaiText= */ false);

  public LifecycleOptions(boolean openaiText) {
    this(openaiText, /* tellsRuns= */ true);
  }

  /** The same for a turn whose frames were made before runs were told. */
  public LifecycleOptions withoutRuns() {
    return new LifecycleOptions(openaiText, /* tellsRuns= */ false);
  }
}
