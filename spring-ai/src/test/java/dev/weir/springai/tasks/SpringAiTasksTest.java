package dev.weir.springai.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.client.Weir;
import dev.weir.client.call.CallOptions;
import dev.weir.codec.registry.Dialects;
import dev.weir.sim.Simulator;
import dev.weir.springai.WeirChatModel;
import dev.weir.testkit.TaskRuns;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;

class SpringAiTasksTest {
  @Test
  void springAiDoesTheTasksExceptMemoryAsText() throws IOException {
    try (var simulator = Simulator.of(TaskRuns.script());
        var other = Simulator.of("answers: [{say: [{text: Here.}]}]")) {
      var expected = TaskRuns.expected();
      expected.remove("remember");
      assertThat(
              TaskRuns.printed(
                  out -> new SpringAiTasks(model(simulator), ChatClient.create(model(other)), out)))
          .isEqualTo(expected);
    }
  }

  private static WeirChatModel model(Simulator at) {
    return new WeirChatModel(
        Weir.of(
            at.provider(Dialects.OPENAI_CHAT), CallOptions.DEFAULT.withTries(1, Duration.ZERO)));
  }
}
