package dev.weir.cli.chat;

import dev.weir.client.provider.Provider;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.registry.Dialects;
import dev.weir.sim.Simulator;
import dev.weir.sim.SimulatorOptions;
import dev.weir.sim.dialect.SimulatedDialects;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Who answers: a provider or a route, or a simulator in this process for those without a key. */
public final class ProviderOrSimulator implements AutoCloseable {
  /** The name that asks for the simulator even if there are keys. */
  public static final String SIMULATOR = "simulator";

  private final Partner partner;
  private final @Nullable Simulator simulator;

  private ProviderOrSimulator(Partner partner, @Nullable Simulator simulator) {
    this.partner = partner;
    this.simulator = simulator;
  }

  /** The chosen provider; the simulator if there is none. */
  public static ProviderOrSimulator of(Optional<Partner> chosen) throws IOException {
    return chosen.isPresent() ? new ProviderOrSimulator(chosen.get(), null) : simulated();
  }

  public static ProviderOrSimulator simulated() throws IOException {
    return simulated(SIMULATOR, Dialects.OPENAI_RESPONSES);
  }

  /**
   * The simulator by its name, which a dialect may follow: {@code simulator:anthropic}.
   *
   * @return none if the name is that of somebody else
   * @throws IllegalArgumentException if there is no such dialect
   */
  public static Optional<ProviderOrSimulator> simulated(String name) throws IOException {
    if (name.equals(SIMULATOR)) {
      return Optional.of(simulated());
    }
    if (!name.startsWith(SIMULATOR + ":")) {
      return Optional.empty();
    }
    String word = name.substring(SIMULATOR.length() + 1);
    Dialect dialect =
        Dialects.of(word)
            .filter(spoken()::contains)
            .orElseThrow(() ->
                new IllegalArgumentException(
                    "The simulator does not speak \"%s\" here; expected one of %s"
                        .formatted(
                            word,
                            spoken().stream()
                                .map(Dialect::word)
                                .collect(Collectors.joining(", ")))));
    return Optional.of(simulated(name, dialect));
  }

  /** The dialects in which a script can be asked for and streamed, over HTTP. */
  private static List<Dialect> spoken() {
    return Dialects.all().stream()
        .filter(d -> d.clientSide().isPresent() && SimulatedDialects.server(d).isPresent())
        .filter(d -> SimulatedDialects.encoding(d).isPresent())
        .toList();
  }

  private static ProviderOrSimulator simulated(String name, Dialect dialect) throws IOException {
    Simulator simulator = Simulator.start(SimulatorOptions.defaults());
    Provider provider =
        Provider.builder(name, dialect, simulator.url() + "/v1").defaultModel("simulated").build();
    return new ProviderOrSimulator(Partner.of(provider), simulator);
  }

  public Partner partner() {
    return partner;
  }

  public boolean isSimulated() {
    return simulator != null;
  }

  @Override
  public void close() {
    if (simulator != null) {
      simulator.close();
    }
  }
}
