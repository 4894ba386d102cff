package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the documentation points to is there. */
class DocsTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern CODE = Pattern.compile("(?s)```.*?```");
  private static final Pattern LINK = Pattern.compile("\\[([^\\]]*)\\]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
  private static final Pattern DECISION = Pattern.compile("decision (\\d+)");

  @Test
  void everyLinkLeadsToAFileAndToAHeadingInIt() throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path page : pages()) {
      for (MatchResult link : links(page)) {
        String target = link.group(2);
        if (!target.matches("[a-z]+:.*") && !exists(page, target)) {
          broken.add(page + ": " + target);
        }
      }
    }

    assertThat(broken).isEmpty();
  }

  @Test
  void decisionsHaveTheNumberOfTheirFileAndNoNumberIsUsedTwice() throws IOException {
    Set<String> numbers = new HashSet<>();
    for (Path page : pages()) {
      Path file = ROOT.resolve("docs/decisions").relativize(page);
      if (!file.toString().matches("\\d{4}-.*")) {
        continue;
      }
      String number = file.toString().substring(0, 4);

      assertThat(numbers.add(number)).as("decision %s is there once", number).isTrue();
      assertThat(Files.readString(page)).startsWith("# %d. ".formatted(Integer.parseInt(number)));
    }
    assertThat(numbers).hasSizeGreaterThan(10);
  }

  @Test
  void aDecisionIsCalledByItsNumber() throws IOException {
    for (Path page : pages()) {
      String text = Files.readString(page);
      List<MatchResult> links = links(page);
      for (MatchResult named : DECISION.matcher(text).results().toList()) {
        assertThat(links)
            .as("%s links to %s", page, named.group())
            .anyMatch(link ->
                link.group(1).equals(named.group())
                    && link.group(2)
                        .matches(".*\\b%04d-.*".formatted(Integer.parseInt(named.group(1)))));
      }
    }
  }

  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>();
    try (Stream<Path> top = Files.list(ROOT);
        Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      Stream.concat(top, docs).filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
    }
    return pages;
  }

  private static List<MatchResult> links(Path page) throws IOException {
    return LINK.matcher(CODE.matcher(Files.readString(page)).replaceAll("")).results().toList();
  }

  private static boolean exists(Path page, String target) throws IOException {
    int hash = target.indexOf('#');
    String file = hash < 0 ? target : target.substring(0, hash);
    Path there = file.isEmpty() ? page : page.resolveSibling(file);
    if (!Files.exists(there)) {
      return false;
    }
    return hash < 0 || anchors(there).contains(target.substring(hash + 1));
  }

  private static List<String> anchors(Path page) throws IOException {
    return HEADING
        .matcher(Files.readString(page))
        .results()
        .map(heading ->
            heading
                .group(1)
                .strip()
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N}_ -]", "")
                .replace(' ', '-'))
        .toList();
  }
}
