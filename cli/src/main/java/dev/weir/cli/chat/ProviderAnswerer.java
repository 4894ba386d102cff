package dev.weir.cli.chat;

import dev.weir.cli.chat.Comparison.Side;
import dev.weir.client.call.CallOptions;
import dev.weir.client.tool.Tool;
import dev.weir.event.StreamEvent;
import dev.weir.log.metrics.MetricsRecord;
import dev.weir.terminal.ShownStream;
import dev.weir.terminal.StreamingView;
import dev.weir.terminal.chat.Answerer;
import dev.weir.terminal.chat.SlashCommand;
import dev.weir.terminal.chat.SlashCommand.Action;
import dev.weir.terminal.chat.SlashCommand.Choices;
import dev.weir.terminal.chat.SlashCommand.Reply.Asks;
import dev.weir.terminal.chat.SlashCommand.Reply.Said;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Answers at the prompt: one provider, or several side by side; whoever is asked next knows what
 * was said before. Belongs to one thread, except for the events.
 */
public final class ProviderAnswerer implements Answerer, AutoCloseable {

  /** Finds a provider by its name. */
  @FunctionalInterface
  public interface Finder {
    ProviderOrSimulator find(String name) throws IOException;
  }

  /**
   * What a partner needs from the place where it answers.
   *
   * @param names the known providers, for completion
   * @param routes which of them are routes, and can be named like a model
   * @param home what a tilde at the beginning of a path means
   * @param say takes what is said beside the answers
   * @param panel what takes events to where they are shown, with the phrases of the thinking
   */
  public record Place(
      CallOptions options,
      Consumer<MetricsRecord> metrics,
      Consumer<String> say,
      Finder finder,
      List<String> names,
      Set<String> routes,
      @Nullable String home,
      Function<ShownStream, Consumer<StreamEvent>> panel) {
    public Place {
      names = List.copyOf(names);
      routes = Set.copyOf(routes);
    }
  }

  private final Place place;
  private final List<Tool> tools;
  private final Map<String, List<String>> models = new LinkedHashMap<>();
  private Comparison sides;
  private @Nullable Path recording;
  private int recorded;
  private List<ProviderChat.Outcome> last = List.of(ProviderChat.Outcome.FAILED);

  /**
   * @param first who answers to begin with, and with which models: none, or one for each
   */
  public ProviderAnswerer(
      List<ProviderOrSimulator> first,
      List<String> models,
      ProviderChat.Settings settings,
      Place place) {
    this.place = place;
    this.tools = settings.tools();
    this.recording = settings.recording();
    this.sides = sides(first, models, settings.with(null, null), new Talk());
  }

  private Comparison sides(
      List<ProviderOrSimulator> partners,
      List<String> modelNames,
      ProviderChat.Settings settings,
      Talk before) {
    return new Comparison(
        partners, modelNames, place.options(), settings, before, place.metrics(), place.say());
  }

  private List<ProviderChat> chats() {
    return sides.sides().stream().map(Side::chat).toList();
  }

  private ProviderChat first() {
    return chats().getFirst();
  }

  @Override
  public boolean isSeveral() {
    return sides.sides().size() > 1;
  }

  /** Who answers, in a few words. */
  public String names() {
    return sides.sides().stream().map(Side::provider).collect(Collectors.joining(" and "));
  }

  @Override
  public Answer ask(String prompt, StreamingView view) {
    needModels("/model");
    return ask(Question.read(prompt, place.home(), place.say()), view);
  }

  /**
   * Checks that everybody has a model to answer with.
   *
   * @param option how a person names one here
   * @throws IllegalArgumentException if one has none
   */
  public void needModels(String option) {
    chats().forEach(chat -> chat.needModel(option));
  }

  /** Like {@link #ask(String, StreamingView)}, for a question that has been read. */
  public Answer ask(Question question, StreamingView view) {
    Path file = recording;
    if (file != null) {
      chats()
          .forEach(chat ->
              chat.settings(
                  chat.settings()
                      .with(chat.settings().modelName(), FileNumbers.numbered(file, ++recorded))));
    }
    Comparison asked = sides;
    asked.begin(
        question,
        side -> place.panel().apply(view.stream(side.provider(), side.modelName()))::accept);
    return new Answer() {
      @Override
      public void await() throws InterruptedException {
        last = asked.await(side -> {});
      }

      @Override
      public void cancel() {
        asked.cancel();
      }
    };
  }

