package dev.weir.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;

/** A file beside a test class, for programs that look for it in a folder. */
public final class TestFile {
  private TestFile() {}

  /**
   * Puts it there. Tests of several processes may put the same one there at once: whoever reads it
   * finds it whole.
   */
  public static Path put(Class<?> beside, String name, Path folder) throws IOException {
    Path whole = folder.resolve(name);
    Path written = Files.createTempFile(folder, name, ".part");
    try (InputStream in = Objects.requireNonNull(beside.getResourceAsStream(name), name)) {
      Files.copy(in, written, StandardCopyOption.REPLACE_EXISTING);
    }
    return Files.move(written, whole, StandardCopyOption.ATOMIC_MOVE);
  }
}
