package dev.weir.gateway.chat;

import java.util.regex.Pattern;

/** What a stream is called in a list: the beginning of the last thing that its user said. */
public final class Titles {
  private static final int MAX_TITLE = 80;
  private static final Pattern BLANKS = Pattern.compile("\\s+");
  private static final Pattern CONTROLS = Pattern.compile("\\p{Cntrl}");

  private Titles() {}

  public static String of(String said) {
    String line = BLANKS.matcher(said.strip()).replaceAll(" ");
    line = CONTROLS.matcher(line).replaceAll("");
    if (line.codePointCount(0, line.length()) <= MAX_TITLE) {
      return line;
    }
    return line.substring(0, line.offsetByCodePoints(0, MAX_TITLE)) + "…";
  }
}