  /** Whether the last answers ended as they should. */
  public boolean isFine() {
    return last.stream().allMatch(ProviderChat.Outcome::isFine);
  }

  @Override
  public List<SlashCommand> commands() {
    return List.of(
        said("/new", "", "forget what was said, and start over", argument -> anew(), Choices.NONE),
        new SlashCommand(
            "/retry", "", false, "ask the last question again", argument -> retry(), Choices.NONE),
        said("/model", "NAME", "let another model answer", this::model, this::modelNames),
        said("/models", "", "list the available models", argument -> list(), Choices.NONE),
        said(
            "/provider",
            "NAME[,…]",
            "ask another provider, or several",
            this::provider,
            this::providerNames),
        said(
            "/system",
            "[TEXT]",
            "tell the model something before anything else; none forgets it",
            this::system,
            Choices.NONE),
        said(
            "/thinking",
            "[LEVEL]",
            "how much to think: " + String.join(", ", ThinkingWord.LEVELS) + ", or tokens",
            this::thinking,
            beginning(ThinkingWord.LEVELS)),
        said(
            "/tools",
            "[on|off]",
            "show the tools, or let the model use them or not",
            this::tools,
            beginning(List.of("on", "off"))),
        said("/record", "FILE", "record the answers to come", this::record, Choices.FILES),
        said(
            "/save",
            "FILE",
            "save what was said so far: .md for reading, else to be loaded",
            this::save,
            Choices.FILES),
        said("/load", "FILE", "continue what was saved", this::load, Choices.FILES));
  }

  private static SlashCommand said(
      String word, String argument, String purpose, UnaryOperator<String> does, Choices choices) {
    boolean needs = !argument.isEmpty() && !argument.startsWith("[");
    Action action = given -> new Said(does.apply(given));
    return new SlashCommand(word, argument, needs, purpose, action, choices);
  }

  private static Choices beginning(List<String> all) {
    return begun -> all.stream().filter(name -> name.startsWith(begun)).toList();
  }

  private String anew() {
    restart(new Talk());
    return "A new conversation begins.";
  }

  /** All continue from what was said in that talk, each with its own model. */
  private void restart(Talk talk) {
    List<ProviderChat> before = chats();
    for (ProviderChat chat : before) {
      while (chat.talk().takeBack() != null) {
        // Until nothing is left.
      }
      talk.turns().forEach(chat.talk()::add);
    }
  }

  private SlashCommand.Reply retry() {
    Question again = null;
    for (ProviderChat chat : chats()) {
      Question taken = chat.talk().takeBack();
      again = again == null ? taken : again;
    }
    return again == null ? new Said("Nothing was asked yet.") : new Asks(again.words());
  }

  private String model(String names) {
    List<String> wanted = split(names);
    if (wanted.stream().anyMatch(place.routes()::contains)) {
      return provider(names);
    }
    List<ProviderChat> chats = chats();
    if (wanted.size() != chats.size()) {
      throw new IllegalArgumentException(
          "%d of them answer; name a model for each, separated by commas".formatted(chats.size()));
    }
    for (int i = 0; i < chats.size(); i++) {
      ProviderChat chat = chats.get(i);
      chat.settings(chat.settings().with(wanted.get(i), null));
    }
    return sides.sides().stream()
            .map(side -> "%s of %s".formatted(side.modelName(), side.provider()))
            .collect(Collectors.joining(" and "))
        + (isSeveral() ? " answer from now on." : " answers from now on.");
  }

  private List<String> modelNames(String begun) {
    List<String> known = new ArrayList<>(models.getOrDefault(first().partner().name(), List.of()));
    String usual = first().partner().defaultModel();
    if (known.isEmpty() && usual != null) {
      known.add(usual);
    }
    return beginning(known).of(begun);
  }

  private String list() {
    List<String> lines = new ArrayList<>();
    for (ProviderChat chat : chats()) {
      String provider = chat.partner().name();
      List<String> found = ModelList.of(chat.partner());
      models.put(provider, found);
      if (isSeveral()) {
        lines.add(provider + ":");
      }
      found.forEach(name -> lines.add((name.equals(chat.modelName()) ? "• " : "  ") + name));
    }
    return lines.isEmpty() ? "None." : String.join("\n", lines);
  }

