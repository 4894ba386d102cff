package dev.weir.terminal.screen;

/** How a run of text looks. */
public record Style(Hue hue, boolean bold, boolean italic, boolean underlined) {

  public static final Style PLAIN = Style.of(Hue.PLAIN);
  public static final Style MUTED = Style.of(Hue.MUTED);

  /** Plain text of that hue. */
  public static Style of(Hue hue) {
    return new Style(hue, false, false, false);
  }

  /** With another hue. */
  public Style withHue(Hue other) {
    return new Style(other, bold, italic, underlined);
  }

  /** The same, bold. */
  public Style asBold() {
    return new Style(hue, true, italic, underlined);
  }

  /** The same, italic. */
  public Style asItalic() {
    return new Style(hue, bold, true, underlined);
  }

  /** The same, underlined. */
  public Style asUnderlined() {
    return new Style(hue, bold, italic, true);
  }
}
