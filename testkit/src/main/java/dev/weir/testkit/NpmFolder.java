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
    Path folder = NpmLock.FOLDER.resolve(source.getFileName().toString());
    return NpmLock.locked(() -> isReady(folder) ? Optional.of(folder) : Optional.empty());
  }

  private boolean isReady(Path folder) throws IOException, InterruptedException {
    Path done = folder.resolve("node_modules").resolve(".installed");
    String pins = Files.readString(source.resolve(PINS));
    copy(folder);
    if (Files.exists(done) && Files.readString(done).equals(pins)) {
      return true;
    }
    if (!NpmPackage.install(folder)) {
      return false;
    }
    Files.writeString(done, pins);
    return true;
  }

  /** Copies what is not there yet: another test may be running what is. */
  private void copy(Path folder) throws IOException {
    Files.createDirectories(folder);
    try (Stream<Path> files = Files.list(source)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path copy = folder.resolve(file.getFileName());
        if (!Files.exists(copy) || Files.mismatch(file, copy) >= 0) {
          Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
        }
      }
    }
  }

  /** What a test that is skipped says. */
  public String missing() {
    return "npm cannot install what %s needs here: is npm on the PATH, and its registry reachable?"
        .formatted(source.resolve(PINS));
  }
}
