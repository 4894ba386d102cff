import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs third-party coding agents against a gateway, over each provider dialect, and prints what it
 * saw. A wire between gateway and provider keeps what passes.
 *
 * <p>Arguments: the gateway's URL, the provider's URL, the port of the wire, the folder of the
 * agents' node_modules, a folder to work in, then agents and dialects to run (all if none are
 * named).
 */
public final class Agents {
  private static final Map<String, String> MODELS = new LinkedHashMap<>();

  static {
    MODELS.put("openai-responses", "r/sim-r");
    MODELS.put("openai-chat", "c/sim-c");
    MODELS.put("anthropic", "a/sim-a");
    MODELS.put("gemini", "g/sim-g");
    MODELS.put("ollama", "o/sim-o");
  }

  private static final Pattern OPAQUE =
      Pattern.compile("\"(?:signature|encrypted_content|thoughtSignature)\":\"([^\"]{8,})\"");

  /** One request at the provider, and what it answered. */
  private record Passed(String path, String request, String response) {}

  private final List<Passed> passed = Collections.synchronizedList(new ArrayList<>());
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final String gateway;
  private final String provider;
  private final Path modules;
  private final Path work;

  private Agents(String gateway, String provider, Path modules, Path work) {
    this.gateway = gateway;
    this.provider = provider;
    this.modules = modules;
    this.work = work;
  }

