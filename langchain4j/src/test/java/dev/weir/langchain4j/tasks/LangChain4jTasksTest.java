package dev.weir.langchain4j.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.model.chat.ChatModel;
import dev.weir.client.Weir;
import dev.weir.client.call.CallOptions;
import dev.weir.codec.registry.Dialects;
import dev.weir.langchain4j.WeirChatModel;
import dev.weir.langchain4j.WeirStreamingChatModel;
import dev.weir.sim.Simulator;
import dev.weir.testkit.TaskRuns;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LangChain4jTasksTest {
  @Test
  void langChain4jDoesTheTasks() throws IOException {
    try (var simulator = Simulator.of(TaskRuns.script());
        var other = Simulator.of("answers: [{say: [{text: Here.}]}]")) {
      assertThat(
              TaskRuns.printed(out ->
                  new LangChain4jTasks(
                      model(simulator, Duration.ofMinutes(1)),
                      model(simulator, Duration.ofMillis(200)),
                      model(other, Duration.ofMinutes(1)),
                      new WeirStreamingChatModel(weir(simulator, Duration.ofMinutes(1))),
                      out)))
          .isEqualTo(TaskRuns.expected());
    }
  }

  private static ChatModel model(Simulator at, Duration patience) {
    return new WeirChatModel(weir(at, patience));
  }

  private static Weir weir(Simulator at, Duration patience) {
    return Weir.of(
        at.provider(Dialects.OPENAI_CHAT),
        CallOptions.DEFAULT.withDead(patience).withTries(1, Duration.ZERO));
  }
}
