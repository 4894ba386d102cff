package dev.weir.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A program from npm at a pinned version, for tests against third-party code. It is installed once
 * into the module's target folder.
 *
 * @param name such as {@code @scope/name}
 * @param script what is run, inside the package
 */
public record NpmPackage(String name, String version, String script) {
  private static final int INSTALL_MINUTES = 3;

  /** The script, ready for node; absent where npm or the package is not available. */
  public Optional<Path> installed() throws InterruptedException {
    Path folder = NpmLock.FOLDER.resolve(name.replace('/', '+') + "@" + version);
    Path file = folder.resolve("node_modules").resolve(name).resolve(script);
    try {
      return NpmLock.locked(() ->
          Files.exists(file) || install(folder, name + "@" + version)
              ? Optional.of(file)
              : Optional.empty());
    } catch (IOException targetFolderIsGone) {
      throw new UncheckedIOException(targetFolderIsGone);
    }
  }

  /** Installs packages, or what the folder's own list names, without running scripts of theirs. */
  static boolean install(Path folder, String... packages) throws InterruptedException {
    List<String> command = new ArrayList<>(List.of("npm", "install", "--ignore-scripts"));
    command.addAll(List.of("--no-audit", "--no-fund", "--silent", "--prefix", folder.toString()));
    command.addAll(List.of(packages));
    try {
      Files.createDirectories(folder);
      Process npm =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      boolean isDone = npm.waitFor(INSTALL_MINUTES, TimeUnit.MINUTES);
      if (!isDone) {
        npm.destroyForcibly();
      }
      return isDone && npm.exitValue() == 0;
    } catch (IOException noNpm) {
      return false;
    }
  }

  /** What a test that is skipped says. */
  public String missing() {
    return "npm cannot install %s@%s here: is npm on the PATH, and its registry reachable?"
        .formatted(name, version);
  }
}
