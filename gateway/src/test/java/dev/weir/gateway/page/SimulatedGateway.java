package dev.weir.gateway.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.client.call.CallOptions;
import dev.weir.client.call.HttpUpstream;
import dev.weir.client.provider.Provider;
import dev.weir.codec.registry.Dialects;
import dev.weir.gateway.Gateway;
import dev.weir.gateway.GatewayOptions;
import dev.weir.gateway.settings.Catalog;
import dev.weir.gateway.settings.CatalogEntry;
import dev.weir.gateway.tool.ArtifactMaker;
import dev.weir.gateway.tool.Document;
import dev.weir.gateway.tool.DocumentSearch;
import dev.weir.sim.Simulator;
import dev.weir.sim.SimulatorOptions;
import dev.weir.sim.script.Script;
import dev.weir.sim.script.ScriptReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The real gateway and the simulator behind it, as {@code weir serve} puts them together. */
final class SimulatedGateway implements AutoCloseable {
  static final String COUNTED =
      IntStream.range(0, 200).mapToObj(each -> "w" + each).collect(Collectors.joining(" "));

  final Simulator simulator;
  private final Gateway gateway;

  private SimulatedGateway(Simulator simulator, Gateway gateway) {
    this.simulator = simulator;
    this.gateway = gateway;
  }

  static SimulatedGateway start(Path folder) throws IOException {
    Simulator simulator = Simulator.start(SimulatorOptions.defaults().withScript(script()));
    Provider provider =
        Provider.builder("simulator", Dialects.ANTHROPIC, simulator.url() + "/v1")
            .defaultModel("sim-1")
            .build();
    Gateway gateway =
        Gateway.start(
            GatewayOptions.local(/* port= */ 0, folder.resolve("log"))
                .withRecordings(folder.resolve("recordings")),
            transport ->
                new Catalog(
                    List.of(
                        new CatalogEntry(
                            new HttpUpstream(provider, transport, CallOptions.DEFAULT),
                            List.of("sim-1", "sim-2", "sim-3", "sim-4"),
                            /* isSimulated= */ true)),
                    List.of(new DocumentSearch(Document.builtIn()), new ArtifactMaker())));
    return new SimulatedGateway(simulator, gateway);
  }

  String address() {
    return "http://127.0.0.1:" + gateway.port() + "/";
  }

  @Override
  public void close() {
    gateway.close();
    simulator.close();
  }

  private static Script script() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(SimulatedGateway.class.getResourceAsStream("page.yaml"))) {
      return ScriptReader.read(
          "page.yaml",
          new String(in.readAllBytes(), UTF_8)
              .replace("COUNTED", COUNTED)
              .replace(
                  "ATTACK",
                  LifecycleScript.quoted(
                      String.join("\n\n", Payloads.aimedAt("http://leak.invalid/")))));
    }
  }
}
