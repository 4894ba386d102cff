package dev.weir.interop.library;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every sample of docs/library stands in a test, which compiles and runs it. */
class LibraryPagesTest {
  private static final Path PAGES = Path.of("../docs/library");

  /** Where samples are run: here, and in the modules that have pages of their own. */
  private static final List<Path> TESTS =
      List.of(
          Path.of("src/test/java/dev/weir/interop/library"),
          Path.of("../micrometer/src/test/java/dev/weir/micrometer"),
          Path.of("../opentelemetry/src/test/java/dev/weir/opentelemetry"),
          Path.of("../langchain4j/src/test/java/dev/weir/langchain4j"),
          Path.of("../spring-ai/src/test/java/dev/weir/springai"),
          Path.of("../spring-boot-starter/src/test/java/dev/weir/springboot"));

  private static final Pattern SAMPLE = Pattern.compile("(?s)```java\n(.*?)```");

  @Test
  void everySampleIsRun() throws IOException {
    StringBuilder run = new StringBuilder();
    for (Path folder : TESTS) {
      for (Path test : files(folder, ".java")) {
        run.append(plain(Files.readString(test))).append(' ');
      }
    }
    List<String> unrun = new ArrayList<>();
    int samples = 0;
    for (Path page : files(PAGES, ".md")) {
      for (var sample : SAMPLE.matcher(Files.readString(page)).results().toList()) {
        samples++;
        if (run.indexOf(plain(sample.group(1))) < 0) {
          unrun.add(page.getFileName() + ": " + sample.group(1));
        }
      }
    }
    assertThat(unrun).isEmpty();
    assertThat(samples).isGreaterThan(20);
  }

  @Test
  void everyPageIsInTheList() throws IOException {
    String list = Files.readString(PAGES.resolve("README.md"));
    for (Path page : files(PAGES, ".md")) {
      String name = page.getFileName().toString();
      assertThat(name.equals("README.md") || list.contains("(" + name + ")")).as(name).isTrue();
    }
  }

  private static List<Path> files(Path folder, String ending) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(ending)).sorted().toList();
    }
  }

  /** How lines are broken and indented does not matter. */
  private static String plain(String code) {
    return code.replaceAll("\\s+", "");
  }
}
