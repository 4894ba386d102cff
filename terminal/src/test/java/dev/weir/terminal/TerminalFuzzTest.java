package dev.weir.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.terminal.TerminalFuzz.Harm;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class TerminalFuzzTest {

  /** A small part of what {@code ./fuzz terminal} runs. */
  @Test
  void noOutputOfAModelControlsTheTerminal() {
    for (long seed = 1_000_000_000; seed < 1_000_000_500; seed++) {
      assertThat(new TerminalFuzz(seed).output()).as("seed %d", seed).isEmpty();
    }
  }

  /** Escapes are shown as pictures; what turns them back undoes all that keeps them out. */
  @Test
  void escapesThatGotThroughWouldBeFound() {
    assertThat(harms(bytes -> bytes.replace('␛', '\033')))
        .contains(Harm.CONTROL_IN_BYTES, Harm.ANSWER, Harm.ROWS_ABOVE);
  }

  @Test
  void controlsWithoutAnEscapeWouldBeFoundToo() {
    for (char control : new char[] {0x9b, 0x202e, 0x2066, '\b', 0x7f, '\n', 0xd800}) {
      assertThat(harms(bytes -> bytes.replace('\ufffd', control)))
          .as("U+%04X", (int) control)
          .contains(Harm.CONTROL_IN_BYTES);
    }
  }

  private static Set<Harm> harms(UnaryOperator<String> leak) {
    Set<Harm> harms = EnumSet.noneOf(Harm.class);
    for (long seed = 0; seed < 100; seed++) {
      new TerminalFuzz(seed, leak).output().forEach(finding -> harms.add(finding.harm()));
    }
    return harms;
  }
}
