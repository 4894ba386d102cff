package dev.weir.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A folder of scripts with a {@code package.json} that pins what they need. It is copied into the
 * module's target folder, where what it needs is installed once.
 *
 * @param source where the scripts and the {@code package.json} are
 */
public record NpmFolder(Path source) {
  private static final String PINS = "package.json";

  /** The copy, with all that it needs; absent where npm or a package cannot be had. */
  public Optional<Path> installed() throws IOException, InterruptedException {
    synchronized (NpmFolder.class) {
      Path folder = Path.of("target", "npm", source.getFileName().toString());
      Path done = folder.resolve("node_modules").resolve(".installed");
      String pins = Files.readString(source.resolve(PINS));
      copy(folder);
      if (Files.exists(done) && Files.readString(done).equals(pins)) {
        return Optional.of(folder);
      }
      if (!NpmPackage.install(folder)) {
        return Optional.empty();
      }
      Files.writeString(done, pins);
      return Optional.of(folder);
    }
  }

  private void copy(Path folder) throws IOException {
    Files.createDirectories(folder);
    try (Stream<Path> files = Files.list(source)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.copy(file, folder.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  /** What a test that is skipped says. */
  public String missing() {
    return "npm cannot install what %s needs here: is npm on the PATH, and its registry reachable?"
        .formatted(source.resolve(PINS));
  }
}
