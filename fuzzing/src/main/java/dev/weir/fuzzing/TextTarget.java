package dev.weir.fuzzing;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.event.status.StatusMarker;
import dev.weir.event.status.StatusPhrase;
import dev.weir.terminal.markdown.Markdown;
import dev.weir.terminal.screen.Line;
import dev.weir.terminal.screen.Style;
import dev.weir.terminal.text.SafeText;

/** Text of a model on its way to a terminal: nothing that controls the terminal is left. */
public final class TextTarget {
  private TextTarget() {}

  public static void fuzzerTestOneInput(byte[] data) {
    String text = new String(data, UTF_8);
    harmless(SafeText.of(text));
    var pieces = new StringBuilder();
    for (byte[] slice : Slices.of(data)) {
      pieces.append(new String(slice, UTF_8));
    }
    harmless(SafeText.of(pieces.toString()));
    for (Line line : Markdown.lines(SafeText.of(text), /* width= */ 40, Style.PLAIN)) {
      harmless(line.text());
    }
    StatusMarker.last(text).ifPresent(found -> inside(found, text));
    StatusPhrase.first(text).ifPresent(found -> inside(found, text));
  }

  private static void inside(String found, String text) {
    Finding.unless(found.length() <= text.length(), "more was found than there is: %s", found);
  }

  private static void harmless(String shown) {
    Finding.unless(
        shown
            .chars()
            .noneMatch(c -> (c < 0x20 && c != '\n' && c != '\t') || (c >= 0x7f && c < 0xa0)),
        "a control character is left in %s",
        shown);
  }
}
