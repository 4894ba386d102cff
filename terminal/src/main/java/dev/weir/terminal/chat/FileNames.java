package dev.weir.terminal.chat;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The names of files that begin like what was typed. */
final class FileNames {
  private static final int MAX_NAMES = 200;

  private FileNames() {}

  /** Those in the folder that the beginning names; folders end with a slash. */
  static List<String> beginning(String begun) {
    int slash = begun.lastIndexOf('/');
    String folder = begun.substring(0, slash + 1);
    String start = begun.substring(slash + 1);
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(
            Path.of(folder.isEmpty() ? "." : folder),
            file -> file.getFileName().toString().startsWith(start))) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        // Hidden files are offered only if the name begins with a dot.
        if (names.size() < MAX_NAMES && (!name.startsWith(".") || start.startsWith("."))) {
          names.add(folder + name + (Files.isDirectory(file) ? "/" : ""));
        }
      }
    } catch (IOException | InvalidPathException notAFolder) {
      return List.of();
    }
    Collections.sort(names);
    return names;
  }
}
