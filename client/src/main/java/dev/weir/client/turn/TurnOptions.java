package dev.weir.client.turn;

import java.time.Duration;

/**
 * How far a turn may go. Models are untrusted: each of these bounds what one can make us do.
 *
 * @param maxRounds how often tools may run and the model be asked again; 0 hands every call over
 * @param toolTime how long one tool may run
 * @param maxCalls how many calls of one pass are run; those beyond it fail
 * @param maxResultChars how much of a result the model gets
 */
public record TurnOptions(int maxRounds, Duration toolTime, int maxCalls, int maxResultChars) {

  public static final TurnOptions DEFAULT =
      new TurnOptions(
          /* maxRounds= */ 16,
          /* toolTime= */ Duration.ofSeconds(60),
          /* maxCalls= */ 32,
          /* maxResultChars= */ 100_000);

  public TurnOptions {
    if (maxRounds < 0 || !toolTime.isPositive() || maxCalls < 1 || maxResultChars < 1) {
      throw new IllegalArgumentException(
          "maxRounds %d must not be negative; toolTime %s, maxCalls %d, maxResultChars %d must be positive"
              .formatted(maxRounds, toolTime, maxCalls, maxResultChars));
    }
  }

  public TurnOptions withMaxRounds(int rounds) {
    return new TurnOptions(rounds, toolTime, maxCalls, maxResultChars);
  }

  public TurnOptions withToolTime(Duration time) {
    return new TurnOptions(maxRounds, time, maxCalls, maxResultChars);
  }

  public TurnOptions withMaxResultChars(int chars) {
    return new TurnOptions(maxRounds, toolTime, maxCalls, chars);
  }
}
