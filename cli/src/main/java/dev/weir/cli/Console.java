package dev.weir.cli;

import java.io.InputStream;
import java.io.PrintStream;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a command reads and prints.
 *
 * @param environment the variables that switch things on
 * @param outIsTerminal whether a person watches the output as it comes
 * @param errIsTerminal whether a person watches what is said beside it
 * @param inIsTerminal whether a person types the input
 */
record Console(
    InputStream in,
    PrintStream out,
    PrintStream err,
    Map<String, String> environment,
    boolean outIsTerminal,
    boolean errIsTerminal,
    boolean inIsTerminal) {

  Console(InputStream in, PrintStream out, PrintStream err) {
    this(in, out, err, Map.of(), /* outIsTerminal= */ false, /* errIsTerminal= */ false);
  }

  Console(
      InputStream in,
      PrintStream out,
      PrintStream err,
      Map<String, String> environment,
      boolean outIsTerminal,
      boolean errIsTerminal) {
    this(in, out, err, environment, outIsTerminal, errIsTerminal, /* inIsTerminal= */ false);
  }

  /** The value of a variable that is set to something. */
  @Nullable String variable(String name) {
    String value = environment.get(name);
    return value == null || value.isBlank() ? null : value;
  }

  /** Says something to the person who called, beside the output. */
  void say(String words) {
    err.println("weir: " + SafeWords.safe(words));
  }
}
