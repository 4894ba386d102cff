package dev.weir.cli;

import dev.weir.sim.SimulatedRequest;
import dev.weir.sim.Simulator;
import dev.weir.sim.SimulatorOptions;
import dev.weir.sim.fault.Fault;
import dev.weir.sim.fault.FaultKind;
import dev.weir.sim.reply.Recorded;
import dev.weir.sim.script.Script;
import dev.weir.sim.script.ScriptReader;
import dev.weir.sim.yaml.YamlException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code weir sim}: a simulated provider, for testing without a key. */
@Command(
    name = "sim",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Speak like a provider, without a key or a model: for testing any client.",
    footer = {
      "",
      "Examples:",
      "  weir sim                                   the built-in script, on port 9090",
      "  weir sim --script mine.yaml --speed max    your own answers, without pauses",
      "  weir sim --recording answer.jsonl          a recorded stream, as it was",
      "  weir sim --fault stall                     every answer stops in the middle",
      "  weir sim --fault '429:1*2'                 two calls fail, the third succeeds",
      "  weir sim --strict --cors                   refuse what a provider would; for web pages too",
      "",
      "A single request asks for a fault with the header x-sim-fault: cut:100, with the query",
      "?sim-fault=cut:100 or with the model sim-fault-cut-100. --faults lists all of them.",
      "GET /sim/requests gives the requests so far as JSON, DELETE forgets them.",
      "docs/simulator.md describes scripts."
    })
final class SimCommand implements Callable<Integer> {
  private final Console console;

  @Option(
      names = "--port",
      paramLabel = "N",
      description = "Where to listen (default 9090); 0 for any free port.")
  private int port = 9090;

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      description = "On which address (default 127.0.0.1: only this machine).")
  private String host = "127.0.0.1";

  @Option(names = "--script", paramLabel = "F", description = "What to answer, as YAML.")
  private @Nullable Path script;

  @Option(
      names = "--recording",
      paramLabel = "F",
      description = "Send this recording or captured stream again; several are sent in turn.")
  private List<Path> recordings = List.of();

  @Option(
      names = "--fault",
      paramLabel = "NAME[:N][*TIMES]",
      description = "What is wrong with every answer, or with the first TIMES answers.")
  private @Nullable String fault;

  @Option(
      names = "--speed",
      paramLabel = "N",
      description = "How many times faster (default 1), or max for no pauses.")
  private String speed = "1";

  @Option(
      names = "--strict",
      description = "Refuse what a provider would: no key, fields of others, bad names or schemas.")
  private boolean strict;

  @Option(names = "--cors", description = "Let web pages of any origin ask, in a browser.")
  private boolean cors;

  @Option(names = "--quiet", description = "Do not print a line for each request.")
  private boolean quiet;

  @Option(names = "--faults", description = "List the faults and stop.")
  private boolean listsFaults;

  SimCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (listsFaults) {
      listFaults();
      return ExitCode.FINE;
    }
    var lines = new RequestLines(console.out());
    try (var simulator = Simulator.start(options(quiet ? request -> {} : lines::add))) {
      welcome(simulator);
      lines.start();
      var stopped = new CountDownLatch(1);
      try (var interruption = new Interruption(stopped::countDown)) {
        interruption.watch();
        stopped.await();
      }
      return ExitCode.FINE;
    } catch (IOException failed) {
      throw TakenPort.problem(failed, port);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return ExitCode.FINE;
    }
  }

  private SimulatorOptions options(Consumer<SimulatedRequest> seen) {
    return SimulatorOptions.defaults()
        .withHost(host)
        .withPort(port)
        .withScript(script())
        .withRecordings(recordings())
        .withFault(fault())
        .withSpeed(speed())
        .withStrict(strict)
        .withCors(cors)
        .withSeen(seen);
  }

  private Script script() {
    Path file = script;
    if (file == null) {
      return Script.builtIn();
    }
    try {
      return ScriptReader.read(file.toString(), Files.readString(file));
    } catch (NoSuchFileException missing) {
      throw new CallException("No such file: " + file);
    } catch (IOException failed) {
      throw new CallException("Cannot read %s: %s".formatted(file, failed.getMessage()));
    } catch (YamlException wrong) {
      throw new CallException(String.valueOf(wrong.getMessage()));
    }
  }

  private List<Recorded> recordings() {
    List<Recorded> read = new ArrayList<>();
    for (Path file : recordings) {
      try {
        read.add(Recorded.read(file));
      } catch (NoSuchFileException missing) {
        throw new CallException("No such file: " + file);
      } catch (IOException failed) {
        throw new CallException("Cannot read %s: %s".formatted(file, failed.getMessage()));
      }
    }
    return read;
  }

  private @Nullable Fault fault() {
    try {
      return fault == null ? null : Fault.parse(fault);
    } catch (IllegalArgumentException wrong) {
      throw new CallException(String.valueOf(wrong.getMessage()));
    }
  }

  private double speed() {
    try {
      double times = speed.equals("max") ? Double.POSITIVE_INFINITY : Double.parseDouble(speed);
      if (times > 0) {
        return times;
      }
    } catch (NumberFormatException notANumber) {
      // Reported below, together with something that is not a number.
    }
    throw new CallException("--speed must be a number above 0 or max, saw \"%s\"".formatted(speed));
  }

  private void listFaults() {
    for (FaultKind kind : FaultKind.values()) {
      String number = kind.number() == null ? "" : "[:" + kind.number() + "]";
      console.out().println("  %-44s%s".formatted(kind.word() + number, kind.meaning()));
    }
  }

  private void welcome(Simulator simulator) {
    String url = simulator.url();
    String place = url.substring("http://".length());
    String[][] lines = {
      {"OpenAI", "OPENAI_BASE_URL=" + url + "/v1"},
      {"Anthropic", "ANTHROPIC_BASE_URL=" + url},
      {"Gemini", "GOOGLE_GEMINI_BASE_URL=" + url},
      {"Vertex", "GOOGLE_VERTEX_BASE_URL=" + url},
      {"Ollama", "OLLAMA_HOST=" + url},
      {"xAI gRPC", place + " without TLS"},
    };
    console.out().println("weir sim listens at " + url + "; any key and any model will do.");
    for (String[] line : lines) {
      console.out().println("  %-10s %s".formatted(line[0], line[1]));
    }
    console.out().println("Try:");
    console
        .out()
        .println(
            "  curl -sN %s/v1/chat/completions %s-d '{%s\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}' | ./weir decode --to lifecycle -"
                .formatted(
                    url,
                    strict ? "-H 'Authorization: Bearer any' " : "",
                    strict ? "\"model\":\"any\"," : ""));
    console.out().println("Ctrl-C stops it.");
    console.out().flush();
  }
}
