package dev.weir.cli.inspect;

import java.util.Locale;

/**
 * Text of a page. What comes from outside goes through {@link #text} or an attribute, and cannot
 * become an element or leave its attribute.
 */
final class Markup {
  private final StringBuilder out = new StringBuilder();

  /** Adds markup that this program wrote itself. */
  Markup raw(String markup) {
    out.append(markup);
    return this;
  }

  Markup text(String text) {
    out.append(escape(text));
    return this;
  }

  /** Opens an element; attributes are pairs of name and value. */
  Markup open(String element, Object... attributes) {
    out.append('<').append(element);
    attributes(attributes);
    out.append('>');
    return this;
  }

  Markup close(String element) {
    out.append("</").append(element).append('>');
    return this;
  }

  /** An element with nothing in it but text. */
  Markup element(String element, String text, Object... attributes) {
    return open(element, attributes).text(text).close(element);
  }

  private void attributes(Object... pairs) {
    for (int i = 0; i < pairs.length; i += 2) {
      Object value = pairs[i + 1];
      String text =
          value instanceof Double number
              ? String.format(Locale.ROOT, "%.1f", number)
              : value.toString();
      out.append(' ').append(pairs[i]).append("=\"").append(escape(text)).append('"');
    }
  }

  static String escape(String text) {
    StringBuilder safe = new StringBuilder(text.length() + 16);
    text.codePoints()
        .forEach(c -> {
          switch (c) {
            case '&' -> safe.append("&amp;");
            case '<' -> safe.append("&lt;");
            case '>' -> safe.append("&gt;");
            case '"' -> safe.append("&quot;");
            case '\'' -> safe.append("&#39;");
            default -> safe.appendCodePoint(isPlain(c) ? c : 0xFFFD);
          }
        });
    return safe.toString();
  }

  /** Control characters, lone surrogates and changes of the writing direction are not allowed. */
  private static boolean isPlain(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL, Character.SURROGATE, Character.UNASSIGNED -> false;
      case Character.FORMAT -> c == 0x200D;
      default -> true;
    };
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
