package dev.weir.springai.tasks;

import dev.weir.client.ResponseException;
import dev.weir.client.call.ProviderError;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.MessageWindowChatMemory;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.util.MimeTypeUtils;

/** The tasks with Spring AI, as short as people write them: nothing is checked for null. */
@NullUnmarked
final class SpringAiTasks {
  private final ChatModel model;
  private final ChatClient client;
  private final ChatClient other;
  private final Consumer<@Nullable Object> out;

  SpringAiTasks(ChatModel model, ChatClient other, Consumer<@Nullable Object> out) {
    this.model = model;
    this.client = ChatClient.create(model);
    this.other = other;
    this.out = out;
  }

  private void print(Object text) {
    out.accept(text);
  }

  record City(String name, double people) {}

  static final class Weather {
    @Tool(description = "The temperature in a city, now")
    double temperature(String city) {
      return city.equals("Bonn") ? 21.5 : 0;
    }
  }

  void ask() {
    print(client.prompt("Why is the sky blue?").call().content());
  }

  void stream() {
    client.prompt("Why is the sky blue?").stream().content().doOnNext(this::print).blockLast();
  }

  void converse() {
    ChatMemory memory = MessageWindowChatMemory.builder().build();
    ChatClient remembering =
        ChatClient.builder(model)
            .defaultAdvisors(MessageChatMemoryAdvisor.builder(memory).build())
            .defaultAdvisors(advisors -> advisors.param(ChatMemory.CONVERSATION_ID, "1"))
            .build();
    remembering.prompt("I am Ada.").call().content();
    print(remembering.prompt("What is my name?").call().content());
  }

  void settings() {
    print(
        client
            .prompt("Why is the sky blue?")
            .system("Be brief.")
            .options(ChatOptions.builder().temperature(0.0).maxTokens(100))
            .call()
            .content());
  }

  void tools() {
    print(client.prompt("How warm is it in Bonn?").tools(new Weather()).call().content());
  }

  void structured() {
    print(client.prompt("Which city on the Rhine was a capital?").call().entity(City.class).name());
  }

  void picture(byte[] picture) {
    print(
        client
            .prompt()
            .user(user ->
                user.text("What is this?")
                    .media(MimeTypeUtils.IMAGE_PNG, new ByteArrayResource(picture)))
            .call()
            .content());
  }

  void thinking() {
    client.prompt("Why is the sky blue?").stream()
        .chatResponse()
        .skipLast(1)
        .doOnNext(response -> {
          AssistantMessage message = response.getResult().getOutput();
          Object thought = message.getMetadata().getOrDefault("reasoningContent", "");
          print(thought.equals("") ? message.getText() : "(" + thought + ")");
        })
        .blockLast();
  }

  void cancel() {
    print(
        client.prompt("Tell me a long story").stream()
            .content()
            .filter(text -> !text.isEmpty())
            .blockFirst());
  }

  void deadline() {
    print(
        client.prompt("Tell me a long story").stream()
            .content()
            .timeout(Duration.ofMillis(200))
            .onErrorReturn("late")
            .blockLast());
  }

  void failure() {
    try {
      print(client.prompt("Are you busy?").call().content());
    } catch (ResponseException error) {
      ProviderError problem = error.error().orElseThrow();
      print(problem.status() + " " + problem.retryable());
    }
  }

  void usage() {
    print(
        client
            .prompt("Why is the sky blue?")
            .call()
            .chatResponse()
            .getMetadata()
            .getUsage()
            .getCompletionTokens());
  }

  void atOnce() {
    List<CompletableFuture<String>> answers =
        List.of(
            CompletableFuture.supplyAsync(() -> client.prompt("Why?").call().content()),
            CompletableFuture.supplyAsync(() -> client.prompt("Why not?").call().content()));
    answers.forEach(answer -> print(answer.join()));
  }

  void fallback() {
    String answer;
    try {
      answer = client.prompt("Are you busy?").call().content();
    } catch (ResponseException error) {
      answer = other.prompt("Are you busy?").call().content();
    }
    print(answer);
  }
}
