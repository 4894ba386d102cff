package dev.weir.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Streams written by hand, each of which once showed a defect. */
public final class Cases {
  private Cases() {}

  /** The bytes of a stream, by the name of its file. */
  public static byte[] bytes(String name) {
    try (InputStream in = Cases.class.getResourceAsStream("cases/" + name)) {
      if (in == null) {
        throw new IllegalArgumentException("There is no case named " + name);
      }
      return in.readAllBytes();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** Writes a stream into a folder, under its own name. */
  public static Path write(String name, Path folder) {
    try {
      return Files.write(folder.resolve(name), bytes(name));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
