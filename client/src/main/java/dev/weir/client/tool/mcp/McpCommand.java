package dev.weir.client.tool.mcp;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How a server that speaks over its standard input and output is started. Its text form shows no
 * environment, because keys are in it.
 *
 * @param command the program and its arguments, given as they are; no shell reads them
 * @param environment variables that the server gets, such as its keys
 * @param inherited which of our own variables it may see; all others are kept from it
 * @param directory where it runs; absent for our own
 */
public record McpCommand(
    List<String> command,
    Map<String, String> environment,
    Set<String> inherited,
    @Nullable Path directory) {

  /** Enough to find and run programs, and no key among them. */
  public static final Set<String> USUAL_VARIABLES =
      Set.of("HOME", "LANG", "LOGNAME", "PATH", "SHELL", "TERM", "TMPDIR", "USER");

  public McpCommand {
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
    inherited = Set.copyOf(inherited);
    if (command.isEmpty()) {
      throw new IllegalArgumentException("The command is empty; expected a program");
    }
  }

  /**
   * A program with its arguments, in the folder of this process, with the usual variables alone.
   */
  public static McpCommand of(String... command) {
    return new McpCommand(List.of(command), Map.of(), USUAL_VARIABLES, null);
  }

  @Override
  public String toString() {
    return String.join(" ", command);
  }
}
