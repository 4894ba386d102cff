package dev.weir.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ChatMessageDeserializer;
import dev.langchain4j.data.message.ChatMessageSerializer;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.PartialThinking;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.service.AiServices;
import dev.weir.client.Weir;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.Thinking;
import dev.weir.sim.Simulator;
import dev.weir.sim.junit.SimulatorExtension;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The samples of docs/library/langchain4j.md: what stands there is what runs here. */
@Execution(ExecutionMode.SAME_THREAD)
class SamplesTest {
  @RegisterExtension
  static final SimulatorExtension SIMULATOR =
      SimulatorExtension.of(
              """
              answers:
                - when: {result: temperature}
                  say: [{text: "It is ${result} degrees."}]
                - when: {text: Bonn, tools: temperature}
                  say: [{thinking: I need the weather.}, {call: temperature, arguments: {arg0: Bonn}}]
                - say: [{thinking: Hm.}, {text: Because of the air.}]
              """)
          .in(Dialects.ANTHROPIC);

  private final StringBuilder printed = new StringBuilder();

  private void print(String text) {
    printed.append(text);
  }

  @Test
  void aModelAnswers(Weir weir) {
    ChatModel model = new WeirChatModel(weir);
    print(model.chat("Why is the sky blue?"));
    assertThat(printed).hasToString("Because of the air.");
  }

  @Test
  void aModelTellsAHandler(Weir weir) throws Exception {
    StreamingChatModel model = new WeirStreamingChatModel(weir);
    var done = new CompletableFuture<ChatResponse>();
    model.chat(
        "Why is the sky blue?",
        new StreamingChatResponseHandler() {
          @Override
          public void onPartialThinking(PartialThinking thinking) {
            print("~");
          }

          @Override
          public void onPartialResponse(String text) {
            print(text);
          }

          @Override
          public void onCompleteResponse(ChatResponse response) {
            done.complete(response);
          }

          @Override
          public void onError(Throwable problem) {
            done.completeExceptionally(problem);
          }
        });
    done.get(30, TimeUnit.SECONDS);
    assertThat(printed).hasToString("~Because of the air.");
  }

  static final class Weather {
    @Tool("The temperature in a city, now")
    double temperature(String city) {
      return 21.5;
    }
  }

  interface Assistant {
    String chat(String question);
  }

  @Test
  void anAssistantRunsTools(Weir weir) {
    Assistant assistant =
        AiServices.builder(Assistant.class)
            .chatModel(new WeirChatModel(weir))
            .tools(new Weather())
            .chatMemory(MessageWindowChatMemory.withMaxMessages(20))
            .build();
    print(assistant.chat("How warm is it in Bonn?"));
    assertThat(printed).hasToString("It is 21.5 degrees.");
  }

  @Test
  void whatLangChain4jHasNoWordForIsSaidInOurs(Weir weir, Simulator simulator) {
    ModelOptions options =
        ModelOptions.DEFAULT
            .withDefaults(ChatRequestParameters.builder().maxOutputTokens(2_000).build())
            .withAdjusting(
                request -> request.toBuilder().thinking(new Thinking.Budget(1_024)).build());
    ChatModel model = new WeirChatModel(weir, options);
    print(model.chat("Why is the sky blue?"));
    assertThat(printed).hasToString("Because of the air.");
    assertThat(simulator.requests().getLast().body())
        .contains("\"budget_tokens\":1024", "\"max_tokens\":2000");
  }

  /** A signature that is missing, or stands elsewhere, is refused by the provider. */
  @Test
  void thinkingGoesBackWithItsSignatureAlsoThroughAMemoryOfJson(Weir weir, Simulator simulator) {
    ChatModel model = new WeirChatModel(weir);
    AiMessage answer = model.chat(UserMessage.from("Why?")).aiMessage();
    List<ChatMessage> memory = List.of(UserMessage.from("Why?"), answer, UserMessage.from("More."));
    var unused = model.chat(memory);
    String sent = simulator.requests().getLast().body();
    assertThat(sent).contains("\"thinking\":\"Hm.\"", "\"signature\":");
    String stored = ChatMessageSerializer.messagesToJson(memory);
    unused = model.chat(ChatMessageDeserializer.messagesFromJson(stored));
    assertThat(simulator.requests().getLast().body()).isEqualTo(sent);
  }
}
