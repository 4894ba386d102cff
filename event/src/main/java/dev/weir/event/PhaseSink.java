package dev.weir.event;

/**
 * Takes what a {@link PhaseTracker} says.
 *
 * <p>Back-pressure is the call itself: {@link #accept} may take its time, and whoever feeds the
 * tracker reads no further from the provider until it has returned. Nothing is queued in between.
 */
@FunctionalInterface
public interface PhaseSink {

  /**
   * Takes the next event.
   *
   * @return whether more is wanted; after {@code false} nothing more is handed over, and whoever
   *     feeds the tracker should cancel the stream
   */
  boolean accept(PhaseEvent event);
}
