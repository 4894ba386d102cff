package dev.weir.redis;

import java.nio.file.Path;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The simulated histories find what they are for: a rule is broken in the source, and it shows. */
class BrokenRulesTest {
  private static final Path SOURCES = Path.of("src/main/java/dev/weir/redis");
  private static final Logger QUIET = Logger.getLogger("dev.weir.redis");
  private @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          PositionalFold | record.position() != next | false
          Deaths         | leased.contains(node)     | false
          """)
  void aBrokenRuleIsFoundWithinAThousandHistories(String file, String rule, String broken)
      throws Exception {
    QUIET.setLevel(Level.OFF);
    BrokenRule.isFound(
        folder,
        SOURCES.resolve(file + ".java"),
        rule,
        broken,
        SimHistory.class,
        PositionalFold.class,
        SimHistory.class);
  }
}
