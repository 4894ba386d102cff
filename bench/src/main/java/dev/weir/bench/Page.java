package dev.weir.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The page that keeps the last full result, between two marks; what is around them stays. */
final class Page {
  private static final String BEGIN = "<!-- begin: written by ./benchmark -->\n";
  private static final String END = "<!-- end -->\n";

  private Page() {}

  static void write(Path page, String result) throws IOException {
    Files.writeString(page, replaced(Files.readString(page), result));
  }

  static String replaced(String text, String result) {
    int begin = text.indexOf(BEGIN);
    int end = text.indexOf(END, Math.max(0, begin));
    if (begin < 0 || end < 0) {
      throw new IllegalArgumentException(
          "The page has no place for results; it needs the lines %s and %s"
              .formatted(BEGIN.strip(), END.strip()));
    }
    return text.substring(0, begin + BEGIN.length()) + result + text.substring(end);
  }
}
