package dev.weir.terminal.screen;

/** How a run of text looks. */
public record Style(Hue hue, boolean bold, boolean italic, boolean underlined) {

  public static final Style PLAIN = Style.of(Hue.PLAIN);
  public static final Style MUTED = Style.of(Hue.MUTED);

  public static Style of(Hue hue) {
    return new Style(hue, false, false, false);
  }

  public Style withHue(Hue other) {
    return new Style(other, bold, italic, underlined);
  }

  public Style asBold() {
    return new Style(hue, true, italic, underlined);
  }

  public Style asItalic() {
    return new Style(hue, bold, true, underlined);
  }

  public Style asUnderlined() {
    return new Style(hue, bold, italic, true);
  }
}
