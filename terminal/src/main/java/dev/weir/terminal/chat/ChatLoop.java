package dev.weir.terminal.chat;

import dev.weir.terminal.CursorRow;
import dev.weir.terminal.ShownStream;
import dev.weir.terminal.StreamingView;
import dev.weir.terminal.ViewOptions;
import dev.weir.terminal.chat.Answerer.Answer;
import dev.weir.terminal.chat.ChatPrompt.Input;
import dev.weir.terminal.text.SafeText;
import java.nio.file.Path;
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
    this.prompt = new ChatPrompt(terminal, history);
  }

  public void run() throws InterruptedException {
    // Between a prompt and an answer there is nothing to interrupt, and nobody wants to be thrown
    // out.
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

  private void command(String line) {
    SlashCommand command = SlashCommand.of(line).orElse(null);
    if (command == null) {
      say("There is no " + line.split("\\s", 2)[0] + "; /help shows what there is.");
      return;
    }
    String argument = line.substring(command.word().length()).strip();
    if (command.takesArgument() && argument.isEmpty()) {
      say("Which one? " + command.usage());
      return;
    }
    try {
      switch (command) {
        case MODEL -> say(partner.model(argument));
        case PROVIDER -> say(partner.provider(argument));
        case RECORD -> say(partner.record(Path.of(argument)));
        case SAVE -> say(partner.save(Path.of(argument)));
        case HELP -> say(SlashCommand.help());
        case QUIT -> leaves = true;
      }
    } catch (IllegalArgumentException wrong) {
      say(String.valueOf(wrong.getMessage()));
    }
  }

  private void ask(String text) throws InterruptedException {
    OptionalInt row = CursorRow.ask(terminal, prompt::typedAhead);
    try (var view = StreamingView.create(terminal, options.withRowsAbove(row))) {
      ShownStream stream = view.stream(partner.provider(), partner.modelName());
      var interrupts = new Interrupts();
      SignalHandler before = terminal.handle(Terminal.Signal.INT, signal -> interrupts.more());
      try {
        Answer answer = partner.ask(text, stream);
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

  /** Interrupts while an answer is asked for and comes; the first may come before the answer. */
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

    /** Says what they cancel. */
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
