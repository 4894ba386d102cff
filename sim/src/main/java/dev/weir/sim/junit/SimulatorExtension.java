package dev.weir.sim.junit;

import dev.weir.client.Weir;
import dev.weir.client.provider.Provider;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.registry.Dialects;
import dev.weir.sim.Simulator;
import dev.weir.sim.SimulatorOptions;
import dev.weir.sim.script.ScriptReader;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * A simulator for tests, as a field with {@code @RegisterExtension}. Tests may take a {@link
 * Simulator}, a {@link Provider} or a {@link Weir} as a parameter.
 *
 * <p>A static field is one simulator for all tests of the class, which begin with no requests; any
 * other is one for each test.
 */
public final class SimulatorExtension
    implements BeforeEachCallback, AfterEachCallback, AfterAllCallback, ParameterResolver {
  private final SimulatorOptions options;
  private final Dialect dialect;
  private @Nullable Simulator simulator;
  private @Nullable Weir weir;

  private SimulatorExtension(SimulatorOptions options, Dialect dialect) {
    this.options = options;
    this.dialect = dialect;
  }

  /** Answers from this script, in YAML, without any pause. */
  public static SimulatorExtension of(String script) {
    return of(SimulatorOptions.defaults().withScript(ScriptReader.read("script", script)).atOnce());
  }

  /** A simulator that runs as these options say. */
  public static SimulatorExtension of(SimulatorOptions options) {
    return new SimulatorExtension(options, Dialects.OPENAI_CHAT);
  }

  /** The same, whose {@link Provider} and {@link Weir} speak this dialect. */
  public SimulatorExtension in(Dialect other) {
    return new SimulatorExtension(options, other);
  }

  /** The simulator, which is started with the first test that needs it. */
  public Simulator simulator() {
    Simulator started = simulator;
    if (started == null) {
      try {
        started = Simulator.start(options);
      } catch (IOException problem) {
        throw new IllegalStateException("The simulator cannot be started", problem);
      }
      simulator = started;
    }
    return started;
  }

  private Weir weir() {
    Weir opened = weir;
    if (opened == null) {
      opened = Weir.of(simulator().provider(dialect));
      weir = opened;
    }
    return opened;
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    simulator().forgetRequests();
  }

  /** Connections of one test do not reach into the next. */
  @Override
  public void afterEach(ExtensionContext context) {
    if (weir != null) {
      weir.close();
      weir = null;
    }
  }

  @Override
  public void afterAll(ExtensionContext context) {
    if (simulator != null) {
      simulator.close();
      simulator = null;
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return type == Simulator.class || type == Provider.class || type == Weir.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    if (type == Weir.class) {
      return weir();
    }
    return type == Provider.class ? simulator().provider(dialect) : simulator();
  }
}
