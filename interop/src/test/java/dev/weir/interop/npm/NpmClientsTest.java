package dev.weir.interop.npm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.client.call.CallOptions;
import dev.weir.client.call.HttpUpstream;
import dev.weir.client.provider.Preset;
import dev.weir.client.transport.Transport;
import dev.weir.gateway.Gateway;
import dev.weir.gateway.GatewayOptions;
import dev.weir.gateway.settings.Catalog;
import dev.weir.gateway.settings.CatalogEntry;
import dev.weir.sim.Simulator;
import dev.weir.sim.SimulatorOptions;
import dev.weir.sim.script.ScriptReader;
import dev.weir.testkit.Node;
import dev.weir.testkit.NpmFolder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A part of what {@code build/clients.sh} runs: clients from npm, pinned in {@code
 * build/clients/package.json}, at their doors over a provider of another dialect and of their own.
 */
class NpmClientsTest {
  private static final NpmFolder CLIENTS = new NpmFolder(Path.of("..", "build", "clients"));

  /** The providers by the names that the script has for them. */
  private static final Map<String, Preset> PROVIDERS =
      Map.of(
          "r", Preset.OPENAI,
          "c", Preset.OPENAI_CHAT,
          "a", Preset.ANTHROPIC,
          "g", Preset.GEMINI,
          "o", Preset.OLLAMA);

  @TempDir private Path folder;

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static List<CatalogEntry> offers(int port, Transport transport) {
    List<CatalogEntry> offers = new ArrayList<>();
    PROVIDERS.forEach((name, preset) -> {
      String path = preset == Preset.OLLAMA ? "" : preset == Preset.GEMINI ? "/v1beta" : "/v1";
      var provider = preset.provider(name, "http://127.0.0.1:" + port + path, Map.of()).build();
      var once = CallOptions.DEFAULT.withTries(1, Duration.ofMillis(1));
      offers.add(
          new CatalogEntry(
              new HttpUpstream(provider, transport, once), List.of(), /* isSimulated= */ true));
    });
    return offers;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--case tools --over anthropic",
        "--case errors --over openai-chat",
        "--case bad --over gemini",
        "--case resume --over openai-responses --client openai",
        "--case tools --case embed --over simulator"
      })
  void clientsFromNpmHearWhatIsSaidAndThrowWhatIsRefused(String words) throws Exception {
    Optional<String> node = Node.program();
    assumeTrue(node.isPresent(), Node::missing);
    Optional<Path> clients = CLIENTS.installed();
    assumeTrue(clients.isPresent(), CLIENTS::missing);
    var script =
        ScriptReader.read("script.yaml", Files.readString(CLIENTS.source().resolve("script.yaml")));
    int port = freePort();
    try (var simulator = Simulator.start(SimulatorOptions.defaults().withScript(script));
        var gateway =
            Gateway.start(
                GatewayOptions.local(0, folder),
                transport -> new Catalog(offers(port, transport), List.of()))) {
      List<String> command =
          new ArrayList<>(
              List.of(
                  node.orElseThrow(),
                  clients.orElseThrow().resolve("run.mjs").toString(),
                  "http://127.0.0.1:" + gateway.port(),
                  simulator.url(),
                  Integer.toString(port)));
      command.addAll(List.of(words.split(" ", -1)));
      Process run = new ProcessBuilder(command).redirectErrorStream(true).start();
      String said = new String(run.getInputStream().readAllBytes(), UTF_8);
      assertThat(run.waitFor()).as(said).isZero();
    }
  }
}
