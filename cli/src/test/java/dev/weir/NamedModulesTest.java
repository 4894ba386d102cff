package dev.weir;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Modules that have a name but no descriptor, because what they need is not modular. Here they are
 * compiled on the class path, where everything can be seen; on a module path, and where their
 * Javadoc is made, they see what is exported to them.
 */
class NamedModulesTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern NAME = Pattern.compile("<Automatic-Module-Name>([\\w.]+)<");
  private static final Pattern IMPORT =
      Pattern.compile("(?m)^import (?:static )?(dev\\.weir(?:\\.[a-z]\\w*)+)\\.[A-Z]");
  private static final Pattern EXPORT =
      Pattern.compile("exports\\s+([\\w.]+)(?:\\s+to\\s+([\\w.,\\s]+))?;");

  @Test
  void theyUseOfOtherModulesWhatIsExportedToThem() throws IOException {
    Map<String, Set<String>> hidden = hidden();
    Set<String> found = new TreeSet<>();
    List<Path> named = modulesWith("pom.xml", NAME);
    assertThat(named).hasSizeGreaterThan(5);
    for (Path module : named) {
      String name = matches(NAME, module.resolve("pom.xml")).getFirst().group(1);
      for (Path source : sources(module)) {
        for (MatchResult used : matches(IMPORT, source)) {
          Set<String> friends = hidden.get(used.group(1));
          if (friends != null && !friends.contains(name)) {
            found.add("%s uses %s".formatted(source.getFileName(), used.group(1)));
          }
        }
      }
    }
    assertThat(found).as("export it to them in module-info.java, or use something else").isEmpty();
  }

  /** The packages of Java modules that not everybody sees, with the modules that do. */
  private static Map<String, Set<String>> hidden() throws IOException {
    Map<String, Set<String>> hidden = new HashMap<>();
    for (Path module : modulesWith("src/main/java/module-info.java", EXPORT)) {
      Path java = module.resolve("src/main/java");
      for (Path source : sources(module)) {
        String folder = java.relativize(source.getParent()).toString();
        hidden.put(folder.replace('/', '.').replace('\\', '.'), Set.of());
      }
      for (MatchResult export : matches(EXPORT, java.resolve("module-info.java"))) {
        if (export.group(2) == null) {
          hidden.remove(export.group(1));
        } else {
          hidden.put(
              export.group(1),
              Stream.of(export.group(2).split("[,\\s]+")).collect(Collectors.toSet()));
        }
      }
    }
    return hidden;
  }

  private static List<Path> modulesWith(String file, Pattern pattern) throws IOException {
    try (Stream<Path> folders = Files.list(ROOT)) {
      List<Path> all = folders.filter(folder -> Files.exists(folder.resolve(file))).toList();
      Set<Path> found = new TreeSet<>();
      for (Path folder : all) {
        if (!matches(pattern, folder.resolve(file)).isEmpty()) {
          found.add(folder);
        }
      }
      return List.copyOf(found);
    }
  }

  private static List<Path> sources(Path module) throws IOException {
    try (Stream<Path> files = Files.walk(module.resolve("src/main/java"))) {
      return files.filter(file -> file.toString().endsWith(".java")).toList();
    }
  }

  private static List<MatchResult> matches(Pattern pattern, Path file) throws IOException {
    return pattern.matcher(Files.readString(file)).results().toList();
  }
}
