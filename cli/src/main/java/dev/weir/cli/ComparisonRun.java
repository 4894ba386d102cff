package dev.weir.cli;

import dev.weir.cli.chat.ChatView;
import dev.weir.cli.chat.Comparison;
import dev.weir.cli.chat.Comparison.Side;
import dev.weir.cli.chat.ProviderChat;
import dev.weir.cli.chat.Question;
import dev.weir.terminal.StreamingView;
import dev.weir.terminal.ViewOptions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Prints the answers of several providers where there is no terminal: one by one. */
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

  int run(Question question) throws InterruptedException {
    List<ProviderChat.Outcome> outcomes = piped(question);
    return outcomes.stream().allMatch(ProviderChat.Outcome::isFine)
        ? ExitCode.FINE
        : ExitCode.STREAM_BAD;
  }

  private List<ProviderChat.Outcome> piped(Question question) throws InterruptedException {
    var over = new CountDownLatch(1);
    try (var interruption = new Interruption(() -> cancelAndShow(over))) {
      interruption.watch();
      return command.json
          ? comparison.ask(
              question, side -> ChatView.json(console.out(), side.provider()), side -> {})
          : oneByOne(question);
    } finally {
      over.countDown();
    }
  }

  /** All answer at once, and each is printed when those before it have been. */
  private List<ProviderChat.Outcome> oneByOne(Question question) throws InterruptedException {
    ViewOptions options = command.panels.view(console);
    Map<Side, Section> sections = new HashMap<>();
    return comparison.ask(
        question,
        side -> {
          var text = new StringBuilder();
          var section = new Section(text, StreamingView.plain(text, options));
          sections.put(side, section);
          return section.view.stream(side.provider(), side.modelName())::accept;
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
