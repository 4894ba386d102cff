package dev.weir.langchain4j;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.client.Weir;
import dev.weir.codec.dialect.Dialect;
import dev.weir.sim.Simulator;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;

/**
 * What the suites of LangChain4j are run against: one simulator, in every dialect it can stream.
 */
final class Suites {
  /** A model's name that no answer has unless it was asked for. */
  static final String OTHER_MODEL = "sim-2";

  /** A model's name with which a request is refused. */
  static final String REFUSING_MODEL = "sim-fault-401";

  private static final Simulator SIMULATOR = simulator();

  private Suites() {}

  private static Simulator simulator() {
    try (InputStream script = Suites.class.getResourceAsStream("/suites.yaml")) {
      return Simulator.of(new String(Objects.requireNonNull(script).readAllBytes(), UTF_8));
    } catch (IOException problem) {
      throw new UncheckedIOException(problem);
    }
  }

  /** Has been asked once: what that loads is not to count where a suite has a limit of time. */
  static Weir weir(Dialect dialect) {
    Weir weir = Weir.of(SIMULATOR.provider(dialect));
    var unused = weir.ask("Hello").orThrow();
    return weir;
  }
}
