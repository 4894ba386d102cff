package dev.weir.terminal.view;

/** How much is shown of what the model thinks and of what its tools are given. */
public enum Detail {
  /** Thinking, arguments and tool output take one line each. */
  OVERVIEW,
  /** The beginning of the thinking; all of the rest. */
  NORMAL,
  /** Everything. */
  FULL
}
