package dev.weir.terminal;

import java.io.IOException;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

/** The terminal that this program was started from. */
public final class SystemTerminal {
  private static final String SOFTWARE_SIGNALS = "org.jline.terminal.softwareSignals";

  private SystemTerminal() {}

  /**
   * Opens it in such a way that an interrupt key counts once.
   *
   * <p>At a prompt, where the terminal itself does not, JLine turns Ctrl-C into a signal and leaves
   * the key in the input too: if the signal wins, the next prompt reads the key again and takes it
   * for a second one. The key is enough, so the signal is left out, unless the program wants it.
   */
  public static Terminal open() throws IOException {
    if (System.getProperty(SOFTWARE_SIGNALS) == null) {
      System.setProperty(SOFTWARE_SIGNALS, "false");
    }
    return TerminalBuilder.builder().system(true).build();
  }
}
