package dev.weir.terminal.screen;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ScreenEncoderTest {
  private static final String BEGIN = "\033[?2026h\033[?25l\033[?7l";
  private static final String END = "\033[?7h\033[?2026l";

  private final ScreenEncoder encoder = new ScreenEncoder(Palette.NONE, /* fullScreen= */ false);

  @Test
  void theFirstScreenMakesItsRoomAndReturnsToItsTop() {
    assertThat(encoder.draw(screen("one", "two")))
        .isEqualTo(BEGIN + "\r\n\033[1A\0337\rone\033[1B\rtwo\0338" + END);
  }

  @Test
  void aScreenThatLooksTheSameCostsNothing() {
    encoder.draw(screen("one", "two"));
    assertThat(encoder.draw(screen("one", "two"))).isEmpty();
  }

  @Test
  void onlyWhatChangedIsWritten() {
    encoder.draw(screen("one", "two and more", "three"));
    assertThat(encoder.draw(screen("one", "two and more words", "three")))
        .isEqualTo(BEGIN + "\0337\033[1B\r\033[12C words\0338" + END);
  }

  @Test
  void whatIsNoLongerThereIsErased() {
    encoder.draw(screen("one", "two", "three"));
    assertThat(encoder.draw(screen("one"))).isEqualTo(BEGIN + "\0337\033[1B\r\033[J\0338" + END);
  }

  @Test
  void finishedLinesReplaceWhatIsDrawnAndAreNotBroken() {
    String line = "a line that is wider than any terminal ".repeat(20);
    encoder.draw(screen("live"));
    assertThat(encoder.print(List.of(Line.of(line))))
        .isEqualTo("\r\033[K\0337\033[1B\033[J\0338" + line + "\r\n");
  }

  private static Screen screen(String... rows) {
    return new Screen(Stream.of(rows).map(Line::of).toList());
  }
}
