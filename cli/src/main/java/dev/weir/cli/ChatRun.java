package dev.weir.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.cli.chat.ChatView;
import dev.weir.cli.chat.Comparison;
import dev.weir.cli.chat.FileNumbers;
import dev.weir.cli.chat.ProviderChat;
import dev.weir.cli.chat.ProviderOrSimulator;
import dev.weir.cli.chat.Providers;
import dev.weir.cli.chat.Question;
import dev.weir.cli.chat.ThinkingWord;
import dev.weir.cli.chat.Troubles;
import dev.weir.cli.config.WeirConfig;
import dev.weir.cli.tool.OpenTools;
import dev.weir.client.tool.Tool;
import dev.weir.gateway.tool.HidingTool;
import dev.weir.log.recording.RawTrace;
import dev.weir.log.recording.Secrets;
import dev.weir.sim.yaml.YamlException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
      nameRoute(providers);
      try (OpenTools tools = tools(config)) {
        ProviderChat.Settings settings = settings(tools, config);
        if (command.isForPerson()) {
          String prompt = command.prompt;
          return new PanelChat(console, command)
              .run(
                  partners(providers),
                  settings,
                  config,
                  name -> named(providers, name),
                  providers.names(),
                  prompt == null ? null : question(prompt));
        }
        return command.providers.size() > 1
            ? compare(providers, settings, config)
            : talk(providers, settings, config);
      }
    } catch (YamlException | IllegalArgumentException wrong) {
      throw new CallException(String.valueOf(wrong.getMessage()));
    }
  }

  /** A route may be named like a model, as everywhere; whoever answers has a model of its own. */
  private void nameRoute(Providers providers) {
    boolean isRoute =
        command.providers.isEmpty()
            && command.models.size() == 1
            && providers.isRoute(command.models.getFirst());
    if (isRoute) {
      command.providers = command.models;
      command.models = List.of();
    }
  }

  private ProviderChat.Settings settings(OpenTools tools, WeirConfig config) {
    String traces = console.variable(RawTrace.VARIABLE);
    return new ProviderChat.Settings(
        command.models.isEmpty() ? null : command.models.getFirst(),
        command.system,
        command.thinking == null ? null : ThinkingWord.parse("--thinking", command.thinking),
        command.record,
        traces == null ? null : Path.of(traces),
        tools.tools().stream()
            .<Tool>map(tool -> new HidingTool(tool, toolSecrets(config)))
            .toList(),
        config.turns());
  }

  private OpenTools tools(WeirConfig config) throws IOException {
    try {
      return OpenTools.of(command.noTools ? List.of() : config.tools(), toolSecrets(config));
    } catch (IOException failed) {
      throw new CallException(failed.getMessage() + "; --no-tools asks without tools");
    }
  }

  private static Secrets toolSecrets(WeirConfig config) {
    return Secrets.of(config.toolSecrets());
  }

  /** A recording is one stream, so each of several answers has its own. */
  private void refuseToOverwrite() {
    for (int i = 1; i <= Math.max(1, command.providers.size()); i++) {
      Path file = command.record == null ? null : FileNumbers.numbered(command.record, i);
      if (file != null && Files.exists(file)) {
        throw new CallException(
            "%s exists; a recording is never overwritten: name another file".formatted(file));
      }
    }
  }

  /** An empty question asks nobody. */
  private Question question(String words) {
    if (words.isBlank()) {
      throw new CallException(
          "Nothing to ask: give a PROMPT, or something to read on standard input");
    }
    return Question.read(words, console.variable("HOME"), console::say);
  }

  private static ProviderOrSimulator named(Providers providers, String name) throws IOException {
    Optional<ProviderOrSimulator> simulated = ProviderOrSimulator.simulated(name);
    return simulated.isPresent() ? simulated.get() : ProviderOrSimulator.of(providers.choose(name));
  }

  /** Who was named, or who is asked if nobody was. */
  private List<ProviderOrSimulator> partners(Providers providers) throws IOException {
    List<ProviderOrSimulator> partners = new ArrayList<>();
    if (command.providers.isEmpty()) {
      ProviderOrSimulator partner = ProviderOrSimulator.of(providers.choose(null));
      if (partner.isSimulated()) {
        console.say("no key is configured, so the simulator answers. " + Providers.whatToSet());
      }
      return List.of(partner);
    }
    try {
      for (String name : command.providers) {
        partners.add(named(providers, name));
      }
      return partners;
    } catch (IllegalArgumentException | IOException wrong) {
      partners.forEach(ProviderOrSimulator::close);
      throw wrong;
    }
  }

  private int compare(Providers providers, ProviderChat.Settings settings, WeirConfig config)
      throws IOException, InterruptedException {
    Question question = question(new ChatInput(console).joined(command.prompt));
    try (var comparison =
        new Comparison(
            partners(providers),
            command.models,
            config.calls(),
            settings,
            command.metrics.sink(console),
            console::say)) {
      return new ComparisonRun(console, command, comparison).run(question);
    }
  }

  private int talk(Providers providers, ProviderChat.Settings settings, WeirConfig config)
      throws IOException, InterruptedException {
    Question only = command.lines ? null : question(new ChatInput(console).joined(command.prompt));
    try (ProviderOrSimulator partner = partners(providers).getFirst();
        var chat =
            new ProviderChat(
                partner.partner(),
                config.calls(),
                settings,
                command.metrics.sink(console),
                troubles);
        var interruption = new Interruption(chat::cancel)) {
      chat.needModel("--model");
      interruption.watch();
      return only == null ? lines(chat) : ask(chat, only);
    }
  }

  private int lines(ProviderChat chat) throws IOException, InterruptedException {
    int code = ExitCode.FINE;
    var lines = new BufferedReader(new InputStreamReader(console.in(), UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (!line.isBlank()) {
        code = Math.max(code, ask(chat, question(line)));
      }
    }
    return code;
  }

  private int ask(ProviderChat chat, Question question) throws InterruptedException {
    ChatView view =
        command.json
            ? ChatView.json(console.out(), /* provider= */ null)
            : ChatView.plain(console.out(), console.outIsTerminal(), SafeWords::safeLines);
    ProviderChat.Outcome outcome = chat.ask(question, troubles.beside(view));
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
}
