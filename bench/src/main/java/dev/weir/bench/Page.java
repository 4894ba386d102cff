package dev.weir.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The page that keeps the last full results, each between two marks; what is around them stays. */
final class Page {
  private static final String END = "<!-- end -->\n";

  private Page() {}

  /**
   * Writes a result to its place.
   *
   * @param command whose result it is
   */
  static void write(Path page, String command, String result) throws IOException {
    Files.writeString(page, replaced(Files.readString(page), command, result));
  }

  static String replaced(String text, String command, String result) {
    String mark = "<!-- begin: written by " + command + " -->\n";
    int begin = text.indexOf(mark);
    int end = text.indexOf(END, Math.max(0, begin));
    if (begin < 0 || end < 0) {
      throw new IllegalArgumentException(
          "The page has no place for results; it needs the lines %s and %s"
              .formatted(mark.strip(), END.strip()));
    }
    return text.substring(0, begin + mark.length()) + result + text.substring(end);
  }
}
