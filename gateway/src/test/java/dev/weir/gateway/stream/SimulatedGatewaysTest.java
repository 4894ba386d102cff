package dev.weir.gateway.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.redis.BrokenRule;
import dev.weir.redis.RedisPlace;
import dev.weir.redis.SimNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Many histories of gateways in virtual time, with the classes of the log, the nodes and the folds
 * as they are. {@code -Dweir.simulations=10000} makes many, {@code -Dweir.seed=N} begins with
 * another.
 */
class SimulatedGatewaysTest {
  private static final int HISTORIES = Integer.getInteger("weir.simulations", 100);
  private static final long FIRST = Long.getLong("weir.seed", 1);
  private static final Logger QUIET = Logger.getLogger("dev.weir");
  private @TempDir Path folder;

  @BeforeAll
  static void beQuiet() {
    QUIET.setLevel(Level.OFF);
  }

  @Test
  void whateverGoesWrongEveryTranscriptIsTheFramesOfTheLog() {
    List<String> violations = new ArrayList<>();
    long visits = 0;
    for (long seed = FIRST; seed < FIRST + HISTORIES && violations.size() < 5; seed++) {
      var history = new GatewayHistory(seed);
      String violation = history.play();
      visits += history.visits();
      if (violation != null) {
        violations.add("seed %d %s".formatted(seed, violation));
      }
    }
    assertThat(violations).isEmpty();
    System.out.printf(
        "simulated: %,d histories of gateways from seed %d on, %,d visits of clients, nothing"
            + " wrong%n",
        HISTORIES, FIRST, visits);
  }

  /**
   * What was kept, but told only after the stream was cut, came with the time of the last event.
   */
  @Test
  void whatIsToldAfterACutHasTheTimeAtWhichItCame() {
    assertThat(new GatewayHistory(/* seed= */ 62).play()).isNull();
  }

  /** A fold whose beginning could not be read was kept, and the next reader waited for it. */
  @Test
  void whoComesAfterAFoldThatCouldNotBeginIsNotLeftWaiting() {
    assertThat(new GatewayHistory(/* seed= */ 3558).play()).isNull();
  }

  /** A replica that had copied nothing yet was promoted, which no durability survives. */
  @Test
  void anEngineIsNotReplacedByAReplicaThatIsStillEmpty() {
    assertThat(new GatewayHistory(/* seed= */ 9253).play()).isNull();
  }

  @Test
  void oneSeedIsOneHistory() {
    for (long seed = 1; seed <= 5; seed++) {
      var once = new GatewayHistory(seed);
      var again = new GatewayHistory(seed);
      assertThat(once.play()).isEqualTo(again.play());
      assertThat(once.digest()).isEqualTo(again.digest());
    }
  }

  @Test
  void aMessageThatIsBelievedOutOfItsPositionIsFoundWithinAThousandHistories() throws Exception {
    BrokenRule.isFound(
        folder,
        Path.of("../redis/src/main/java/dev/weir/redis/Tail.java"),
        "record.position() == position",
        "record.position() >= position",
        GatewayHistory.class,
        GatewayHistory.class,
        Streams.class,
        SimNode.class,
        RedisPlace.class);
  }
}
