package dev.weir;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is caught, over all sources. */
class CatchesTest {
  private static final Pattern BROAD =
      Pattern.compile(
          "catch \\([^)]*\\b(?:Exception|RuntimeException|Throwable|Error)\\b[^)]* (\\w+)\\) \\{");

  /** Within so many lines what was caught is thrown on, after something was tidied up. */
  private static final int TIDYING_LINES = 6;

  @Test
  void whoeverCatchesEverythingThrowsItOnOrSaysWhy() throws IOException {
    List<String> silent = new ArrayList<>();
    int found = 0;
    for (Path source : sources()) {
      List<String> lines = Files.readAllLines(source);
      for (int i = 0; i < lines.size(); i++) {
        Matcher broad = BROAD.matcher(lines.get(i));
        if (broad.find()) {
          found++;
          String block =
              String.join("\n", lines.subList(i, Math.min(lines.size(), i + TIDYING_LINES)));
          boolean saysWhy = lines.get(i).contains("//") || lines.get(i + 1).contains("//");
          if (!saysWhy && !block.contains("throw " + broad.group(1) + ";")) {
            silent.add(source + ":" + (i + 1) + " " + lines.get(i).strip());
          }
        }
      }
    }
    assertThat(found).isGreaterThan(20);
    assertThat(silent).isEmpty();
  }

  private static List<Path> sources() throws IOException {
    List<Path> sources = new ArrayList<>();
    try (Stream<Path> modules = Files.list(Path.of(".."))) {
      for (Path module : modules.map(path -> path.resolve("src/main/java")).toList()) {
        if (Files.isDirectory(module)) {
          try (Stream<Path> files = Files.walk(module)) {
            files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
          }
        }
      }
    }
    return sources;
  }
}
