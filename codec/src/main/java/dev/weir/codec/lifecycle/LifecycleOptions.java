package dev.weir.codec.lifecycle;

/**
 * How a turn is shown.
 *
 * @param openaiText whether text deltas are framed as OpenAI chat chunks instead of {@code
 *     text_delta}, for clients that already read those
 */
public record LifecycleOptions(boolean openaiText) {
  public static final LifecycleOptions DEFAULT = new LifecycleOptions(/* openaiText= */ false);
}
