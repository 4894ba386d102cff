package dev.weir.interop.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import dev.weir.client.Weir;
import dev.weir.client.call.CallOptions;
import dev.weir.client.provider.Provider;
import dev.weir.codec.registry.Dialects;
import dev.weir.sim.Simulator;
import dev.weir.testkit.TaskRuns;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class TasksTest {
  private static Simulator simulator;
  private static Simulator other;

  @BeforeAll
  static void simulate() throws IOException {
    simulator = Simulator.of(TaskRuns.script());
    other = Simulator.of("answers: [{say: [{text: Here.}]}]");
  }

  @AfterAll
  static void stop() {
    simulator.close();
    other.close();
  }

  @Test
  void weirDoesTheTasks() throws IOException {
    Provider provider = simulator.provider(Dialects.OPENAI_CHAT);
    Provider second = other.provider(Dialects.OPENAI_CHAT);
    try (Weir weir = Weir.of(provider, CallOptions.DEFAULT.withTries(1, Duration.ZERO))) {
      assertThat(TaskRuns.printed(out -> new WeirTasks(weir, provider, second, out)))
          .isEqualTo(TaskRuns.expected());
    }
  }

  @Test
  void openAiJavaDoesTheTasks() throws IOException {
    assertThat(TaskRuns.printed(out -> new OpenAiJavaTasks(client(simulator), client(other), out)))
        .isEqualTo(TaskRuns.expected());
  }

  private static OpenAIClient client(Simulator at) {
    return OpenAIOkHttpClient.builder()
        .baseUrl(at.url() + "/v1")
        .apiKey("none")
        .maxRetries(0)
        .build();
  }
}
