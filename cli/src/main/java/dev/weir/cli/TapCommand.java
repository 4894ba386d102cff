package dev.weir.cli;

import dev.weir.cli.tap.Tap;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code weir tap}: between any client and any provider, passing everything on. */
@Command(
    name = "tap",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Stand between a client and a provider, and report live what is wrong with each stream.",
      "Everything is passed on unchanged."
    },
    footer = {
      "",
      "Examples:",
      "  weir tap --to https://api.anthropic.com",
      "      then: ANTHROPIC_BASE_URL=http://127.0.0.1:9091 claude",
      "  weir tap --to https://api.openai.com --record taps",
      "      then: OPENAI_BASE_URL=http://127.0.0.1:9091/v1 your-program",
      "  weir tap --to http://127.0.0.1:11434        in front of Ollama, a gateway, the simulator",
      "",
      "For each exchange a line: when, ✓ or ✗, what was asked, status, dialect, model, time to the",
      "first byte, total time, events, verdict. Lines with ✗ below it say what is wrong; those with",
      "a number come while the stream still does.",
      "",
      "Only the header Host of a request is changed, to that of the server; signatures over it, as",
      "of AWS, do not hold behind a tap. --record keeps for each exchange the request, the answer as",
      "it came, and a recording of its stream, to be replayed and inspected; keys are hidden in all."
    })
final class TapCommand implements Callable<Integer> {
  private final Console console;

  @Option(
      names = "--to",
      required = true,
      paramLabel = "URL",
      description = "Where to pass everything on to; a path in it precedes all paths.")
  private String to = "";

  @Option(
      names = "--port",
      paramLabel = "N",
      description = "Where to listen on this machine (default 9091); 0 for any free port.")
  private int port = 9091;

  @Option(names = "--record", paramLabel = "DIR", description = "Keep every exchange in a folder.")
  private @Nullable Path record;

  @Option(
      names = "--quiet",
      paramLabel = "SECONDS",
      description = "Say so when nothing came for this long inside an answer (default 15).")
  private double quiet = 15;

  TapCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (!(quiet > 0 && quiet < Integer.MAX_VALUE)) {
      throw new CallException("--quiet must be a number of seconds above 0, saw " + quiet);
    }
    var options = new Tap.Options(to, port, record, Duration.ofMillis((long) (quiet * 1000)));
    try (var tap = Tap.start(options, this::line)) {
      welcome(tap);
      var stopped = new CountDownLatch(1);
      try (var interruption = new Interruption(stopped::countDown)) {
        interruption.watch();
        stopped.await();
      }
      return ExitCode.FINE;
    } catch (IOException failed) {
      throw TakenPort.problem(failed, port);
    } catch (IllegalArgumentException wrong) {
      throw new CallException(String.valueOf(wrong.getMessage()));
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return ExitCode.FINE;
    }
  }

  private void line(String line) {
    console.out().println(SafeWords.safe(line));
    console.out().flush();
  }

  private void welcome(Tap tap) {
    line("weir tap listens at " + tap.url() + " and passes everything on to " + to);
    if (record != null) {
      line("exchanges are kept in " + record + ", without keys");
    }
    line("Ctrl-C stops it.");
  }
}
