package dev.weir.gateway.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The dashboard in {@code deploy} asks only for what the gateway tells. */
class DashboardTest {
  private static final Pattern QUERY = Pattern.compile("\"expr\": \"((?:[^\"\\\\]|\\\\.)*)\"");
  private static final Pattern NAME =
      Pattern.compile(
          "\\b((?:weir|gen_ai_client)_[a-z_]+?)(?:_bucket|_sum|_count)?(?=[\\[{)\\s]|$)");

  @Test
  void everyFigureOfTheDashboardIsOneThatTheGatewayTells() throws IOException {
    Set<String> told =
        new GatewayMetrics()
            .exposition()
            .lines()
            .filter(line -> line.startsWith("# TYPE "))
            .map(line -> line.split(" ", -1)[2])
            .collect(Collectors.toSet());
    String dashboard = Files.readString(Path.of("../deploy/grafana.json"));
    Set<String> asked = new TreeSet<>();
    Matcher query = QUERY.matcher(dashboard);
    while (query.find()) {
      Matcher name = NAME.matcher(query.group(1));
      assertThat(name.find()).as(query.group(1)).isTrue();
      do {
        asked.add(name.group(1));
      } while (name.find());
    }
    assertThat(asked).hasSizeGreaterThan(20).isSubsetOf(told);
  }
}
