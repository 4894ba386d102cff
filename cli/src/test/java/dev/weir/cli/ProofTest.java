package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Where the documentation says how often something was run, that is what was run. */
class ProofTest {
  private static final Pattern RUN = Pattern.compile("(?m)^\\| `([\\w-]+)` \\| ([\\d,]+) \\|");
  private static final Pattern ENTRY = Pattern.compile("(?m)^([\\w-]+) (\\d+)$");

  @Test
  void executionsAreThoseOfTheLedger() throws IOException {
    String page = Files.readString(Path.of("../docs/proof.md"));
    Map<String, Long> said = numbers(RUN, page.substring(page.indexOf("## Executions")));
    Map<String, Long> run = numbers(ENTRY, Files.readString(Path.of("../fuzzing/ledger.txt")));

    assertThat(said).isEqualTo(run);
    long all = run.values().stream().mapToLong(Long::longValue).sum();
    assertThat(page).contains("%,d executions in all".formatted(all));
  }

  private static Map<String, Long> numbers(Pattern row, String text) {
    Map<String, Long> numbers = new TreeMap<>();
    for (MatchResult found : row.matcher(text).results().toList()) {
      numbers.put(found.group(1), Long.parseLong(found.group(2).replace(",", "")));
    }
    return numbers;
  }
}
