package dev.weir.terminal;

import java.io.IOException;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

/** The terminal that this program was started from. */
public final class SystemTerminal {
  private static final String SOFTWARE_SIGNALS = "org.jline.terminal.softwareSignals";

  private SystemTerminal() {}

  /**
   * Opens it, so that a key which interrupts counts once.
   *
   * <p>JLine makes a signal of Ctrl-C where the terminal itself does not, at a prompt, and leaves
   * the key in the input too: where the signal wins, the next prompt reads the key again and takes
   * it for a second one. The key is enough, so the signal is left out, unless the program wants it.
   */
  public static Terminal open() throws IOException {
    if (System.getProperty(SOFTWARE_SIGNALS) == null) {
      System.setProperty(SOFTWARE_SIGNALS, "false");
    }
    return TerminalBuilder.builder().system(true).build();
  }
}
