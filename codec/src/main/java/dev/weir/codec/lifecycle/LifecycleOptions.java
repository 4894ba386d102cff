package dev.weir.codec.lifecycle;

/**
 * How a turn is shown.
 *
 * @param firstOutputOnly whether outputs are alternatives, of which only the first is followed
 * @param openaiText whether text deltas are framed as OpenAI chat chunks instead of {@code
 *     text_delta}, for clients that already read those
 */
public record LifecycleOptions(boolean firstOutputOnly, boolean openaiText) {

  public static LifecycleOptions of(boolean firstOutputOnly) {
    return new LifecycleOptions(firstOutputOnly, /* openaiText= */ false);
  }
}
