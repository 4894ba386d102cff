package dev.weir.event;

/** Why one output ended, in our words; the provider's own word stands beside it. */
public enum FinishReason {
  STOP(Verdict.COMPLETE),
  LENGTH(Verdict.LENGTH),
  TOOL_CALLS(Verdict.TOOL_CALLS),
  REFUSED(Verdict.REFUSED),
  FILTERED(Verdict.FILTERED),
  /** The provider asks to be called again to go on. */
  PAUSED(Verdict.PAUSED),
  FAILED(Verdict.FAILED),
  /** A word that this version does not know: the provider said that it ended, not why. */
  OTHER(Verdict.COMPLETE);

  private final Verdict verdict;

  FinishReason(Verdict verdict) {
    this.verdict = verdict;
  }

  /** The verdict of a response whose deciding output ended for this reason. */
  public Verdict verdict() {
    return verdict;
  }
}
