package dev.weir.terminal.chat;

import java.util.List;

/**
 * Something that can be said to the chat itself rather than to the model.
 *
 * @param word with its slash
 * @param argument what follows it, for the help; empty if nothing does
 * @param needsArgument whether it means nothing without its argument
 * @param action what it does; throws {@link IllegalArgumentException} with a message that says what
 *     is wrong
 * @param choices what may follow it, for completion
 */
public record SlashCommand(
    String word,
    String argument,
    boolean needsArgument,
    String purpose,
    Action action,
    Choices choices) {

  /** Does something with what follows the word. */
  @FunctionalInterface
  public interface Action {
    /** Does it. */
    Reply run(String argument);
  }

  /** The ways to complete the beginning of an argument. */
  @FunctionalInterface
  public interface Choices {
    /** Nothing can be offered. */
    Choices NONE = begun -> List.of();

    /** The names of files. */
    Choices FILES = FileNames::beginning;

    /** How the argument could go on. */
    List<String> of(String begun);
  }

  /** What a command leads to. */
  public sealed interface Reply {
    /** A few words that confirm it. */
    record Said(String words) implements Reply {}

    /** The model is asked. */
    record Asks(String prompt) implements Reply {}
  }

  /** A command that says something and has no argument. */
  static SlashCommand plain(String word, String purpose, Action action) {
    return new SlashCommand(word, "", /* needsArgument= */ false, purpose, action, Choices.NONE);
  }

  String usage() {
    return argument.isEmpty() ? word : word + " " + argument;
  }
}
