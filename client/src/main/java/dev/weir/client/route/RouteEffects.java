package dev.weir.client.route;

import dev.weir.event.StreamEvent.FailedTry;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What a {@link RouteMachine} wants done. */
interface RouteEffects {

  /**
   * Asks a step, with a number that its inputs must carry.
   *
   * @param way how to go on with what was seen; absent if nothing was
   */
  void ask(int attempt, int step, @Nullable Continuation way);

  /** Gives up the try under way, which is reported as this failure. */
  void hangUp(Failure why);

  /** A try has ended; the outcome is a word for metrics. */
  void tried(int step, String outcome);

  /**
   * A try failed.
   *
   * @param retryIn how long until the next; absent if there is none
   */
  void problem(Failure failure, @Nullable Duration retryIn);

  /** Tells that another try follows. */
  void tell(FailedTry event);

  /** Sets the only alarm, replacing the one that was set before. */
  void wakeAfter(Duration delay, int alarm);

  /** The answer has come to its end. */
  void answered();

  /** There is no answer, or no more of it. */
  void failed(Failure why);

  /** The call was cancelled between two tries. */
  void cancelled();
}
