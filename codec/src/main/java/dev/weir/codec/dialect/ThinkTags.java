package dev.weir.codec.dialect;

/** What to do with {@code <think>…</think>} inside the content. */
public enum ThinkTags {
  /** The content stays as it is. */
  KEEP,
  /** Text between the tags becomes reasoning. */
  SPLIT,
  /** As {@link #SPLIT}, but the content begins inside the tags: the template opened them. */
  SPLIT_OPENED
}
