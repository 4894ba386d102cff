package dev.weir.cli;

import dev.weir.cli.chat.ProviderAnswerer;
import dev.weir.cli.chat.ProviderChat;
import dev.weir.cli.chat.ProviderOrSimulator;
import dev.weir.cli.config.WeirConfig;
import dev.weir.terminal.CursorRow;
import dev.weir.terminal.ShownStream;
import dev.weir.terminal.StreamingView;
import dev.weir.terminal.SystemTerminal;
import dev.weir.terminal.ViewOptions;
import dev.weir.terminal.chat.Answerer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jline.terminal.Terminal;
import org.jspecify.annotations.Nullable;

/** A chat in panels: one question, or a prompt that asks for more until the person leaves. */
final class PanelChat {
  private final Console console;
  private final ChatCommand command;

  PanelChat(Console console, ChatCommand command) {
    this.console = console;
    this.command = command;
  }

  int run(
      ProviderOrSimulator first,
      ProviderChat.Settings settings,
      WeirConfig config,
      ProviderAnswerer.Finder finder)
      throws IOException, InterruptedException {
    ViewOptions view = command.panels.view(console);
    try (var held = new HeldWords(console, /* holds= */ true);
        Terminal terminal = SystemTerminal.open();
        var partner =
            new ProviderAnswerer(
                first,
                config.calls(),
                settings,
                command.metrics.sink(held.console()),
                held.console()::say,
                finder,
                stream -> new PanelOutput(stream)::now)) {
      String only = command.prompt;
      if (only != null) {
        return ask(terminal, view, partner, only);
      }
      console.say("talking to %s; /help shows what else can be said".formatted(partner.provider()));
      new dev.weir.terminal.chat.ChatLoop(terminal, view, partner, history()).run();
      return ExitCode.FINE;
    }
  }

  private int ask(Terminal terminal, ViewOptions options, ProviderAnswerer partner, String prompt)
      throws InterruptedException {
    ViewOptions here = options.withRowsAbove(CursorRow.ask(terminal));
    try (var view = StreamingView.create(terminal, here)) {
      ShownStream stream = view.stream(partner.provider(), partner.modelName());
      Answerer.Answer answer = partner.ask(prompt, stream);
      terminal.handle(Terminal.Signal.INT, signal -> answer.cancel());
      answer.await();
    }
    return partner.last().isFine() ? ExitCode.FINE : ExitCode.STREAM_BAD;
  }

  /** Typed lines are kept for the person alone. */
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
