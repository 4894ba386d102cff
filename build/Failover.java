import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.client.Weir;
import dev.weir.client.provider.Provider;
import dev.weir.client.route.BreakerRule;
import dev.weir.client.route.Continuation;
import dev.weir.client.route.Route;
import dev.weir.client.route.RouteLimits;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.Request;
import dev.weir.codec.stream.StreamDecoder;
import dev.weir.event.BlockKind;
import dev.weir.event.Response;
import dev.weir.event.ResponseAssembler;
import dev.weir.event.Verdict;
import dev.weir.sim.SimulatedRequest;
import dev.weir.sim.Simulator;
import dev.weir.sim.SimulatorOptions;
import dev.weir.sim.script.SixtyWords;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The sixteen failures over sockets, in real time, for build/failover.sh. The provider is the
 * simulator, which notes who is asked and when. Usage: java Failover.java WEIR
 */
final class Failover {
  private static final int REQUESTS = 20;
  private static final int DOWN_SECONDS = 60;

  /**
   * One failure.
   *
   * @param first what is wrong with the first provider, as the simulator names it
   * @param second which model is the fallback
   */
  private record Row(int number, String words, String first, String second) {
    String route() {
      return "row" + number;
    }

    /** A name of its own for each way, so that what happens once happens once to each. */
    String model(String way) {
      return "sim-sixty-fault-%s@%s%d".formatted(first, way, number);
    }

    String fallback(String way) {
      return "%s@%s%d".formatted(second, way, number);
    }
  }

  private static final List<Row> ROWS =
      List.of(
          new Row(1, "429 with Retry-After: 2, once", "429-2x1", "sim-sixty"),
          new Row(2, "429 always, no header", "429", "sim-sixty"),
          new Row(3, "500 once", "500x1", "sim-sixty"),
          new Row(4, "503 always", "503", "sim-sixty"),
          new Row(5, "reset before headers, once", "reset-earlyx1", "sim-sixty"),
          new Row(6, "no answer at all", "silent", "sim-sixty"),
          new Row(7, "first token after 20 s", "late-20", "sim-sixty"),
          new Row(8, "cut after 40 of 60 tokens", "hang-up-41", "sim-sixty-anew"),
          new Row(9, "silent after 20 tokens", "stall-21", "sim-sixty"),
          new Row(10, "tenth event is not JSON", "mangle-10", "sim-sixty-anew"),
          new Row(11, "no [DONE]", "no-done", "sim-sixty"),
          new Row(12, "400 context_length_exceeded", "context-length", "sim-sixty"),
          new Row(13, "400 content_policy_violation", "content-filter", "sim-sixty"),
          new Row(
              14, "as 8, and the fallback refuses a prefill", "hang-up-41", "sim-sixty-no-prefill"),
          new Row(15, "503 for 60 s, then well; 20 requests", "down-" + DOWN_SECONDS, "sim-sixty"),
          new Row(16, "503 always: who is reported?", "503", "sim-sixty"));

  /** Asked first, so that no row pays for the start of a virtual machine. */
  private static final Row WARM = new Row(0, "nothing", "429x1", "sim-sixty");

  private static final int WARM_ASKS = 20;

  /** What a caller got. */
  private record Got(Response response, int status, String raw, double seconds) {
    boolean isWhole() {
      return response.verdict() == Verdict.COMPLETE
          && response.text(BlockKind.TEXT).equals(SixtyWords.TEXT);
    }
  }

  /** Asks a route one way: through the gateway, or through the library. */
  private interface Way {
    Got ask(Row row) throws Exception;
  }

  private record Judged(boolean isPass, double seconds, int tries, String why) {}

  private final Simulator simulator;

  private Failover(Simulator simulator) {
    this.simulator = simulator;
  }

  public static void main(String[] args) throws Exception {
    Path folder = Files.createTempDirectory("weir-failover");
    Process gateway = null;
    boolean isFine = false;
    try (var simulator = Simulator.start(SimulatorOptions.defaults())) {
      var failover = new Failover(simulator);
      Path config = folder.resolve("weir.yaml");
      Files.writeString(config, failover.yaml());
      gateway = start(args[0], config, folder);
      isFine = failover.run(port(gateway));
    } finally {
      if (gateway != null) {
        gateway.destroy();
        gateway.waitFor();
      }
    }
    System.exit(isFine ? 0 : 1);
  }

  private static Process start(String weir, Path config, Path folder) throws IOException {
    return new ProcessBuilder(
            weir,
            "serve",
            "--port",
            "0",
            "--config",
            config.toString(),
            "--log",
            folder.resolve("log").toString())
        .redirectErrorStream(true)
        .start();
  }

