package dev.weir.terminal.chat;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What can be said to the chat itself rather than to the model. */
enum SlashCommand {
  MODEL("NAME", "let another model answer"),
  PROVIDER("NAME", "ask another provider"),
  RECORD("FILE", "record the answers to come"),
  SAVE("FILE", "write what was said so far"),
  HELP("", "show this"),
  QUIT("", "leave; so does Ctrl-D, or Ctrl-C twice");

  private final String argument;
  private final String purpose;

  SlashCommand(String argument, String purpose) {
    this.argument = argument;
    this.purpose = purpose;
  }

  /** The command of a line that begins with a slash, by its first word. */
  static Optional<SlashCommand> of(String line) {
    String word = line.split("\\s", 2)[0];
    return Arrays.stream(values()).filter(command -> command.word().equals(word)).findFirst();
  }

  String word() {
    return "/" + name().toLowerCase(Locale.ROOT);
  }

  boolean takesArgument() {
    return !argument.isEmpty();
  }

  String usage() {
    return takesArgument() ? word() + " " + argument : word();
  }

  static String help() {
    StringBuilder help = new StringBuilder();
    for (SlashCommand command : values()) {
      help.append("%-16s %s%n".formatted(command.usage(), command.purpose));
    }
    return help.append("A line that ends with \\ goes on; so does one after Alt-Enter.").toString();
  }
}
