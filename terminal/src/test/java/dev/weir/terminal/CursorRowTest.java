package dev.weir.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CursorRowTest {

  @Test
  void theTerminalSaysWhereItsCursorIs() {
    var screen = new VirtualScreen(80, 24);
    screen.print("one\r\ntwo\r\n");

    assertThat(CursorRow.ask(screen.terminal())).hasValue(2);
    assertThat(screen.rows()).containsExactly("one", "two");
  }

  @Test
  void whatWasTypedBeforeIsHandedOver() throws IOException {
    var screen = new VirtualScreen(80, 24);
    List<String> typed = new ArrayList<>();
    screen.terminal().enterRawMode();
    screen.terminal().processInputBytes("hi\033[AR".getBytes(UTF_8));

    assertThat(CursorRow.ask(screen.terminal(), typed::add)).hasValue(0);
    assertThat(typed).containsExactly("hi\033[AR");
  }

  @Test
  void whatIsNotAnAnswerIsNotTakenForOne() {
    var seen = new StringBuilder("\033[12;R");
    assertThat(CursorRow.row(seen)).isEmpty();
    assertThat(seen).hasToString("\033[12;R");
  }
}
