package dev.weir.terminal.screen;

/** Which colours are used, chosen among the terminal's own sixteen so that its theme applies. */
public enum Palette {
  /** No colours; bold and the like stay, as NO_COLOR asks. */
  NONE,
  /** Bright colours, for a dark background. */
  DARK,
  /** Full colours, for a light background. */
  LIGHT;

  private static final int DARK_OFFSET = 90;
  private static final int LIGHT_OFFSET = 30;

  /** The sequence that sets a style, whatever was set before. */
  String select(Style style) {
    StringBuilder codes = new StringBuilder("\033[0");
    append(codes, style.bold(), 1);
    append(codes, style.italic(), 3);
    append(codes, style.underlined(), 4);
    if (this != NONE) {
      int colour = colour(style.hue());
      append(codes, colour >= 0, colour);
    }
    return codes.append('m').toString();
  }

  private static void append(StringBuilder codes, boolean set, int code) {
    if (set) {
      codes.append(';').append(code);
    }
  }

  private int colour(Hue hue) {
    int offset = this == DARK ? DARK_OFFSET : LIGHT_OFFSET;
    return switch (hue) {
      case PLAIN -> -1;
      case REFUSAL, FAULT -> offset + 1;
      case ANSWER, FINE -> offset + 2;
      case CALL -> offset + 3;
      case HEADING, LINK -> offset + 4;
      case THINKING -> offset + 5;
      case TOOL_OUTPUT, CODE -> offset + 6;
      case MUTED -> DARK_OFFSET;
    };
  }
}
