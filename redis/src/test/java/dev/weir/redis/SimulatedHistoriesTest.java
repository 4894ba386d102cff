package dev.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Many histories in virtual time, with the classes of the log as they are. {@code
 * -Dweir.simulations=10000} makes many, {@code -Dweir.seed=N} begins with another.
 */
class SimulatedHistoriesTest {
  private static final int HISTORIES = Integer.getInteger("weir.simulations", 200);
  private static final long FIRST = Long.getLong("weir.seed", 1);
  private static final Logger QUIET = Logger.getLogger("dev.weir.redis");

  @BeforeAll
  static void beQuiet() {
    QUIET.setLevel(Level.OFF);
  }

  @Test
  void whateverGoesWrongNobodyIsToldWhatTheLogContradicts() {
    List<String> violations = new ArrayList<>();
    for (long seed = FIRST; seed < FIRST + HISTORIES && violations.size() < 5; seed++) {
      String violation = new SimHistory(seed).play();
      if (violation != null) {
        violations.add("seed %d %s".formatted(seed, violation));
      }
    }
    assertThat(violations).isEmpty();
    System.out.printf(
        "simulated: %,d histories from seed %d on, nothing wrong%n", HISTORIES, FIRST);
  }

  /** A writer that looked what the engine had acknowledged what no replica had. */
  @Test
  void whatAWriterFindsInTheEngineCountsOnlyWhenItIsAsSafeAsAskedFor() {
    assertThat(new SimHistory(/* seed= */ 7806).play()).isNull();
  }
}
