package dev.weir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The packages that the modules export, to everybody or to some. */
final class Exports {
  private static final Pattern EXPORT = Pattern.compile("exports\\s+([\\w.]+)");

  private Exports() {}

  /** Read from the sources: the tests run on the class path, where modules are not seen. */
  static Set<String> ofModules() {
    Set<String> exported = new TreeSet<>();
    try (Stream<Path> modules = Files.list(Path.of(".."))) {
      for (Path module : modules.toList()) {
        Path info = module.resolve("src/main/java/module-info.java");
        if (Files.exists(info)) {
          Matcher matcher = EXPORT.matcher(Files.readString(info));
          while (matcher.find()) {
            exported.add(matcher.group(1));
          }
        }
      }
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
    return exported;
  }
}
