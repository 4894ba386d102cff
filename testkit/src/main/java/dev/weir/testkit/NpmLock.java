package dev.weir.testkit;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** One test at a time installs from npm, whichever process it runs in. */
final class NpmLock {
  static final Path FOLDER = Path.of("target", "npm");

  private NpmLock() {}

  /** What installs something, or finds that it is there. */
  interface Installing {
    Optional<Path> installed() throws IOException, InterruptedException;
  }

  static synchronized Optional<Path> locked(Installing installing)
      throws IOException, InterruptedException {
    Files.createDirectories(FOLDER);
    try (FileChannel channel = FileChannel.open(FOLDER.resolve("lock"), CREATE, WRITE)) {
      // Closing the file unlocks it.
      channel.lock();
      return installing.installed();
    }
  }
}
