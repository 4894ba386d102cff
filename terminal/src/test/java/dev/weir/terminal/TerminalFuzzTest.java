package dev.weir.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.jline.utils.ScreenTerminal;
import org.junit.jupiter.api.Test;

class TerminalFuzzTest {

  /** A small part of what {@code ./fuzz terminal} runs. */
  @Test
  void noOutputOfAModelControlsTheTerminal() {
    for (long seed = 1_000_000_000; seed < 1_000_000_500; seed++) {
      assertThat(new TerminalFuzz(seed).output()).as("seed %d", seed).isEmpty();
    }
  }

  @Test
  void theEmulatorWouldShowIt() {
    var screen = new ScreenTerminal(32, 12);
    screen.write("guard\r\n\033[2J\033[6n");

    assertThat(VirtualScreen.all(screen)).doesNotContain("guard");
    assertThat(screen.read()).isNotEmpty();
  }
}
