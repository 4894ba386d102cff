package dev.weir.springai;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.client.Weir;
import dev.weir.codec.dialect.Dialect;
import dev.weir.sim.Simulator;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import org.springframework.ai.chat.model.ChatModel;

/** What the suites of Spring AI are run against: one simulator, in every dialect. */
final class Suites {
  private static final Simulator SIMULATOR = simulator();

  private Suites() {}

  private static Simulator simulator() {
    try (InputStream script = Suites.class.getResourceAsStream("/suites.yaml")) {
      return Simulator.of(new String(Objects.requireNonNull(script).readAllBytes(), UTF_8));
    } catch (IOException problem) {
      throw new UncheckedIOException(problem);
    }
  }

  static ChatModel model(Dialect dialect) {
    return new WeirChatModel(Weir.of(SIMULATOR.provider(dialect)));
  }
}