  public static void main(String[] args) throws Exception {
    var agents = new Agents(args[0], args[1], Path.of(args[3]), Path.of(args[4]));
    HttpServer wire =
        HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[2])), 0);
    wire.createContext("/", agents::pass);
    wire.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    wire.start();
    Set<String> wanted = Set.of(List.of(args).subList(5, args.length).toArray(new String[0]));
    int wrong = 0;
    System.out.printf("%-9s %-17s %s%n", "agent", "provider", "result");
    for (String agent : List.of("claude", "codex", "gemini", "opencode")) {
      for (String dialect : MODELS.keySet()) {
        if (wanted.isEmpty() || wanted.contains(agent) || wanted.contains(dialect)) {
          String result = agents.run(agent, MODELS.get(dialect));
          wrong += result.startsWith("ok") ? 0 : 1;
          System.out.printf("%-9s %-17s %s%n", agent, dialect, result);
        }
      }
    }
    wire.stop(0);
    System.exit(wrong == 0 ? 0 : 1);
  }

  private void pass(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(provider + exchange.getRequestURI()))
            .method(
                exchange.getRequestMethod(),
                body.length == 0
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofByteArray(body));
    exchange
        .getRequestHeaders()
        .forEach((name, values) -> {
          if (!Set.of("host", "connection", "content-length", "upgrade", "http2-settings")
              .contains(name.toLowerCase(java.util.Locale.ROOT))) {
            values.forEach(value -> request.header(name, value));
          }
        });
    var kept = new java.io.ByteArrayOutputStream();
    try (exchange) {
      HttpResponse<InputStream> response =
          client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
      response
          .headers()
          .firstValue("content-type")
          .ifPresent(type -> exchange.getResponseHeaders().set("Content-Type", type));
      exchange.sendResponseHeaders(response.statusCode(), 0);
      try (InputStream in = response.body();
          OutputStream out = exchange.getResponseBody()) {
        byte[] slice = new byte[8192];
        for (int count = in.read(slice); count >= 0; count = in.read(slice)) {
          kept.write(slice, 0, count);
          out.write(slice, 0, count);
          out.flush();
        }
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    } finally {
      passed.add(
          new Passed(
              exchange.getRequestURI().getPath(),
              new String(body, StandardCharsets.UTF_8),
              kept.toString(StandardCharsets.UTF_8)));
    }
  }

  private String run(String agent, String model) throws Exception {
    passed.clear();
    Path folder = work.resolve("files");
    Path home = work.resolve("home");
    delete(folder);
    delete(home);
    Files.createDirectories(folder);
    Files.createDirectories(home);
    int code = start(agent, model, folder, home);
    List<Passed> asked =
        List.copyOf(passed).stream().filter(p -> p.request().contains("agent-test")).toList();
    List<Passed> rounds = asked.stream().filter(p -> p.request().contains("\"tools\"")).toList();
    List<String> wrong = new ArrayList<>();
    Path file = folder.resolve("hello.txt");
    String written = Files.exists(file) ? Files.readString(file).strip() : "no file";
    if (code != 0) {
      wrong.add("exit " + code);
    }
    if (!written.equals("hello")) {
      wrong.add(written);
    }
    if (rounds.size() != 3) {
      wrong.add(rounds.size() + " requests with tools, 3 expected: something was repeated or lost");
    }
    int returned = 0;
    for (int i = 0; i + 1 < rounds.size(); i++) {
      Matcher opaque = OPAQUE.matcher(rounds.get(i).response());
      while (opaque.find()) {
        if (rounds.get(i + 1).request().contains(opaque.group(1))) {
          returned++;
        } else {
          wrong.add("round %d lost %s".formatted(i + 2, opaque.group(1)));
        }
      }
    }
    return wrong.isEmpty()
        ? "ok: file written, 3 rounds, %d opaque values came back".formatted(returned)
        : "WRONG: " + String.join("; ", wrong) + " (see " + work.resolve("agent.log") + ")";
  }

  private int start(String agent, String model, Path folder, Path home) throws Exception {
    String prompt = "agent-test: write hello.txt";
    Map<String, String> variables = new LinkedHashMap<>();
    List<String> command = new ArrayList<>();
    command.add(modules.resolve(".bin").resolve(agent).toString());
    switch (agent) {
      case "claude" -> {
        variables.put("ANTHROPIC_BASE_URL", gateway);
        variables.put("ANTHROPIC_API_KEY", "any");
        variables.put("ANTHROPIC_MODEL", model);
        variables.put("ANTHROPIC_SMALL_FAST_MODEL", model);
        variables.put("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1");
        variables.put("IS_SANDBOX", "1");
        command.addAll(List.of("-p", prompt, "--dangerously-skip-permissions"));
      }
      case "codex" -> {
        write(
            home.resolve(".codex/config.toml"),
            """
            model = "%s"
            model_provider = "weir"
            [model_providers.weir]
            name = "weir"
            base_url = "%s/v1"
            wire_api = "responses"
            env_key = "WEIR_KEY"
            """
                .formatted(model, gateway));
        variables.put("WEIR_KEY", "any");
        command.addAll(
            List.of(
                "exec",
                "--skip-git-repo-check",
                "--dangerously-bypass-approvals-and-sandbox",
                prompt));
      }
      case "gemini" -> {
        write(
            home.resolve(".gemini/settings.json"),
            "{\"security\":{\"auth\":{\"selectedType\":\"gemini-api-key\"}},\"privacy\":{\"usageStatisticsEnabled\":false}}");
        variables.put("GEMINI_API_KEY", "any");
        variables.put("GOOGLE_GEMINI_BASE_URL", gateway);
        variables.put("GEMINI_CLI_TRUST_WORKSPACE", "true");
        command.addAll(List.of("-m", model, "--yolo", "-p", prompt));
      }
      default -> {
        write(
            home.resolve(".config/opencode/opencode.json"),
            """
            {"autoupdate":false,"share":"disabled","permission":{"edit":"allow","bash":"allow"},
             "provider":{"weir":{"npm":"@ai-sdk/openai-compatible","name":"weir",
              "options":{"baseURL":"%s/v1","apiKey":"any"},
              "models":{"%s":{"name":"m","tool_call":true,"reasoning":true}}}}}
            """
                .formatted(gateway, model));
        variables.put("OPENCODE_DISABLE_MODELS_FETCH", "1");
        command.addAll(List.of("run", "-m", "weir/" + model, prompt));
      }
    }
    var builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
    builder.redirectOutput(work.resolve("agent.log").toFile());
    builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
    builder.environment().clear();
    builder.environment().put("PATH", modules.resolve("node/bin") + ":/usr/bin:/bin");
    builder.environment().put("HOME", home.toString());
    builder.environment().putAll(variables);
    Process process = builder.start();
    if (!process.waitFor(120, TimeUnit.SECONDS)) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().waitFor();
      return -1;
    }
    return process.exitValue();
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (var files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
