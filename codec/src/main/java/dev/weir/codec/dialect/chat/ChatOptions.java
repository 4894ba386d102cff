package dev.weir.codec.dialect.chat;

/**
 * How chat chunks are read where servers differ and nothing on the wire tells.
 *
 * @param thinkTags whether {@code <think>} tags inside the content mark reasoning
 */
public record ChatOptions(ThinkTags thinkTags) {
  public static final ChatOptions DEFAULT = new ChatOptions(ThinkTags.KEEP);

  /** What to do with {@code <think>…</think>} inside the content. */
  public enum ThinkTags {
    /** The content stays as it is. */
    KEEP,
    /** Text between the tags becomes reasoning. */
    SPLIT,
    /** As {@link #SPLIT}, and the content begins inside the tags: the server's template opened. */
    SPLIT_OPENED
  }
}
