package dev.weir.cli;

import java.nio.file.Path;
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
 * also at that of the commands that ask nobody.
 */
@Command(
    name = "chat",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Ask a provider, and see the answer as it comes.",
    footer = {
      "",
      "Examples:",
      "  weir chat                                a prompt that asks for more; /help shows the rest",
      "  weir chat \"Why is the sky blue?\"",
      "  weir chat --provider anthropic --thinking high --record r.jsonl \"Prove it.\"",
      "  weir chat --provider ollama --model qwen3 < questions.txt     one question a line",
      "",
      "Keys come from the environment; docs/providers.md lists the providers and their variables.",
      "weir.yaml in the current folder is read if it is there. Without --provider the default of",
      "weir.yaml is asked, else the first provider that has a key; with no key at all a simulator",
      "in this process answers. --provider simulator asks it though there are keys.",
      "WEIR_DEBUG_TRACE=FOLDER keeps requests and raw answers, without keys.",
      "Exit code 1 if an answer failed or was cut."
    })
final class ChatCommand implements Callable<Integer> {
  private final Console console;

  @Option(names = "--provider", paramLabel = "P", description = "Whom to ask, by name.")
  @Nullable String provider;

  @Option(
      names = "--model",
      paramLabel = "M",
      description = "Which model; else the provider's default.")
  @Nullable String model;

  @Option(
      names = "--system",
      paramLabel = "TEXT",
      description = "What the model is told before all else.")
  @Nullable String system;

  @Option(
      names = "--thinking",
      paramLabel = "LEVEL",
      description = "How much to think: off, minimal, low, medium, high, or a number of tokens.")
  @Nullable String thinking;

  @Option(
      names = "--record",
      paramLabel = "FILE",
      description = "Record the first answer, to be replayed.")
  @Nullable Path record;

  @Mixin MetricsOptions metrics = new MetricsOptions();

  @Mixin PanelOptions panels = new PanelOptions();

  @Option(
      names = "--plain",
      description = "Text as it comes, thinking only on a terminal; the default where none is.")
  boolean plain;

  @Option(names = "--json", description = "Every event as one JSON object a line.")
  boolean json;

  @Option(names = "--config", paramLabel = "FILE", description = "Read this instead of weir.yaml.")
  @Nullable Path config;

  @Parameters(
      arity = "0..1",
      paramLabel = "PROMPT",
      description = {
        "What to ask. Without it, a terminal shows a prompt; elsewhere every line of standard",
        "input is a question."
      })
  @Nullable String prompt;

  ChatCommand(Console console) {
    this.console = console;
  }

  /** Whether a person sits at both ends, who can be shown panels. */
  boolean isForPerson() {
    return !plain && !json && console.outIsTerminal() && console.inIsTerminal();
  }

  @Override
  public Integer call() throws Exception {
    if (plain && json) {
      throw new CallException("--plain and --json exclude each other; give one of them");
    }
    return new ChatRun(console, this).run();
  }
}
