package dev.weir.codec.dialect;

import dev.weir.codec.Limits;

/**
 * How streams are decoded where the caller has a choice.
 *
 * @param thinkTags whether {@code <think>} tags inside the content of a chat mark reasoning:
 *     servers differ, and nothing on the wire says so
 */
public record DecodeOptions(Limits limits, ThinkTags thinkTags) {
  public static final DecodeOptions DEFAULT = new DecodeOptions(Limits.DEFAULT, ThinkTags.KEEP);
}
