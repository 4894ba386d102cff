package dev.weir.cli;

import dev.weir.cli.cluster.LocalCluster;
import dev.weir.cli.serve.ServeSetup;
import dev.weir.gateway.Gateway;
import dev.weir.gateway.security.Keys;
import dev.weir.redis.RedisPlace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code weir serve}: the gateway and its page. */
@Command(
    name = "serve",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Run the gateway with its chat page.",
      "Chat front ends ask once and see thinking, status, tools and text live, whatever the",
      "provider, and lose nothing when the connection breaks."
    },
    footer = {
      "",
      "Examples:",
      "  weir serve                                    on the simulator if no key is set; open the address it prints",
      "  ANTHROPIC_API_KEY=… weir serve --port 8081    providers are found by their variables",
      "  weir serve --config weir.yaml --log /var/lib/weir",
      "  weir serve --log redis://engine:6379          one of many machines that share their streams",
      "  weir serve --cluster 3                        three of them and an engine here, for trying it out",
      "  weir serve --new-key alice                    make a key; needed for --bind beyond this machine",
      "",
      "Ask:    curl -N localhost:8080/v1/chat -H 'Content-Type: application/json' \\",
      "             -d '{\"messages\":[{\"role\":\"user\",\"content\":\"hello\"}]}'",
      "Resume: curl -N localhost:8080/v1/streams/ID/events -H 'Last-Event-ID: 17'",
      "",
      "WEIR_DEBUG_STREAM=FILE adds a line of metrics for each pass, WEIR_DEBUG_TRACE=FOLDER keeps",
      "requests and raw answers, without keys.",
      "Routes (weir.yaml) ask the next provider when one fails; a request names one as its model,",
      "GET /v1/routes shows their state (docs/routes.md).",
      "docs/gateway.md describes the API, what survives what, and every setting."
    })
final class ServeCommand implements Callable<Integer> {
  private static final int DEFAULT_PORT = 8080;
  private static final int MAX_CLUSTER = 16;

  private final Console console;

  @Option(
      names = "--port",
      paramLabel = "N",
      description = "Where to listen (default 8080); 0 for any free port.")
  private @Nullable Integer port;

  @Option(
      names = "--bind",
      paramLabel = "ADDRESS",
      description =
          "On which address (default 127.0.0.1: only this machine). Any other needs keys.")
  private @Nullable String bind;

  @Option(
      names = "--config",
      paramLabel = "F",
      description = "Settings (default weir.yaml, if there is one).")
  private @Nullable Path config;

  @Option(
      names = "--log",
      paramLabel = "DIR|redis://…",
      description = {
        "Where streams are kept (default ~/.weir/gateway). An engine that speaks the",
        "Redis protocol is shared by many machines: redis://HOST:PORT, rediss:// over",
        "TLS (docs/cluster.md)."
      })
  private @Nullable String log;

  @Option(
      names = "--host",
      paramLabel = "NAME[:PORT]",
      description = {
        "A further name under which it may be asked, as behind a load balancer; may be",
        "repeated."
      })
  private List<String> hosts = List.of();

  @Option(
      names = "--cluster",
      paramLabel = "N",
      description = {
        "Start N gateways on this machine behind one port, to try what happens when one",
        "is killed. They share an engine: valkey-server or redis-server of the PATH, else",
        "unpacked from the system's package or from Maven, or that of --log."
      })
  private @Nullable Integer cluster;

  @Option(
      names = "--documents",
      paramLabel = "DIR",
      description = "What the tool search_documents searches (default: three built-in pages).")
  private @Nullable Path documents;

  @Option(
      names = "--on-gap",
      paramLabel = "WHAT",
      description = {
        "If events of an answer were lost: warn (default), retry while nothing was seen, or",
        "fail if the end of the answer does not say what they held."
      })
  private @Nullable String onGap;

  @Option(
      names = "--new-key",
      paramLabel = "NAME",
      description = "Make a key for NAME, print it and what to put into weir.yaml, and stop.")
  private @Nullable String newKey;

  ServeCommand(Console console) {
    this.console = console;
  }

  /** With some options, by their names. */
  ServeCommand(Console console, Map<String, String> values) {
    this(console);
    String portValue = values.get("--port");
    port = portValue == null ? null : Integer.valueOf(portValue);
    bind = values.get("--bind");
    String configValue = values.get("--config");
    config = configValue == null ? null : Path.of(configValue);
    log = values.get("--log");
  }

