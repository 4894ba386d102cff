package dev.weir.cli.chat;

import java.nio.file.Path;

/** The names of files that belong together: one name was given, and there are several answers. */
public final class FileNumbers {
  private FileNumbers() {}

  /** The file of one of several answers: the first has the name that was given. */
  public static Path numbered(Path file, int number) {
    return number == 1 ? file : named(file, "-" + number);
  }

  /** The file with something before the extension of its name. */
  static Path named(Path file, String more) {
    String name = file.getFileName().toString();
    int dot = name.lastIndexOf('.');
    int end = dot <= 0 ? name.length() : dot;
    return file.resolveSibling(name.substring(0, end) + more + name.substring(end));
  }
}
