package dev.weir.springai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.client.ResponseException;
import dev.weir.client.Weir;
import dev.weir.client.call.CallOptions;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.Thinking;
import dev.weir.sim.Simulator;
import dev.weir.sim.junit.SimulatorExtension;
import io.micrometer.observation.tck.TestObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistryAssert;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.MessageAggregator;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.tool.annotation.Tool;

/** The samples of docs/library/spring-ai.md: what stands there is what runs here. */
class SamplesTest {
  @RegisterExtension
  static final SimulatorExtension SIMULATOR =
      SimulatorExtension.of(
              """
              answers:
                - when: {result: temperature}
                  say: [{text: "It is ${result} degrees."}]
                - when: {text: Bonn, tools: temperature}
                  say: [{thinking: I need the weather.}, {call: temperature, arguments: {city: Bonn}}]
                - say: [{thinking: Hm.}, {text: Because of the air.}]
                  usage: {input: 12, output: 7, reasoning: 2, cached: 4}
              """)
          .in(Dialects.ANTHROPIC);

  private final StringBuilder printed = new StringBuilder();

  private void print(@Nullable String text) {
    printed.append(text);
  }

  private static AssistantMessage output(ChatResponse response) {
    return Objects.requireNonNull(response.getResult()).getOutput();
  }

  static final class Weather {
    @Tool(description = "The temperature in a city, now")
    double temperature(String city) {
      return 21.5;
    }
  }

  @Test
  void aClientAsksAndTools(Weir weir) {
    ChatClient client = ChatClient.create(new WeirChatModel(weir));
    print(client.prompt("How warm is it in Bonn?").tools(new Weather()).call().content());
    assertThat(printed).hasToString("It is 21.5 degrees.");
  }

  @Test
  void aStreamComesAsItComes(Weir weir) {
    ChatClient client = ChatClient.create(new WeirChatModel(weir));
    client.prompt("Why is the sky blue?").stream().content().doOnNext(this::print).blockLast();
    assertThat(printed).hasToString("Because of the air.");
  }

  @Test
  void optionsSayWhatEveryProviderCanBeTold(Weir weir, Simulator simulator) {
    ChatClient client = ChatClient.create(new WeirChatModel(weir));
    print(
        client
            .prompt("Why is the sky blue?")
            .options(
                WeirChatOptions.builder().maxTokens(2_000).thinking(new Thinking.Budget(1_024)))
            .call()
            .content());
    assertThat(printed).hasToString("Because of the air.");
    assertThat(simulator.requests().getLast().body())
        .contains("\"budget_tokens\":1024", "\"max_tokens\":2000");
  }

  @Test
  void portableOptionsAddToTheDefaultsOfTheModel(Weir weir, Simulator simulator) {
    var model =
        new WeirChatModel(
            weir,
            WeirChatOptions.builder().maxTokens(99).build(),
            TestObservationRegistry.create());
    var unused = model.call(new Prompt("?", ChatOptions.builder().temperature(0.5).build()));
    assertThat(simulator.requests().getLast().body())
        .contains("\"max_tokens\":99", "\"temperature\":0.5");
  }

  /** A signature that is missing, or stands elsewhere, is refused by the provider. */
  @Test
  void thinkingGoesBackWithItsSignatureWhetherItWasStreamedOrNot(Weir weir, Simulator simulator) {
    ChatModel model = new WeirChatModel(weir);
    ChatResponse[] last = new ChatResponse[1];
    new MessageAggregator()
        .aggregate(model.stream(new Prompt("Why?")), whole -> last[0] = whole)
        .blockLast();
    AssistantMessage streamed = output(last[0]);
    AssistantMessage whole = output(model.call(new Prompt("Why?")));
    assertThat(streamed.getMetadata()).containsEntry("reasoningContent", "Hm.");
    String sent = null;
    for (AssistantMessage answer : List.of(streamed, whole)) {
      var unused =
          model.call(
              new Prompt(List.of(new UserMessage("Why?"), answer, new UserMessage("More."))));
      String body = simulator.requests().getLast().body();
      assertThat(body).contains("\"thinking\":\"Hm.\"", "\"signature\":");
      assertThat(sent == null ? body : sent).isEqualTo(body);
      sent = body;
    }
  }

  @Test
  void usageAndFinishAreThere(Weir weir) {
    ChatResponse response = new WeirChatModel(weir).call(new Prompt("Why?"));
    var usage = response.getMetadata().getUsage();
    assertThat(List.of(usage.getPromptTokens(), usage.getCompletionTokens()))
        .containsExactly(12, 7);
    assertThat(usage.getCacheReadInputTokens()).isEqualTo(4);
    assertThat(Objects.requireNonNull(response.getResult()).getMetadata().getFinishReason())
        .isEqualTo("STOP");
  }

  @Test
  void everyRequestIsObservedWhetherItIsStreamedOrNot(Weir weir) {
    TestObservationRegistry observations = TestObservationRegistry.create();
    var model = new WeirChatModel(weir, WeirChatOptions.builder().model("m").build(), observations);
    var unused = model.call(new Prompt("Why?"));
    unused = model.stream(new Prompt("Why?")).blockLast();
    TestObservationRegistryAssert.assertThat(observations)
        .hasNumberOfObservationsWithNameEqualTo("gen_ai.client.operation", 2)
        .forAllObservationsWithNameEqualTo(
            "gen_ai.client.operation",
            one ->
                one.hasContextualNameEqualTo("chat m")
                    .hasHighCardinalityKeyValue("gen_ai.usage.input_tokens", "12"));
  }

  @Test
  void aResponseThatFailsIsAnError(Simulator simulator) {
    try (Weir weir = Weir.of(simulator.provider(Dialects.ANTHROPIC), CallOptions.DEFAULT)) {
      var model = new WeirChatModel(weir);
      var prompt = new Prompt("Why?", WeirChatOptions.builder().model("sim-fault-401").build());
      assertThatThrownBy(() -> model.call(prompt))
          .isInstanceOf(ResponseException.class)
          .hasMessageContaining("401");
      assertThatThrownBy(() -> model.stream(prompt).blockLast()).hasMessageContaining("401");
    }
  }
}
