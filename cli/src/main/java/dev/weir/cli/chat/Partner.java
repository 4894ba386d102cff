package dev.weir.cli.chat;

import dev.weir.client.provider.Provider;
import dev.weir.codec.stream.Dialect;
import dev.weir.sim.Simulator;
import dev.weir.sim.SimulatorOptions;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Who answers: a provider, or a simulator in this process for those who have no key. */
public final class Partner implements AutoCloseable {
  /** The name that asks for the simulator though there are keys. */
  public static final String SIMULATOR = "simulator";

  private final Provider provider;
  private final @Nullable Simulator simulator;

  private Partner(Provider provider, @Nullable Simulator simulator) {
    this.provider = provider;
    this.simulator = simulator;
  }

  /** The chosen provider; the simulator if there is none. */
  public static Partner of(Optional<Provider> chosen) throws IOException {
    return chosen.isPresent() ? new Partner(chosen.get(), null) : simulated();
  }

  public static Partner simulated() throws IOException {
    Simulator simulator = Simulator.start(SimulatorOptions.defaults());
    Provider provider =
        Provider.builder(SIMULATOR, Dialect.OPENAI_RESPONSES, simulator.url() + "/v1")
            .defaultModel("simulated")
            .build();
    return new Partner(provider, simulator);
  }

  public Provider provider() {
    return provider;
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
