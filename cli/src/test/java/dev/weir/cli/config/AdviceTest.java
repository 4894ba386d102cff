package dev.weir.cli.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Whoever is told to raise something can: the words name a setting that exists. */
final class AdviceTest {
  private static final Pattern ADVICE =
      Pattern.compile("\\braise (the limit \\(ulimit -n\\)|[A-Za-z.-]*[A-Za-z]|.{0,20})");

  @Test
  void everythingThatMessagesAdviseToRaiseIsASetting() throws IOException {
    Set<String> settings = new TreeSet<>(List.of("the limit (ulimit -n)"));
    fields("calls").forEach(name -> settings.addAll(List.of(name, "calls." + name)));
    fields("gateway").forEach(name -> settings.add("gateway." + name));
    settings.add("EncodeOptions.maxHeldChars");

    assertThat(advice()).isNotEmpty().isSubsetOf(settings);
  }

  @Test
  void whatACapturedStreamMayHoldIsAnOptionToo() throws IOException {
    String help = Files.readString(Path.of("src/main/java/dev/weir/cli/StreamOptions.java"));
    assertThat(advice().stream().filter(name -> name.startsWith("max-")))
        .isNotEmpty()
        .allSatisfy(name -> assertThat(help).contains("\"--" + name + "\""));
  }

  /** The names that a part of weir.yaml may have. */
  private static List<String> fields(String part) {
    Throwable refused =
        catchThrowable(() -> WeirConfig.read("weir.yaml", part + ": {nonsense: 1}", Map.of()));
    String message = String.valueOf(refused.getMessage());
    String names = message.substring(message.indexOf("one of ") + "one of ".length());
    return Arrays.asList(names.split(", "));
  }

  private static Set<String> advice() throws IOException {
    Set<String> found = new TreeSet<>();
    List<Path> sources = new ArrayList<>();
    try (Stream<Path> modules = Files.list(Path.of(".."))) {
      for (Path module : modules.map(m -> m.resolve("src/main/java")).toList()) {
        if (Files.isDirectory(module)) {
          try (Stream<Path> files = Files.walk(module)) {
            files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
          }
        }
      }
    }
    for (Path source : sources) {
      for (String line : Files.readAllLines(source)) {
        Matcher advice = ADVICE.matcher(line);
        while (line.contains("\"") && advice.find()) {
          found.add(advice.group(1));
        }
      }
    }
    return found;
  }
}
