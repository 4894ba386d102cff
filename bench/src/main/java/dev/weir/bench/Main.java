package dev.weir.bench;

import dev.weir.bench.client.ClientLoad;
import dev.weir.bench.load.ClusterLoad;
import dev.weir.bench.load.GatewayLoad;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Runs the benchmarks and prints their tables; a full run also writes them into their page. */
public final class Main {
  private static final String USAGE =
      """
      ./benchmark [--quick] [--prof NAME[:OPTIONS]] [WORD…]
        WORD      measures only what contains one of the words: chat, weir, openai-java, chat-weir …
                  linear is what shows that cost is linear; decode is everything else
                  client is what a delta costs clients with a thousand streams
                  terminal is what the live view costs, only when it is named
                  gateway is the gateway under load compared with nginx, only when it is named;
                  with pass, logs, doors, readers, idle, short or flat only that part of it
                  cluster is what a stream takes in an engine, and three gateways on one, only when it is named
        --quick   fewer and shorter runs, some seven minutes; for a look, not for a claim
        --prof    another profiler of JMH, such as stack or jfr
      A run of everything without --quick writes its tables to docs/benchmarks.md,
      and so does one of client or of the whole gateway.
      Contestants:\
      """;

  private Main() {}

  public static void main(String[] args) throws RunnerException, IOException, InterruptedException {
    Call call;
    try {
      call = Call.of(args);
    } catch (IllegalArgumentException wrong) {
      System.err.println("benchmark: " + wrong.getMessage());
      System.err.println(USAGE);
      Arrays.stream(Contestant.values()).forEach(c -> System.err.println("  " + c.word()));
      System.exit(2);
      return;
    }
    List<String> tables = new ArrayList<>();
    if (!call.contestants().isEmpty()) {
      tables.add(ResultTable.of(run(call), new Versions()));
    }
    if (call.linear()) {
      tables.add(LinearCost.table());
    }
    if (call.terminal()) {
      tables.add(TerminalCost.table(call.quick()));
    }
    if (!tables.isEmpty()) {
      report("./benchmark", String.join("\n", tables), call.isFull());
    }
    if (call.client()) {
      String costs = ClientLoad.tables(call.quick(), new Versions()::named);
      report("./benchmark client", costs, call.isClientFull());
    }
    if (!call.gateway().isEmpty()) {
      String measured = GatewayLoad.tables(call.gateway(), call.quick());
      report("./benchmark gateway", measured, call.isGatewayFull());
    }
    if (call.cluster()) {
      report("./benchmark cluster", ClusterLoad.tables(call.quick()), /* isKept= */ false);
    }
  }

  private static void report(String command, String tables, boolean isKept) throws IOException {
    String result = "Measured on %s.%n%n%s".formatted(Machine.description(), tables);
    System.out.println();
    System.out.println(result);
    if (isKept) {
      Path page = Path.of(System.getProperty("weir.page", "docs/benchmarks.md"));
      Page.write(page, command, result);
      System.out.println("Written to " + page);
    }
  }

  private static List<Figures> run(Call call) throws RunnerException {
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include(DecodeBenchmark.class.getName())
            .param("contestant", call.contestants().stream().map(Enum::name).toArray(String[]::new))
            .addProfiler(GCProfiler.class)
            .addProfiler(ProcessorTime.class)
            .jvmArgsAppend("-Xms1g", "-Xmx1g")
            .forks(1)
            .warmupIterations(call.quick() ? 2 : 10)
            .warmupTime(TimeValue.seconds(1))
            .measurementIterations(call.quick() ? 3 : 5)
            .measurementTime(TimeValue.seconds(1));
    for (String profiler : call.profilers()) {
      String[] nameAndOptions = profiler.split(":", 2);
      options.addProfiler(nameAndOptions[0], nameAndOptions.length > 1 ? nameAndOptions[1] : "");
    }
    Collection<RunResult> results = new Runner(options.build()).run();
    return results.stream().map(Figures::of).toList();
  }
}
