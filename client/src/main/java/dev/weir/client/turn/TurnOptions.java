package dev.weir.client.turn;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How far a turn may go. Models are untrusted: each of these bounds what one can make us do. Made
 * from {@link #DEFAULT}, by name.
 */
public final class TurnOptions {
  private record State(
      int maxRounds, Duration toolTime, int maxCalls, int maxResultChars, int maxKeptChars) {}

  /** Sixteen rounds, a minute for each run of a tool, a hundred thousand characters of a result. */
  public static final TurnOptions DEFAULT =
      new TurnOptions(
          new State(
              /* maxRounds= */ 16,
              /* toolTime= */ Duration.ofSeconds(60),
              /* maxCalls= */ 32,
              /* maxResultChars= */ 100_000,
              /* maxKeptChars= */ Integer.MAX_VALUE));

  private final State state;

  private TurnOptions(State state) {
    if (state.maxRounds < 0
        || !state.toolTime.isPositive()
        || state.maxCalls < 1
        || state.maxResultChars < 1
        || state.maxKeptChars < 1) {
      throw new IllegalArgumentException(
          "maxRounds %d must not be negative; toolTime %s, maxCalls %d, maxResultChars %d, maxKeptChars %d must be positive"
              .formatted(
                  state.maxRounds,
                  state.toolTime,
                  state.maxCalls,
                  state.maxResultChars,
                  state.maxKeptChars));
    }
    this.state = state;
  }

  /** How often tools may run and the model be asked again; 0 hands every call over. */
  public int maxRounds() {
    return state.maxRounds;
  }

  /** How long one tool may run. */
  public Duration toolTime() {
    return state.toolTime;
  }

  /** How many calls of one pass are run; those beyond it fail. */
  public int maxCalls() {
    return state.maxCalls;
  }

  /** How much of a result the model gets. */
  public int maxResultChars() {
    return state.maxResultChars;
  }

  /**
   * How much text of a pass is kept here, so that another can follow it; after a longer one none
   * does, and {@link Turn#messages()} lacks it.
   */
  public int maxKeptChars() {
    return state.maxKeptChars;
  }

  /** With so many rounds at most. */
  public TurnOptions withMaxRounds(int rounds) {
    return new TurnOptions(
        new State(
            rounds, state.toolTime, state.maxCalls, state.maxResultChars, state.maxKeptChars));
  }

  /** With so much time for each run of a tool. */
  public TurnOptions withToolTime(Duration time) {
    return new TurnOptions(
        new State(state.maxRounds, time, state.maxCalls, state.maxResultChars, state.maxKeptChars));
  }

  /** With so much of each result for the model. */
  public TurnOptions withMaxResultChars(int chars) {
    return new TurnOptions(
        new State(state.maxRounds, state.toolTime, state.maxCalls, chars, state.maxKeptChars));
  }

  /** With so much text of a pass kept for the next. */
  public TurnOptions withMaxKeptChars(int chars) {
    return new TurnOptions(
        new State(state.maxRounds, state.toolTime, state.maxCalls, state.maxResultChars, chars));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof TurnOptions that && state.equals(that.state);
  }

  @Override
  public int hashCode() {
    return state.hashCode();
  }

  @Override
  public String toString() {
    return state.toString();
  }
}
