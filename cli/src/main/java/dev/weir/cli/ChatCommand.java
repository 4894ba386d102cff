package dev.weir.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code weir chat}: asks a provider.
 *
 * <p>No field or method here may name a class of the client: picocli reads them all at every start,
 * even that of commands that ask nobody.
 */
@Command(
    name = "chat",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Ask a provider, and see the answer as it comes.",
    footer = {
      "",
      "Examples:",
      "  weir chat                                a prompt for a conversation; /help shows its commands",
      "  weir chat \"Why is the sky blue?\"",
      "  weir chat --provider anthropic --thinking high --record r.jsonl \"Prove it.\"",
      "  cat notes.txt | weir chat \"Summarise this\"",
      "  weir chat \"What is in @photo.png, and does @notes.txt mention it?\"",
      "  weir chat --provider openai,anthropic \"Prove it.\"            both, side by side",
      "  weir chat --provider simulator,simulator:anthropic \"Hi\"     the same without keys",
      "",
      "Keys come from the environment; docs/providers.md lists the providers and their variables.",
      "weir.yaml in the current folder is read if it exists. Without --provider the default of",
      "weir.yaml is asked, else the first provider that has a key; with no key at all a simulator",
      "in this process answers. --provider simulator asks it even if there are keys.",
      "WEIR_DEBUG_TRACE=FOLDER keeps requests and raw answers, without keys.",
      "Exit code 1 if an answer failed, was cut, or may lack something that was lost on the way."
    })
final class ChatCommand implements Callable<Integer> {
  private final Console console;

  @Option(
      names = "--provider",
      paramLabel = "P",
      split = ",",
      description = {
        "Whom to ask, by name. Several, separated by commas, answer the same questions:",
        "side by side on a terminal, one after the other elsewhere."
      })
  List<String> providers = new ArrayList<>();

  @Option(
      names = "--model",
      paramLabel = "M",
      split = ",",
      description = {
        "Which model, or one for each provider; by default the provider's own.",
        "A route of weir.yaml answers by its name, as a model or as a provider."
      })
  List<String> models = new ArrayList<>();

  @Option(
      names = "--system",
      paramLabel = "TEXT",
      description = "What the model is told before anything else.")
  @Nullable String system;

  @Option(
      names = "--thinking",
      paramLabel = "LEVEL",
      description = "How much to think: off, minimal, low, medium, high, or a number of tokens.")
  @Nullable String thinking;

  @Option(
      names = "--on-gap",
      paramLabel = "WHAT",
      description = {
        "If events of the answer were lost: warn (default), retry while nothing was seen, or",
        "fail if the end of the answer does not say what they held."
      })
  @Nullable String onGap;

  @Option(
      names = "--record",
      paramLabel = "FILE",
      description =
          "Record the first answer, to be replayed; with several providers, that of each.")
  @Nullable Path record;

  @Mixin MetricsOptions metrics = new MetricsOptions();

  @Mixin PanelOptions panels = new PanelOptions();

  @Option(
      names = "--plain",
      description =
          "Text as it comes, thinking only on a terminal; the default without a terminal.")
  boolean plain;

  @Option(names = "--json", description = "Every event as one JSON object per line.")
  boolean json;

  @Option(
      names = "--lines",
      description = "Every line of standard input is a question, in one conversation.")
  boolean lines;

  @Option(names = "--no-tools", description = "Ask without the tools that weir.yaml names.")
  boolean noTools;

  @Option(names = "--config", paramLabel = "FILE", description = "Read this instead of weir.yaml.")
  @Nullable Path config;

  @Parameters(
      arity = "0..1",
      paramLabel = "PROMPT",
      description = {
        "What to ask; @FILE in it attaches a file. Standard input is added to it, or is",
        "the question itself. On a terminal without a PROMPT, questions are typed."
      })
  @Nullable String prompt;

  ChatCommand(Console console) {
    this.console = console;
  }

  /** Whether there is a person at both ends, who can be shown panels. */
  boolean isForPerson() {
    return !plain && !json && console.outIsTerminal() && console.inIsTerminal();
  }

  @Override
  public Integer call() throws Exception {
    if (plain && json) {
      throw new CallException("--plain and --json exclude each other; give one of them");
    }
    if (lines && (prompt != null || providers.size() > 1 || console.inIsTerminal())) {
      throw new CallException(
          "--lines reads questions from standard input, for one provider and without a PROMPT");
    }
    if (!models.isEmpty() && models.size() != Math.max(1, providers.size())) {
      throw new CallException(
          "--model names %d models for %d providers; give one for each, in their order"
              .formatted(models.size(), Math.max(1, providers.size())));
    }
    return new ChatRun(console, this).run();
  }
}
