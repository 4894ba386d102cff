package dev.weir.cli;

import dev.weir.cli.chat.ChatView;
import dev.weir.cli.chat.Comparison;
import dev.weir.cli.chat.Comparison.Side;
import dev.weir.cli.chat.ProviderChat;
import dev.weir.terminal.StreamingView;
import dev.weir.terminal.SystemTerminal;
import dev.weir.terminal.ViewOptions;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jline.terminal.Terminal;

/** Shows what several providers answer: side by side on a terminal, elsewhere one by one. */
final class ComparisonRun {
  private static final long LAST_WORDS_SECONDS = 5;

  /** What is printed of one answer, and the view that writes it. */
  private record Section(StringBuilder text, StreamingView view) {}

  private final Console console;
  private final ChatCommand command;
  private final Comparison comparison;

  ComparisonRun(Console console, ChatCommand command, Comparison comparison) {
    this.console = console;
    this.command = command;
    this.comparison = comparison;
  }

  int run(String prompt) throws IOException, InterruptedException {
    List<ProviderChat.Outcome> outcomes = command.isForPerson() ? live(prompt) : piped(prompt);
    return outcomes.stream().allMatch(ProviderChat.Outcome::isFine)
        ? ExitCode.FINE
        : ExitCode.STREAM_BAD;
  }

  private List<ProviderChat.Outcome> live(String prompt) throws IOException, InterruptedException {
    ViewOptions options = command.panels.view(console).withSideBySide(true);
    try (Terminal terminal = SystemTerminal.open()) {
      terminal.handle(Terminal.Signal.INT, signal -> comparison.cancel());
      try (var view = StreamingView.create(terminal, options)) {
        return comparison.ask(
            prompt,
            side -> new PanelOutput(view.stream(side.provider(), side.modelName()))::now,
            side -> {});
      }
    }
  }

  private List<ProviderChat.Outcome> piped(String prompt) throws InterruptedException {
    var over = new CountDownLatch(1);
    try (var interruption = new Interruption(() -> cancelAndShow(over))) {
      interruption.watch();
      return command.json
          ? comparison.ask(
              prompt, side -> ChatView.json(console.out(), side.provider()), side -> {})
          : oneByOne(prompt);
    } finally {
      over.countDown();
    }
  }

  /** All answer at once, and each is printed when those before it have been. */
  private List<ProviderChat.Outcome> oneByOne(String prompt) throws InterruptedException {
    ViewOptions options = command.panels.view(console);
    Map<Side, Section> sections = new HashMap<>();
    return comparison.ask(
        prompt,
        side -> {
          var text = new StringBuilder();
          var section = new Section(text, StreamingView.plain(text, options));
          sections.put(side, section);
          return new PanelOutput(section.view.stream(side.provider(), side.modelName()))::now;
        },
        side -> {
          Section section = sections.get(side);
          if (section != null) {
            section.view.close();
            console.out().print(section.text);
            console.out().flush();
          }
        });
  }

  /** What came until the process was asked to stop is shown too. */
  private void cancelAndShow(CountDownLatch over) {
    comparison.cancel();
    try {
      over.await(LAST_WORDS_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }
}
