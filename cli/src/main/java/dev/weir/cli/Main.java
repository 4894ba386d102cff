package dev.weir.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.gateway.Gateway;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.function.IntSupplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command {@code weir}: the only place that wires things together and prints. */
@Command(
    name = "weir",
    version = Main.VERSION,
    mixinStandardHelpOptions = true,
    sortOptions = false,
    synopsisSubcommandLabel = "COMMAND",
    header = {
      "Try it in ten seconds, no key needed:",
      "",
      "  weir chat \"Why is the sky blue?\"    a simulator answers, until a key such as ANTHROPIC_API_KEY is set",
      "  weir serve                          a chat page; open the address that it prints",
      ""
    },
    subcommands = {
      ServeCommand.class,
      ChatCommand.class,
      DecodeCommand.class,
      ReplayCommand.class,
      InspectCommand.class,
      DoctorCommand.class,
      TapCommand.class,
      TranslateCommand.class,
      SimCommand.class,
      HelpCommand.class
    },
    description = "Turns the response stream of any LLM provider into one exact stream of events.",
    footer = {
      "",
      "More:",
      "  weir decode stream.sse               events, one JSON object per line",
      "  weir decode --to message *.sse       what each stream amounts to",
      "  curl -sN … | weir decode -           a live stream, while it arrives",
      "  weir doctor stream.sse               what is wrong with it, in words",
      "  curl -sN … | weir decode --record r.jsonl -   keep it; then: weir replay r.jsonl",
      "  weir inspect --html page.html r.jsonl         where its time went",
      "  weir tap --to https://api.openai.com  between a client and a provider: reports problems live",
      "  weir translate --from D --to D FILE  a request or a stream in another dialect",
      "  weir sim                             a simulated provider, for testing clients",
      "",
      "Exit codes: 0 fine, 1 a stream was bad, 2 the command was wrong."
    })
public final class Main implements Callable<Integer> {
  static final String VERSION = "weir 0.1.0";
  private static final int HELP_COLUMNS = 110;

  @Spec private @org.jspecify.annotations.Nullable CommandSpec spec;

  public static void main(String[] args) {
    if (args.length > 0 && args[0].equals("serve")) {
      Gateway.prepare();
    }
    var out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, UTF_8);
    var err = new PrintStream(new FileOutputStream(FileDescriptor.err), true, UTF_8);
    // The script that starts us knows which of our streams are terminals; Java does not.
    String terminals = System.getProperty("weir.terminals", "");
    var console =
        new Console(
            input(err),
            out,
            err,
            System.getenv(),
            terminals.contains("1"),
            terminals.contains("2"),
            terminals.contains("0"));
    int code = run(args, console);
    out.flush();
    System.exit(code);
  }

  /** Standard input, which the script moves elsewhere if it needs its place for the keys. */
  private static InputStream input(PrintStream err) {
    String kept = System.getProperty("weir.input");
    try {
      return kept == null ? System.in : new FileInputStream(kept);
    } catch (FileNotFoundException gone) {
      err.println("weir: Cannot read standard input: " + gone.getMessage());
      return InputStream.nullInputStream();
    }
  }

  /** Runs one command line; returns its exit code. */
  static int run(String[] args, Console console) {
    if (args.length == 1 && args[0].equals("--version")) {
      // Scripts ask for the version often: half of the start is reading annotations for the rest.
      console.out().println(VERSION);
      return ExitCode.FINE;
    }
    IntSupplier plain = PlainCall.of(args, console);
    if (plain != null) {
      return call(plain, console);
    }
    CommandLine line = line(args, new CommandFactory(console));
    line.setOut(new PrintWriter(console.out(), true, UTF_8));
    line.setErr(new PrintWriter(console.err(), true, UTF_8));
    line.setCaseInsensitiveEnumValuesAllowed(true);
    // If no terminal tells its width, the help has the one that it is written for.
    line.setUsageHelpWidth(HELP_COLUMNS);
    line.setUsageHelpAutoWidth(true);
    line.setExecutionExceptionHandler((problem, command, parsed) -> {
      if (problem instanceof CallException call) {
        return wrong(call, console);
      }
      throw problem;
    });
    return line.execute(args);
  }

  private static int call(IntSupplier plain, Console console) {
    try {
      return plain.getAsInt();
    } catch (CallException call) {
      return wrong(call, console);
    } catch (RuntimeException problem) {
      // As picocli does, for an error of ours: nothing else would say where it is.
      problem.printStackTrace(console.err());
      return CommandLine.ExitCode.SOFTWARE;
    }
  }

  private static int wrong(CallException call, Console console) {
    console.err().println("weir: " + SafeWords.safe(String.valueOf(call.getMessage())));
    return ExitCode.CALL_WRONG;
  }

  /**
   * What is needed of all commands: reading the annotations of those that are not called takes
   * longer than most of them run.
   */
  private static CommandLine line(String[] args, CommandFactory commands) {
    Object called = args.length == 0 ? null : commands.named(args[0]);
    return called == null
        ? new CommandLine(new Main(), commands)
        : new CommandLine(CommandSpec.create().name("weir"), commands)
            .addSubcommand(args[0], called);
  }

  /** Without a command: how to begin, and what there is. */
  @Override
  public Integer call() {
    CommandSpec called = spec;
    if (called != null) {
      called.commandLine().usage(called.commandLine().getOut());
    }
    return ExitCode.CALL_WRONG;
  }
}
