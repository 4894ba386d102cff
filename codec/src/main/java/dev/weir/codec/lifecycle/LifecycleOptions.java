package dev.weir.codec.lifecycle;

/**
 * How a turn is shown.
 *
 * @param openaiText whether text deltas are framed as OpenAI chat chunks instead of {@code
 *     text_delta}, for clients that already read those
 * @param tellsRuns whether calls are reported while they are written and run, with what they
 *     returned; off only for turns whose frames were made before that existed, because those must
 *     not change
 */
public record LifecycleOptions(boolean openaiText, boolean tellsRuns) {
  public static final LifecycleOptions DEFAULT = new LifecycleOptions(/* openaiText= */ false);

  public LifecycleOptions(boolean openaiText) {
    this(openaiText, /* tellsRuns= */ true);
  }

  /** The same for a turn whose frames were made before runs were reported. */
  public LifecycleOptions withoutRuns() {
    return new LifecycleOptions(openaiText, /* tellsRuns= */ false);
  }
}