  /** What the gateway says when it listens; whatever it says later is discarded. */
  private static int port(Process gateway) throws IOException {
    var out = new BufferedReader(new InputStreamReader(gateway.getInputStream(), UTF_8));
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      int at = line.indexOf("http://127.0.0.1:");
      if (at >= 0) {
        Thread.ofVirtual().start(() -> out.lines().forEach(said -> {}));
        String digits = line.substring(at + "http://127.0.0.1:".length());
        return Integer.parseInt(digits.replaceAll("\\D.*", ""));
      }
      System.err.println(line);
    }
    throw new IOException("The gateway did not start");
  }

  private String yaml() {
    var yaml = new StringBuilder("providers:\n");
    for (String name : List.of("first", "second")) {
      yaml.append(
          "  %s: {dialect: openai-chat, base-url: \"%s/v1\"}\n".formatted(name, simulator.url()));
    }
    yaml.append("routes:\n");
    List<Row> rows = new ArrayList<>(ROWS);
    rows.add(WARM);
    for (Row row : rows) {
      yaml.append(
          """
            %s:
              steps:
                - {provider: first, model: "%s"}
                - {provider: second, model: "%s"}
              tries: 3
              first-token-seconds: 10
              idle-seconds: 10
              total-seconds: 120
              continue: instruct
              breaker: {failures: 3, seconds: 20}
          """
              .formatted(row.route(), row.model("gateway"), row.fallback("gateway"))
              .indent(2)
              .replaceFirst("^  ", ""));
    }
    return yaml.toString().replaceAll("(?m)^ {4}(row\\d+:)", "  $1");
  }

  private Route route(Row row) {
    return Route.of(
            row.route(),
            Route.step(provider("first"), row.model("library")),
            Route.step(provider("second"), row.fallback("library")))
        .withTries(3)
        .withLimits(
            RouteLimits.DEFAULT
                .withFirstToken(Duration.ofSeconds(10))
                .withIdle(Duration.ofSeconds(10))
                .withTotal(Duration.ofSeconds(120)))
        .withContinuation(Continuation.INSTRUCT)
        .withBreaker(new BreakerRule(3, Duration.ofSeconds(20)));
  }

  private Provider provider(String name) {
    return Provider.builder(name, Dialects.OPENAI_CHAT, simulator.url() + "/v1").build();
  }

  private boolean run(int port) throws Exception {
    var http = HttpClient.newHttpClient();
    Way gateway = row -> throughGateway(http, port, row);
    try (var weir = Weir.of(route(WARM))) {
      for (int i = 0; i < WARM_ASKS; i++) {
        gateway.ask(WARM);
        throughLibrary(weir);
      }
    }
    List<Future<Judged>> first = new ArrayList<>();
    List<Future<Judged>> second = new ArrayList<>();
    System.out.println("Sixteen failures, in real time; this takes about a minute and a half.\n");
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Row row : ROWS) {
        first.add(threads.submit(judging(row, "gateway", gateway)));
        second.add(
            threads.submit(() -> {
              try (var weir = Weir.of(route(row))) {
                return judging(row, "library", asked -> throughLibrary(weir)).call();
              }
            }));
      }
    }
    int passes = 0;
    System.out.printf("%3s  %-44s %-22s %s%n", "", "", "weir serve, streamed", "library");
    for (int i = 0; i < ROWS.size(); i++) {
      Judged one = first.get(i).get();
      Judged other = second.get(i).get();
      passes += one.isPass() && other.isPass() ? 1 : 0;
      System.out.printf(
          "%3d  %-44s %-22s %s%n",
          ROWS.get(i).number(), ROWS.get(i).words(), said(one), said(other));
    }
    System.out.printf(
        """

        Weir: %d of 16 pass, both ways. Published by failoverbench 0.1 (2026-09-12) of others, with the same budget:
        Portkey 11 pass, 3 fail (cut streams shown as success); Bifrost 9 and 1; LiteLLM 9 and 0; none of them rescues 8, 9 or 14.
        """,
        passes);
    boolean isLetGo = leaving(port);
    return passes == ROWS.size() && isLetGo;
  }

  private static String said(Judged judged) {
    return "%s %6.1f s, %d %s%s"
        .formatted(
            judged.isPass() ? "pass" : "FAIL",
            judged.seconds(),
            judged.tries(),
            judged.tries() == 1 ? "try" : "tries",
            judged.isPass() ? "" : " (" + judged.why() + ")");
  }

  private Callable<Judged> judging(Row row, String name, Way way) {
    return () -> {
      if (row.number() == 15) {
        return recovering(row, name, way);
      }
      Got got = way.ask(row);
      List<SimulatedRequest> heard = heard(row.model(name));
      String why = wrong(row, got, heard);
      return new Judged(why.isEmpty(), got.seconds(), heard.size(), why);
    };
  }

  private List<SimulatedRequest> heard(String model) {
    return simulator.requests().stream().filter(heard -> heard.model().equals(model)).toList();
  }

  /** What the caller should have seen and did not; empty if all is as it should be. */
  private static String wrong(Row row, Got got, List<SimulatedRequest> heard) {
    int tries = heard.size();
    if (row.number() == 13) {
      boolean isThatError =
          got.raw().contains("content_policy_violation")
              || got.response().faults().stream()
                  .anyMatch(fault -> "content_policy_violation".equals(fault.code()));
      return isThatError && tries == 1 ? "" : "not that error, or tried again";
    }
    if (!got.isWhole()) {
      return got.response().verdict() + " " + got.status();
    }
    boolean holds =
        switch (row.number()) {
          case 1 -> tries == 2 && apart(heard, 0, 1) >= 1.8;
          case 2 -> tries <= 4;
          case 3 -> tries == 2;
          case 4, 16 -> tries <= 6;
          case 6 -> tries == 1 && got.seconds() < 100;
          case 7 -> got.seconds() < 15;
          case 9 -> got.seconds() < 45;
          case 11 -> got.seconds() < 8 && got.response().usage() != null;
          case 12 -> tries == 1;
          default -> true;
        };
    if (row.number() == 16) {
      String model = String.valueOf(got.response().modelName());
      holds &= model.startsWith("sim-sixty@") && got.response().usage() != null;
    }
    return holds ? "" : "its conduct";
  }

  private static double apart(List<SimulatedRequest> heard, int one, int other) {
    return (heard.get(other).atNanos() - heard.get(one).atNanos()) / 1e9;
  }

  /** Row 15: all are answered, a breaker opens, and the first provider is asked again. */
  private Judged recovering(Row row, String name, Way way) throws Exception {
    long begun = System.nanoTime();
    int whole = 0;
    for (int i = 0; i < REQUESTS; i++) {
      whole += way.ask(row).isWhole() ? 1 : 0;
      long next = begun + (i + 1) * 4_000_000_000L;
      Thread.sleep(Duration.ofNanos(Math.max(0, next - System.nanoTime())));
    }
    List<SimulatedRequest> heard = heard(row.model(name));
    double first = heard.getFirst().atNanos() / 1e9;
    long whileDown = heard.stream().filter(h -> h.atNanos() / 1e9 - first < DOWN_SECONDS).count();
    double back =
        heard.stream()
            .mapToDouble(h -> h.atNanos() / 1e9 - first)
            .filter(at -> at >= DOWN_SECONDS)
            .findFirst()
            .orElse(Double.MAX_VALUE);
    String why =
        whole < REQUESTS
            ? "only %d answered".formatted(whole)
            : whileDown > 8
                ? "%d tries while it was down".formatted(whileDown)
                : back > DOWN_SECONDS + 30 ? "not back in time" : "";
    return new Judged(why.isEmpty(), (System.nanoTime() - begun) / 1e9, heard.size(), why);
  }

  private static Got throughGateway(HttpClient http, int port, Row row) throws Exception {
    long begun = System.nanoTime();
    HttpResponse<byte[]> answer =
        http.send(
            HttpRequest.newBuilder(
                    URI.create("http://127.0.0.1:%d/v1/chat/completions".formatted(port)))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body(row)))
                .build(),
            HttpResponse.BodyHandlers.ofByteArray());
    var assembler = new ResponseAssembler();
    var decoder = new StreamDecoder(Dialects.OPENAI_CHAT);
    decoder.feed(answer.body(), assembler::accept);
    decoder.end(assembler::accept);
    return new Got(
        assembler.response(),
        answer.statusCode(),
        new String(answer.body(), UTF_8),
        (System.nanoTime() - begun) / 1e9);
  }

  private static String body(Row row) {
    return """
    {"model": "%s", "stream": true, "stream_options": {"include_usage": true},
     "messages": [{"role": "user", "content": "Sixty words, please"}]}
    """
        .formatted(row.route());
  }

  private static Got throughLibrary(Weir weir) {
    long begun = System.nanoTime();
    var assembler = new ResponseAssembler();
    // As a stream, so that what broke off has been seen.
    try (var events = weir.stream(Request.of("Sixty words, please"))) {
      events.forEach(assembler::accept);
    }
    return new Got(assembler.response(), 200, "", (System.nanoTime() - begun) / 1e9);
  }

  /**
   * A client that leaves while a provider is silent: how long its request to the provider lives on.
   */
  private boolean leaving(int port) throws Exception {
    Row row = ROWS.get(5);
    int before = simulator.requests().size();
    String body = body(row);
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket
          .getOutputStream()
          .write(
              "POST /v1/chat/completions HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
                  .formatted(port, body.length(), body)
                  .getBytes(UTF_8));
      while (simulator.requests().size() == before || simulator.answering() == 0) {
        Thread.sleep(5);
      }
    }
    long left = System.nanoTime();
    while (simulator.answering() > 0) {
      Thread.sleep(5);
    }
    double seconds = (System.nanoTime() - left) / 1e9;
    System.out.printf(
        "%nA client left: its request to the provider ended after %.2f s.%n", seconds);
    return seconds < 1;
  }
}
