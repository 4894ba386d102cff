package dev.weir.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Holds back what is said beside an output that is drawn in place, which it would disrupt, until
 * the end.
 */
final class HeldWords implements AutoCloseable {
  private final Console console;
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final Console quiet;

  /**
   * @param holds whether anything is drawn; else words are said at once
   */
  HeldWords(Console console, boolean holds) {
    this.console = console;
    var err = new PrintStream(said, /* autoFlush= */ true, StandardCharsets.UTF_8);
    quiet =
        holds
            ? new Console(
                console.in(),
                console.out(),
                err,
                console.environment(),
                console.outIsTerminal(),
                /* errIsTerminal= */ false)
            : console;
  }

  /** Where to say it. */
  Console console() {
    return quiet;
  }

  /** Says it all. */
  @Override
  public void close() {
    console.err().print(said.toString(StandardCharsets.UTF_8));
    console.err().flush();
    said.reset();
  }
}
