package dev.weir.event;

/** How a response ended, the same on every dialect. */
public enum Verdict {
  COMPLETE,
  LENGTH,
  TOOL_CALLS,
  REFUSED,
  FILTERED,
  PAUSED,
  /** The provider reported an error, or sent something from which we could not go on. */
  FAILED,
  /** The bytes ended before the provider said that the response had. */
  TRUNCATED,
  CANCELLED,
  STALLED;

  /** Whether the provider itself brought the response to its end. */
  public boolean isNatural() {
    return switch (this) {
      case COMPLETE, LENGTH, TOOL_CALLS, REFUSED, FILTERED, PAUSED -> true;
      case FAILED, TRUNCATED, CANCELLED, STALLED -> false;
    };
  }
}
