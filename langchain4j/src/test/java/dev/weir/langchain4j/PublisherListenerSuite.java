package dev.weir.langchain4j;

import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.common.AbstractStreamingChatModelPublisherListenerTest;
import dev.langchain4j.model.chat.listener.ChatModelListener;
import dev.weir.client.Weir;
import dev.weir.codec.dialect.Dialect;
import dev.weir.sim.Simulator;
import dev.weir.sim.SimulatorOptions;
import dev.weir.sim.script.ScriptReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** LangChain4j's suite for listeners of what is published, in one dialect. */
abstract class PublisherListenerSuite extends AbstractStreamingChatModelPublisherListenerTest {
  private final Dialect dialect;
  private final List<Simulator> simulators = new ArrayList<>();

  PublisherListenerSuite(Dialect dialect) {
    this.dialect = dialect;
    Suites.weir(dialect).close();
  }

  @Override
  protected StreamingChatModel createModel(ChatModelListener listener, StreamScenario scenario) {
    Simulator simulator = simulator(scenario);
    simulators.add(simulator);
    return new WeirStreamingChatModel(
        Weir.of(simulator.provider(dialect)), ModelOptions.DEFAULT.withListener(listener));
  }

  private static Simulator simulator(StreamScenario scenario) {
    String words = String.join(", ", Collections.nCopies(scenario.contentChunks(), "word"));
    long every =
        scenario.contentChunks() == 0 ? 0 : scenario.spreadOverMillis() / scenario.contentChunks();
    String script =
        scenario.fail()
            ? "answers: [{say: [{text: Never}], fault: '400'}]"
            : "answers: [{every: %dms, say: [{text: [%s]}]}]".formatted(every, words);
    try {
      return Simulator.start(
          SimulatorOptions.defaults().withScript(ScriptReader.read("script", script)));
    } catch (IOException problem) {
      throw new UncheckedIOException(problem);
    }
  }

  @AfterEach
  void close() {
    simulators.forEach(Simulator::close);
  }
}
