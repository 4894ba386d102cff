package dev.weir.terminal.chat;

import java.util.List;
import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;
import org.jspecify.annotations.Nullable;

/** Completes commands, what may follow them, and the names of files after an {@code @}. */
final class ChatCompleter implements Completer {
  private final List<SlashCommand> commands;

  ChatCompleter(List<SlashCommand> commands) {
    this.commands = List.copyOf(commands);
  }

  @Override
  public void complete(LineReader reader, ParsedLine line, List<Candidate> candidates) {
    String word = line.word().substring(0, line.wordCursor());
    if (line.wordIndex() == 0 && word.startsWith("/")) {
      commands.forEach(command -> candidates.add(command(command)));
      return;
    }
    SlashCommand command = command(line.words().getFirst());
    if (command != null) {
      command.choices().of(word).forEach(choice -> candidates.add(choice(choice, choice)));
    } else if (word.startsWith("@")) {
      FileNames.beginning(word.substring(1))
          .forEach(name -> candidates.add(choice("@" + name, name)));
    }
  }

  private @Nullable SlashCommand command(String word) {
    return commands.stream().filter(c -> c.word().equals(word)).findFirst().orElse(null);
  }

  private static Candidate command(SlashCommand command) {
    return new Candidate(command.word(), command.word(), null, command.purpose(), null, null, true);
  }

  /** A folder is not the end of a name, so no space follows it. */
  private static Candidate choice(String value, String shown) {
    return new Candidate(value, shown, null, null, null, null, !value.endsWith("/"));
  }
}