  @Override
  public Integer call() {
    if (newKey != null) {
      printKey(newKey);
      return ExitCode.FINE;
    }
    var told = new CountDownLatch(1);
    var stopped = new CountDownLatch(1);
    // The process ends when this returns: it waits until what is open is closed.
    try (var interruption = new Interruption(() -> stop(told, stopped))) {
      if (cluster == null) {
        serve(interruption, told);
      } else {
        serveCluster(cluster, interruption, told);
      }
      return ExitCode.FINE;
    } catch (IOException | IllegalArgumentException failed) {
      throw new CallException(String.valueOf(failed.getMessage()));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return ExitCode.FINE;
    } finally {
      stopped.countDown();
    }
  }

  private static void stop(CountDownLatch told, CountDownLatch stopped) {
    told.countDown();
    try {
      stopped.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void serve(Interruption interruption, CountDownLatch told)
      throws IOException, InterruptedException {
    try (var setup =
            ServeSetup.of(console.environment(), config, port, bind, hosts, log, documents, onGap);
        var gateway = start(setup)) {
      welcome(setup, gateway);
      interruption.watch();
      told.await();
      gateway.drain(setup.drain());
    }
  }

  private void serveCluster(int count, Interruption interruption, CountDownLatch told)
      throws IOException, InterruptedException {
    if (count < 1 || count > MAX_CLUSTER) {
      throw new CallException(
          "--cluster takes 1 to %d gateways, saw %,d".formatted(MAX_CLUSTER, count));
    }
    if (bind != null || (log != null && !RedisPlace.isAddress(log))) {
      throw new CallException(
          "--cluster is for trying it out on this machine: it takes no --bind, and --log only as the"
              + " address of an engine (docs/cluster.md says how to run gateways on many machines)");
    }
    // Whoever presses Ctrl+C while it starts must not leave half of it behind.
    interruption.watch();
    try (var started =
        LocalCluster.start(
            count,
            port == null ? DEFAULT_PORT : port,
            log,
            nodeArguments(),
            console.environment(),
            console::say)) {
      console.say(
          "the cluster listens on http://127.0.0.1:%d/, and each connection goes to the next node  (Ctrl+C stops all)"
              .formatted(started.port()));
      console.say(
          "try: ask something, kill -9 %d, and go on reading"
              .formatted(started.nodeProcesses().getFirst()));
      told.await();
    } catch (IOException failed) {
      throw TakenPort.problem(failed, port == null ? DEFAULT_PORT : port);
    }
  }

  private List<String> nodeArguments() {
    List<String> arguments = new ArrayList<>(List.of("serve"));
    if (config != null) {
      arguments.addAll(List.of("--config", config.toString()));
    }
    if (documents != null) {
      arguments.addAll(List.of("--documents", documents.toString()));
    }
    if (onGap != null) {
      arguments.addAll(List.of("--on-gap", onGap));
    }
    hosts.forEach(host -> arguments.addAll(List.of("--host", host)));
    return arguments;
  }

  private static Gateway start(ServeSetup setup) throws IOException {
    try {
      return Gateway.start(setup.options(), setup::offers);
    } catch (IOException failed) {
      throw TakenPort.problem(failed, setup.options().address().port());
    }
  }

  private void printKey(String name) {
    String key = Keys.newKey();
    console.out().println("The key, shown only now:  " + key);
    console.out().println("For weir.yaml:");
    console.out().println("gateway:");
    console.out().println("  keys:");
    console.out().printf("    %s: %s%n", name, Keys.hash(key));
  }

  private void welcome(ServeSetup setup, Gateway gateway) {
    String scheme = setup.options().address().certificate() == null ? "http" : "https";
    String host = setup.options().address().host();
    console.say(
        "the gateway listens on %s://%s:%d/  (Ctrl+C stops it)"
            .formatted(scheme, host.contains(":") ? "[" + host + "]" : host, gateway.port()));
    console.say("providers: " + setup.providerNames());
    if (!setup.routeNames().isEmpty()) {
      console.say("routes: " + setup.routeNames());
    }
    if (!setup.toolNames().isEmpty()) {
      console.say("tools: " + setup.toolNames());
    }
    console.say(
        "streams are kept in %s, %s"
            .formatted(
                setup.options().log(),
                setup.options().recordings() == null ? "not recorded" : "and recorded"));
  }
}
