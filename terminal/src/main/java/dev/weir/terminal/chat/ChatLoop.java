package dev.weir.terminal.chat;

import dev.weir.terminal.CursorRow;
import dev.weir.terminal.StreamingView;
import dev.weir.terminal.ViewOptions;
import dev.weir.terminal.chat.Answerer.Answer;
import dev.weir.terminal.chat.ChatPrompt.Input;
import dev.weir.terminal.chat.SlashCommand.Reply;
import dev.weir.terminal.chat.SlashCommand.Reply.Asks;
import dev.weir.terminal.chat.SlashCommand.Reply.Said;
import dev.weir.terminal.text.SafeText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.jline.terminal.Terminal;
import org.jline.terminal.Terminal.SignalHandler;
import org.jspecify.annotations.Nullable;

/**
 * Asks and shows answers, until the person at the terminal leaves.
 *
 * <p>Ctrl-C drops the line that is being typed or cancels the answer that is coming; a second one,
 * with nothing to drop, leaves. Runs on the thread that calls it.
 */
public final class ChatLoop {
  private final Terminal terminal;
  private final ViewOptions options;
  private final Answerer partner;
  private final List<SlashCommand> commands;
  private final ChatPrompt prompt;
  private boolean leaves;
  private boolean wasInterrupted;

  /**
   * @param history where typed lines are kept between chats; they are forgotten if absent
   */
  public ChatLoop(
      Terminal terminal, ViewOptions options, Answerer partner, @Nullable Path history) {
    this.terminal = terminal;
    this.options = options;
    this.partner = partner;
    this.commands = new ArrayList<>(partner.commands());
    commands.add(SlashCommand.plain("/help", "show this", argument -> new Said(help())));
    commands.add(
        SlashCommand.plain(
            "/quit",
            "leave; so does Ctrl-D, or Ctrl-C twice",
            argument -> {
              leaves = true;
              return new Said("");
            }));
    this.prompt = new ChatPrompt(terminal, history, new ChatCompleter(commands));
  }

  /** Asks and answers until somebody leaves. */
  public void run() throws InterruptedException {
    // Between a prompt and an answer there is nothing to interrupt, and the program must not end.
    SignalHandler before = terminal.handle(Terminal.Signal.INT, signal -> {});
    try {
      while (!leaves) {
        next(prompt.read());
      }
    } finally {
      terminal.handle(Terminal.Signal.INT, before);
    }
  }

  private void next(Input input) throws InterruptedException {
    switch (input) {
      case Input.Ended ended -> leaves = true;
      case Input.Interrupted interrupted -> interrupted(interrupted.wasEmpty());
      case Input.Typed typed -> {
        wasInterrupted = false;
        typed(typed.text());
      }
    }
  }

  private void interrupted(boolean nothingToDrop) {
    leaves = nothingToDrop && wasInterrupted;
    wasInterrupted = nothingToDrop;
    if (nothingToDrop && !leaves) {
      say("Ctrl-C again leaves.");
    }
  }

  private void typed(String text) throws InterruptedException {
    if (text.startsWith("/")) {
      command(text);
    } else if (!text.isEmpty()) {
      ask(text);
    }
  }

  private void command(String line) throws InterruptedException {
    String word = line.split("\\s", 2)[0];
    SlashCommand command =
        commands.stream().filter(c -> c.word().equals(word)).findFirst().orElse(null);
    if (command == null) {
      say("There is no " + word + "; /help shows what there is.");
      return;
    }
    String argument = line.substring(word.length()).strip();
    if (command.needsArgument() && argument.isEmpty()) {
      say("Which one? " + command.usage());
      return;
    }
    Reply reply;
    try {
      reply = command.action().run(argument);
    } catch (IllegalArgumentException wrong) {
      say(String.valueOf(wrong.getMessage()));
      return;
    }
    switch (reply) {
      case Said said -> say(said.words());
      case Asks asks -> ask(asks.prompt());
    }
  }

  private String help() {
    int width = commands.stream().mapToInt(c -> c.usage().length()).max().orElse(0);
    StringBuilder help = new StringBuilder();
    for (SlashCommand command : commands) {
      help.append(command.usage())
          .append(" ".repeat(width - command.usage().length() + 2))
          .append(command.purpose())
          .append('\n');
    }
    return help.append("@FILE in a question sends that file along. Tab completes.\n")
        .append("A line that ends with \\ goes on; so does one after Alt-Enter.")
        .toString();
  }

  private void ask(String text) throws InterruptedException {
    OptionalInt row = CursorRow.ask(terminal, prompt::typedAhead);
    ViewOptions here = options.withSideBySide(partner.isSeveral()).withRowsAbove(row);
    try (var view = StreamingView.create(terminal, here)) {
      var interrupts = new Interrupts();
      SignalHandler before = terminal.handle(Terminal.Signal.INT, signal -> interrupts.more());
      try {
        Answer answer = partner.ask(text, view);
        interrupts.cancel(answer);
        answer.await();
      } catch (IllegalArgumentException wrong) {
        say(String.valueOf(wrong.getMessage()));
      } finally {
        terminal.handle(Terminal.Signal.INT, before);
      }
      leaves = interrupts.count() > 1;
      wasInterrupted = interrupts.count() == 1;
    }
  }

  /** Interrupts while an answer is awaited; the first may come before there is one to cancel. */
  private static final class Interrupts {
    private int count;
    private @Nullable Answer answer;

    synchronized void more() {
      count++;
      Answer coming = answer;
      if (coming != null) {
        coming.cancel();
      }
    }

    /** Sets what they cancel. */
    synchronized void cancel(Answer coming) {
      answer = coming;
      if (count > 0) {
        coming.cancel();
      }
    }

    synchronized int count() {
      return count;
    }
  }

  private void say(String words) {
    SafeText.of(words).lines().forEach(terminal.writer()::println);
    terminal.flush();
  }
}
