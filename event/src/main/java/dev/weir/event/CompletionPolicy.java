package dev.weir.event;

/** When a {@link PhaseTracker} says that the reasoning or the content of an output is complete. */
public enum CompletionPolicy {
  /**
   * When a higher output starts or the stream ends: for every lower output that has something to
   * complete, in order of number. Fits agentic runs, whose outputs follow each other and may never
   * say that they are finished. Outputs that are alternatives run side by side: the start of one
   * does not complete another.
   */
  ON_TRANSITION,
  /**
   * As soon as the phase is {@link PhaseStatus#COMPLETE}: reasoning before the first content of its
   * output, content at the finish; both at the latest when the stream ends.
   */
  ON_PHASE_END
}
