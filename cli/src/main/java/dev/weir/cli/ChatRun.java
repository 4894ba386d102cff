package dev.weir.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.cli.chat.ChatView;
import dev.weir.cli.chat.Comparison;
import dev.weir.cli.chat.ProviderAnswerer;
import dev.weir.cli.chat.ProviderChat;
import dev.weir.cli.chat.ProviderOrSimulator;
import dev.weir.cli.chat.Providers;
import dev.weir.cli.chat.Troubles;
import dev.weir.cli.config.ConfigException;
import dev.weir.cli.config.WeirConfig;
import dev.weir.codec.request.Thinking;
import dev.weir.log.recording.RawTrace;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One run of {@code weir chat}. */
final class ChatRun {
  private static final Path USUAL_CONFIG = Path.of("weir.yaml");

  private final Console console;
  private final ChatCommand command;
  private final Troubles troubles;

  ChatRun(Console console, ChatCommand command) {
    this.console = console;
    this.command = command;
    this.troubles = new Troubles(console::say);
  }

  int run() throws IOException, InterruptedException {
    refuseToOverwrite();
    try {
      WeirConfig config = config().onGap(command.onGap);
      var providers = new Providers(config, console.environment());
      String traces = console.variable(RawTrace.VARIABLE);
      var settings =
          new ProviderChat.Settings(
              command.models.isEmpty() ? null : command.models.getFirst(),
              command.system,
              thinking(command.thinking),
              command.record,
              traces == null ? null : Path.of(traces));
      String prompt = command.prompt;
      if (prompt != null && command.providers.size() > 1) {
        return compare(providers, settings, config, prompt);
      }
      if (command.isForPerson()) {
        return new PanelChat(console, command)
            .run(partner(providers), settings, config, name -> named(providers, name));
      }
      try (ProviderOrSimulator partner = partner(providers);
          var chat =
              new ProviderChat(
                  partner.provider(),
                  config.calls(),
                  settings,
                  command.metrics.sink(console),
                  troubles)) {
        return talk(chat);
      }
    } catch (ConfigException | IllegalArgumentException wrong) {
      throw new CallException(String.valueOf(wrong.getMessage()));
    }
  }

  /** A recording is one stream, so that each of several answers has its own. */
  private void refuseToOverwrite() {
    for (int i = 1; i <= Math.max(1, command.providers.size()); i++) {
      Path file = command.record == null ? null : ProviderAnswerer.numbered(command.record, i);
      if (file != null && Files.exists(file)) {
        throw new CallException(
            "%s exists; a recording is never overwritten: name another file".formatted(file));
      }
    }
  }

  private static ProviderOrSimulator named(Providers providers, String name) throws IOException {
    Optional<ProviderOrSimulator> simulated = ProviderOrSimulator.simulated(name);
    return simulated.isPresent() ? simulated.get() : ProviderOrSimulator.of(providers.choose(name));
  }

  private int compare(
      Providers providers, ProviderChat.Settings settings, WeirConfig config, String prompt)
      throws IOException, InterruptedException {
    var held = new HeldWords(console, command.isForPerson());
    List<ProviderOrSimulator> partners = new ArrayList<>();
    try {
      for (String name : command.providers) {
        partners.add(named(providers, name));
      }
    } catch (IllegalArgumentException | IOException wrong) {
      partners.forEach(ProviderOrSimulator::close);
      throw wrong;
    }
    try (held;
        var comparison =
            new Comparison(
                partners,
                command.models,
                config.calls(),
                settings,
                command.metrics.sink(held.console()),
                held.console()::say)) {
      return new ComparisonRun(console, command, comparison).run(prompt);
    }
  }

  private ProviderOrSimulator partner(Providers providers) throws IOException {
    if (!command.providers.isEmpty()) {
      return named(providers, command.providers.getFirst());
    }
    ProviderOrSimulator partner = ProviderOrSimulator.of(providers.choose(null));
    if (partner.isSimulated()) {
      console.say("no key is configured, so the simulator answers. " + Providers.whatToSet());
    }
    return partner;
  }

  private int talk(ProviderChat chat) throws IOException, InterruptedException {
    chat.needModel("--model");
    try (var interruption = new Interruption(chat::cancel)) {
      interruption.watch();
      String only = command.prompt;
      if (only != null) {
        return ask(chat, only);
      }
      int code = ExitCode.FINE;
      var lines = new BufferedReader(new InputStreamReader(console.in(), UTF_8));
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!line.isBlank()) {
          code = Math.max(code, ask(chat, line));
        }
      }
      return code;
    }
  }

  private int ask(ProviderChat chat, String prompt) throws InterruptedException {
    ChatView view =
        command.json
            ? ChatView.json(console.out(), /* provider= */ null)
            : ChatView.plain(console.out(), console.outIsTerminal(), SafeWords::safeLines);
    ProviderChat.Outcome outcome = chat.ask(prompt, troubles.beside(view));
    if (!outcome.verdict().isNatural()) {
      console.say("the answer ended with " + outcome.verdict());
    }
    return outcome.isFine() ? ExitCode.FINE : ExitCode.STREAM_BAD;
  }

  private WeirConfig config() throws IOException {
    Path named = command.config;
    if (named != null && !Files.exists(named)) {
      throw new CallException("No such file: " + named);
    }
    Path file = named == null ? USUAL_CONFIG : named;
    String text = Files.exists(file) ? Files.readString(file) : null;
    return Providers.read(text, file.toString(), console.environment());
  }

  private static @Nullable Thinking thinking(@Nullable String wish) {
    if (wish == null) {
      return null;
    }
    if (wish.matches("\\d{1,7}")) {
      return new Thinking.Budget(Integer.parseInt(wish));
    }
    return switch (wish.toLowerCase(Locale.ROOT)) {
      case "off" -> new Thinking.Off();
      case "minimal" -> new Thinking.Effort(Thinking.Level.MINIMAL);
      case "low" -> new Thinking.Effort(Thinking.Level.LOW);
      case "medium" -> new Thinking.Effort(Thinking.Level.MEDIUM);
      case "high" -> new Thinking.Effort(Thinking.Level.HIGH);
      default ->
          throw new CallException(
              "--thinking is off, minimal, low, medium, high or a number of tokens, saw \"%s\""
                  .formatted(wish));
    };
  }
}
