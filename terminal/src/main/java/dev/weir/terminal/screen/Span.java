package dev.weir.terminal.screen;

import dev.weir.terminal.text.Clusters;
import dev.weir.terminal.text.SafeText;

/** A run of text in one style. Whatever it is made from, it holds nothing but drawable text. */
public record Span(String text, Style style) {
  public Span {
    text = Clusters.drawable(SafeText.line(text));
  }
}
