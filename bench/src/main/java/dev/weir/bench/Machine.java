package dev.weir.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the figures were measured on, without saying whose machine it is. */
final class Machine {
  private Machine() {}

  static String description() {
    return "%s, %d cores, %s %s"
        .formatted(
            processor(),
            Runtime.getRuntime().availableProcessors(),
            System.getProperty("java.vm.name"),
            Runtime.version());
  }

  private static String processor() {
    try (var lines = Files.lines(Path.of("/proc/cpuinfo"))) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse(System.getProperty("os.arch"));
    } catch (IOException notLinux) {
      return System.getProperty("os.arch");
    }
  }
}