  private String provider(String names) {
    List<ProviderOrSimulator> next = new ArrayList<>();
    try {
      for (String name : split(names)) {
        next.add(place.finder().find(name));
      }
    } catch (IOException | IllegalArgumentException wrong) {
      next.forEach(ProviderOrSimulator::close);
      throw new IllegalArgumentException(wrong.getMessage(), wrong);
    }
    ProviderChat.Settings settings = first().settings().with(null, null);
    Talk before = first().talk();
    sides.close();
    sides = sides(next, List.of(), settings, before);
    return "%s %s from now on, and %s what was said."
        .formatted(names(), isSeveral() ? "answer" : "answers", isSeveral() ? "know" : "knows");
  }

  private List<String> providerNames(String begun) {
    int comma = begun.lastIndexOf(',') + 1;
    String before = begun.substring(0, comma);
    return beginning(place.names()).of(begun.substring(comma)).stream()
        .map(name -> before + name)
        .toList();
  }

  private String system(String text) {
    if (text.isEmpty()) {
      String told = first().settings().system();
      return told == null ? "Nothing is told before anything else." : told;
    }
    String told = text.equals("none") ? null : text;
    chats().forEach(chat -> chat.settings(chat.settings().withSystem(told)));
    return told == null ? "Nothing is told before anything else now." : "Told from now on.";
  }

  private String thinking(String level) {
    if (!level.isEmpty()) {
      var wish = ThinkingWord.parse("/thinking", level);
      chats().forEach(chat -> chat.settings(chat.settings().withThinking(wish)));
    }
    return "Thinking: " + ThinkingWord.of(first().settings().thinking()) + ".";
  }

  private String tools(String onOrOff) {
    if (tools.isEmpty()) {
      return "There are no tools; weir.yaml names some (docs/tools.md).";
    }
    switch (onOrOff) {
      case "on" -> chats().forEach(chat -> chat.settings(chat.settings().withTools(tools)));
      case "off" -> chats().forEach(chat -> chat.settings(chat.settings().withTools(List.of())));
      case "" -> {}
      default -> throw new IllegalArgumentException("Say /tools, /tools on or /tools off.");
    }
    boolean isOn = !first().settings().tools().isEmpty();
    return tools.stream()
            .map(tool ->
                "%s  %s".formatted(tool.spec().name(), firstLine(tool.spec().description())))
            .collect(Collectors.joining("\n"))
        + (isOn ? "\nThe model may use them." : "\nThe model may not use them.");
  }

  private static String firstLine(@Nullable String description) {
    return description == null ? "" : description.lines().findFirst().orElse("");
  }

  /** Each answer gets a file of its own: a recording holds one stream. */
  private String record(String name) {
    Path file = Path.of(name);
    if (Files.exists(file)) {
      throw new IllegalArgumentException(file + " exists; name another file");
    }
    recording = file;
    recorded = 0;
    return "Answers are recorded in %s, %s, …".formatted(file, FileNumbers.numbered(file, 2));
  }

  /** If several answer, each has a file of its own. */
  private String save(String name) {
    List<Path> written = new ArrayList<>();
    for (ProviderChat chat : chats()) {
      Path file = FileNumbers.numbered(Path.of(name), written.size() + 1);
      ChatFile.save(file, chat.settings().system(), chat.talk());
      written.add(file);
    }
    return "Written to %s."
        .formatted(written.stream().map(Path::toString).collect(Collectors.joining(" and ")));
  }

  private String load(String name) {
    ChatFile.Loaded loaded = ChatFile.load(Path.of(name));
    restart(loaded.talk());
    String told = loaded.system();
    if (told != null) {
      chats().forEach(chat -> chat.settings(chat.settings().withSystem(told)));
    }
    int turns = loaded.talk().turns().size();
    return "Loaded: %,d %s.".formatted(turns, turns == 1 ? "question" : "questions");
  }

  private static List<String> split(String names) {
    return Arrays.stream(names.split(",", -1)).map(String::strip).toList();
  }

  @Override
  public void close() {
    sides.close();
  }
}
