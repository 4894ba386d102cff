package dev.weir.cli;

import dev.weir.cli.chat.ProviderAnswerer;
import dev.weir.cli.chat.ProviderChat;
import dev.weir.cli.chat.ProviderOrSimulator;
import dev.weir.cli.chat.Question;
import dev.weir.cli.config.WeirConfig;
import dev.weir.terminal.CursorRow;
import dev.weir.terminal.StreamingView;
import dev.weir.terminal.SystemTerminal;
import dev.weir.terminal.ViewOptions;
import dev.weir.terminal.chat.Answerer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jline.terminal.Terminal;
import org.jspecify.annotations.Nullable;

/** A chat in panels: one question, or a prompt for more until the person leaves. */
final class PanelChat {
  private final Console console;
  private final ChatCommand command;

  PanelChat(Console console, ChatCommand command) {
    this.console = console;
    this.command = command;
  }

  /**
   * @param question what to ask; absent to show a prompt
   */
  int run(
      List<ProviderOrSimulator> first,
      ProviderChat.Settings settings,
      WeirConfig config,
      ProviderAnswerer.Finder finder,
      List<String> names,
      @Nullable Question question)
      throws IOException, InterruptedException {
    ViewOptions view = command.panels.view(console);
    try (var held = new HeldWords(console, /* holds= */ true);
        Terminal terminal = SystemTerminal.open();
        var partner =
            new ProviderAnswerer(
                first,
                command.models,
                settings,
                new ProviderAnswerer.Place(
                    config.calls(),
                    command.metrics.sink(held.console()),
                    held.console()::say,
                    finder,
                    names,
                    config.routes().keySet(),
                    console.variable("HOME"),
                    stream -> stream::accept))) {
      if (question != null) {
        partner.needModels("--model");
        return ask(terminal, view, partner, question);
      }
      console.say("talking to %s; /help shows the commands".formatted(partner.names()));
      new dev.weir.terminal.chat.ChatLoop(terminal, view, partner, history()).run();
      return ExitCode.FINE;
    }
  }

  private int ask(Terminal terminal, ViewOptions options, ProviderAnswerer partner, Question asked)
      throws InterruptedException {
    ViewOptions here =
        options.withSideBySide(partner.isSeveral()).withRowsAbove(CursorRow.ask(terminal));
    try (var view = StreamingView.create(terminal, here)) {
      Answerer.Answer answer = partner.ask(asked, view);
      terminal.handle(Terminal.Signal.INT, signal -> answer.cancel());
      answer.await();
    }
    return partner.isFine() ? ExitCode.FINE : ExitCode.STREAM_BAD;
  }

  /** Where typed lines are kept, in the home of the person who typed them. */
  private @Nullable Path history() throws IOException {
    String home = console.variable("HOME");
    if (home == null) {
      return null;
    }
    Path folder = Path.of(home, ".weir");
    Files.createDirectories(folder);
    return folder.resolve("chat-history");
  }
}
