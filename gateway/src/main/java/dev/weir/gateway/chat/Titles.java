package dev.weir.gateway.chat;

/** What a stream is called in a list: the beginning of the last thing that its user said. */
public final class Titles {
  private static final int MAX_TITLE = 80;

  private Titles() {}

  public static String of(String said) {
    String line = said.strip().replaceAll("\\s+", " ").replaceAll("\\p{Cntrl}", "");
    if (line.codePointCount(0, line.length()) <= MAX_TITLE) {
      return line;
    }
    return line.substring(0, line.offsetByCodePoints(0, MAX_TITLE)) + "…";
  }
}
