package dev.weir.langchain4j.tasks;

import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ChatMessageDeserializer;
import dev.langchain4j.data.message.ChatMessageSerializer;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.exception.HttpException;
import dev.langchain4j.exception.LangChain4jException;
import dev.langchain4j.exception.RetriableException;
import dev.langchain4j.exception.TimeoutException;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.chat.response.PartialResponseContext;
import dev.langchain4j.model.chat.response.PartialThinking;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.service.AiServices;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The tasks with LangChain4j. */
final class LangChain4jTasks {
  private final ChatModel model;
  private final ChatModel impatient;
  private final ChatModel other;
  private final StreamingChatModel streaming;
  private final Consumer<@Nullable Object> out;

  LangChain4jTasks(
      ChatModel model,
      ChatModel impatient,
      ChatModel other,
      StreamingChatModel streaming,
      Consumer<@Nullable Object> out) {
    this.model = model;
    this.impatient = impatient;
    this.other = other;
    this.streaming = streaming;
    this.out = out;
  }

  private void print(Object text) {
    out.accept(text);
  }

  record City(String name, double people) {}

  static final class Weather {
    @Tool("The temperature in a city, now")
    double temperature(String city) {
      return city.equals("Bonn") ? 21.5 : 0;
    }
  }

  interface Assistant {
    String chat(String message);
  }

  interface Extractor {
    City city(String question);
  }

  void ask() {
    print(model.chat("Why is the sky blue?"));
  }

  void stream() {
    var done = new CompletableFuture<ChatResponse>();
    streaming.chat(
        "Why is the sky blue?",
        new StreamingChatResponseHandler() {
          @Override
          public void onPartialResponse(String text) {
            print(text);
          }

          @Override
          public void onCompleteResponse(ChatResponse response) {
            done.complete(response);
          }

          @Override
          public void onError(Throwable error) {
            done.completeExceptionally(error);
          }
        });
    done.join();
  }

  void converse() {
    Assistant assistant =
        AiServices.builder(Assistant.class)
            .chatModel(model)
            .chatMemory(MessageWindowChatMemory.withMaxMessages(10))
            .build();
    assistant.chat("I am Ada.");
    print(assistant.chat("What is my name?"));
  }

  void settings() {
    ChatRequest request =
        ChatRequest.builder()
            .messages(SystemMessage.from("Be brief."), UserMessage.from("Why is the sky blue?"))
            .temperature(0.0)
            .maxOutputTokens(100)
            .build();
    print(model.chat(request).aiMessage().text());
  }

  void tools() {
    Assistant assistant =
        AiServices.builder(Assistant.class).chatModel(model).tools(new Weather()).build();
    print(assistant.chat("How warm is it in Bonn?"));
  }

  void structured() {
    Extractor extractor = AiServices.create(Extractor.class, model);
    print(extractor.city("Which city on the Rhine was a capital?").name());
  }

  void picture(byte[] picture) {
    String base64 = Base64.getEncoder().encodeToString(picture);
    UserMessage question =
        UserMessage.from(TextContent.from("What is this?"), ImageContent.from(base64, "image/png"));
    print(model.chat(question).aiMessage().text());
  }

  void thinking() {
    var done = new CompletableFuture<ChatResponse>();
    streaming.chat(
        "Why is the sky blue?",
        new StreamingChatResponseHandler() {
          @Override
          public void onPartialThinking(PartialThinking thinking) {
            print("(" + thinking.text() + ")");
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
          public void onError(Throwable error) {
            done.completeExceptionally(error);
          }
        });
    done.join();
  }

  void cancel() {
    var first = new CompletableFuture<String>();
    streaming.chat(
        "Tell me a long story",
        new StreamingChatResponseHandler() {
          @Override
          public void onPartialResponse(PartialResponse partial, PartialResponseContext context) {
            context.streamingHandle().cancel();
            first.complete(partial.text());
          }

          @Override
          public void onCompleteResponse(ChatResponse response) {}

          @Override
          public void onError(Throwable error) {
            first.completeExceptionally(error);
          }
        });
    print(first.join());
  }

  void deadline() {
    try {
      print(impatient.chat("Tell me a long story"));
    } catch (TimeoutException late) {
      print("late");
    }
  }

  void failure() {
    try {
      print(model.chat("Are you busy?"));
    } catch (LangChain4jException error) {
      int status = error.getCause() instanceof HttpException http ? http.statusCode() : 0;
      print(status + " " + (error instanceof RetriableException));
    }
  }

  void usage() {
    ChatResponse response = model.chat(UserMessage.from("Why is the sky blue?"));
    print(response.tokenUsage().outputTokenCount());
  }

  void atOnce() {
    List<CompletableFuture<String>> answers =
        List.of(
            CompletableFuture.supplyAsync(() -> model.chat("Why?")),
            CompletableFuture.supplyAsync(() -> model.chat("Why not?")));
    answers.forEach(answer -> print(answer.join()));
  }

  void fallback() {
    String answer;
    try {
      answer = model.chat("Are you busy?");
    } catch (LangChain4jException error) {
      answer = other.chat("Are you busy?");
    }
    print(answer);
  }

  void remember() {
    List<ChatMessage> messages = new ArrayList<>(List.of(UserMessage.from("I am Ada.")));
    messages.add(model.chat(messages).aiMessage());
    String memory = ChatMessageSerializer.messagesToJson(messages);
    List<ChatMessage> kept = new ArrayList<>(ChatMessageDeserializer.messagesFromJson(memory));
    kept.add(UserMessage.from("What is my name?"));
    print(model.chat(kept).aiMessage().text());
  }
}
