package dev.weir.interop.tasks;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonTypeName;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.openai.client.OpenAIClient;
import com.openai.core.ObjectMappers;
import com.openai.core.RequestOptions;
import com.openai.core.http.StreamResponse;
import com.openai.errors.OpenAIException;
import com.openai.errors.OpenAIServiceException;
import com.openai.models.chat.completions.ChatCompletion;
import com.openai.models.chat.completions.ChatCompletionChunk;
import com.openai.models.chat.completions.ChatCompletionContentPart;
import com.openai.models.chat.completions.ChatCompletionContentPartImage;
import com.openai.models.chat.completions.ChatCompletionContentPartText;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.chat.completions.ChatCompletionMessage;
import com.openai.models.chat.completions.ChatCompletionMessageParam;
import com.openai.models.chat.completions.ChatCompletionMessageToolCall;
import com.openai.models.chat.completions.ChatCompletionToolMessageParam;
import com.openai.models.chat.completions.StructuredChatCompletionCreateParams;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The tasks with openai-java. */
final class OpenAiJavaTasks {
  private final OpenAIClient client;
  private final OpenAIClient other;
  private final Consumer<@Nullable Object> out;

  OpenAiJavaTasks(OpenAIClient client, OpenAIClient other, Consumer<@Nullable Object> out) {
    this.client = client;
    this.other = other;
    this.out = out;
  }

  private void print(Object text) {
    out.accept(text);
  }

  static final class City {
    public String name = "";
    public double people;
  }

  @JsonTypeName("temperature")
  @JsonClassDescription("The temperature in a city, now")
  static final class Temperature {
    public String city = "";

    double run() {
      return city.equals("Bonn") ? 21.5 : 0;
    }
  }

  void ask() {
    ChatCompletionCreateParams question =
        ChatCompletionCreateParams.builder()
            .model("m")
            .addUserMessage("Why is the sky blue?")
            .build();
    ChatCompletion answer = client.chat().completions().create(question);
    print(answer.choices().getFirst().message().content().orElseThrow());
  }

  void stream() {
    ChatCompletionCreateParams question =
        ChatCompletionCreateParams.builder()
            .model("m")
            .addUserMessage("Why is the sky blue?")
            .build();
    try (StreamResponse<ChatCompletionChunk> chunks =
        client.chat().completions().createStreaming(question)) {
      chunks.stream()
          .flatMap(chunk -> chunk.choices().stream())
          .flatMap(choice -> choice.delta().content().stream())
          .forEach(this::print);
    }
  }

  void converse() {
    ChatCompletionCreateParams.Builder conversation =
        ChatCompletionCreateParams.builder().model("m").addUserMessage("I am Ada.");
    ChatCompletion answer = client.chat().completions().create(conversation.build());
    conversation
        .addMessage(answer.choices().getFirst().message())
        .addUserMessage("What is my name?");
    ChatCompletion next = client.chat().completions().create(conversation.build());
    print(next.choices().getFirst().message().content().orElseThrow());
  }

  void settings() {
    ChatCompletionCreateParams question =
        ChatCompletionCreateParams.builder()
            .model("m")
            .addSystemMessage("Be brief.")
            .addUserMessage("Why is the sky blue?")
            .temperature(0.0)
            .maxCompletionTokens(100)
            .build();
    ChatCompletion answer = client.chat().completions().create(question);
    print(answer.choices().getFirst().message().content().orElseThrow());
  }

  void tools() {
    ChatCompletionCreateParams.Builder conversation =
        ChatCompletionCreateParams.builder()
            .model("m")
            .addTool(Temperature.class)
            .addUserMessage("How warm is it in Bonn?");
    while (true) {
      ChatCompletionMessage message =
          client.chat().completions().create(conversation.build()).choices().getFirst().message();
      List<ChatCompletionMessageToolCall> calls = message.toolCalls().orElse(List.of());
      if (calls.isEmpty()) {
        print(message.content().orElseThrow());
        return;
      }
      conversation.addMessage(message);
      for (ChatCompletionMessageToolCall call : calls) {
        var function = call.asFunction();
        conversation.addMessage(
            ChatCompletionToolMessageParam.builder()
                .toolCallId(function.id())
                .contentAsJson(function.function().arguments(Temperature.class).run())
                .build());
      }
    }
  }

  void structured() {
    StructuredChatCompletionCreateParams<City> question =
        ChatCompletionCreateParams.builder()
            .model("m")
            .addUserMessage("Which city on the Rhine was a capital?")
            .responseFormat(City.class)
            .build();
    var answer = client.chat().completions().create(question);
    print(answer.choices().getFirst().message().content().orElseThrow().name);
  }

  void picture(byte[] picture) {
    String url = "data:image/png;base64," + Base64.getEncoder().encodeToString(picture);
    ChatCompletionCreateParams question =
        ChatCompletionCreateParams.builder()
            .model("m")
            .addUserMessageOfArrayOfContentParts(
                List.of(
                    ChatCompletionContentPart.ofText(
                        ChatCompletionContentPartText.builder().text("What is this?").build()),
                    ChatCompletionContentPart.ofImageUrl(
                        ChatCompletionContentPartImage.builder()
                            .imageUrl(
                                ChatCompletionContentPartImage.ImageUrl.builder().url(url).build())
                            .build())))
            .build();
    ChatCompletion answer = client.chat().completions().create(question);
    print(answer.choices().getFirst().message().content().orElseThrow());
  }

  /** Its own way to what it does not know. */
  @SuppressWarnings({"deprecation", "unchecked"})
  void thinking() {
    ChatCompletionCreateParams question =
        ChatCompletionCreateParams.builder()
            .model("m")
            .addUserMessage("Why is the sky blue?")
            .build();
    try (StreamResponse<ChatCompletionChunk> chunks =
        client.chat().completions().createStreaming(question)) {
      chunks.stream()
          .flatMap(chunk -> chunk.choices().stream())
          .map(ChatCompletionChunk.Choice::delta)
          .forEach(delta -> {
            var thought = delta._additionalProperties().get("reasoning_content");
            if (thought != null) {
              print("(" + thought.asString().orElse("") + ")");
            }
            delta.content().ifPresent(this::print);
          });
    }
  }

  void cancel() {
    ChatCompletionCreateParams question =
        ChatCompletionCreateParams.builder()
            .model("m")
            .addUserMessage("Tell me a long story")
            .build();
    try (StreamResponse<ChatCompletionChunk> chunks =
        client.chat().completions().createStreaming(question)) {
      print(
          chunks.stream()
              .flatMap(chunk -> chunk.choices().stream())
              .flatMap(choice -> choice.delta().content().stream())
              .filter(text -> !text.isEmpty())
              .findFirst()
              .orElseThrow());
    }
  }

  void deadline() {
    ChatCompletionCreateParams question =
        ChatCompletionCreateParams.builder()
            .model("m")
            .addUserMessage("Tell me a long story")
            .build();
    try {
      RequestOptions limit = RequestOptions.builder().timeout(Duration.ofMillis(200)).build();
      print(client.chat().completions().create(question, limit));
    } catch (OpenAIException late) {
      print("late");
    }
  }

  void failure() {
    ChatCompletionCreateParams question =
        ChatCompletionCreateParams.builder().model("m").addUserMessage("Are you busy?").build();
    try {
      print(client.chat().completions().create(question));
    } catch (OpenAIServiceException error) {
      int status = error.statusCode();
      print(status + " " + (status == 429 || status >= 500));
    }
  }

  void usage() {
    ChatCompletionCreateParams question =
        ChatCompletionCreateParams.builder()
            .model("m")
            .addUserMessage("Why is the sky blue?")
            .build();
    print(client.chat().completions().create(question).usage().orElseThrow().completionTokens());
  }

  void atOnce() {
    List<CompletableFuture<ChatCompletion>> answers =
        List.of("Why?", "Why not?").stream()
            .map(text ->
                ChatCompletionCreateParams.builder().model("m").addUserMessage(text).build())
            .map(question -> client.async().chat().completions().create(question))
            .toList();
    answers.forEach(
        answer -> print(answer.join().choices().getFirst().message().content().orElseThrow()));
  }

  void fallback() {
    ChatCompletionCreateParams question =
        ChatCompletionCreateParams.builder().model("m").addUserMessage("Are you busy?").build();
    ChatCompletion answer;
    try {
      answer = client.chat().completions().create(question);
    } catch (OpenAIServiceException error) {
      answer = other.chat().completions().create(question);
    }
    print(answer.choices().getFirst().message().content().orElseThrow());
  }

  void remember() throws JsonProcessingException {
    ChatCompletionCreateParams.Builder conversation =
        ChatCompletionCreateParams.builder().model("m").addUserMessage("I am Ada.");
    ChatCompletion answer = client.chat().completions().create(conversation.build());
    conversation.addMessage(answer.choices().getFirst().message());
    String memory = ObjectMappers.jsonMapper().writeValueAsString(conversation.build().messages());
    List<ChatCompletionMessageParam> kept =
        ObjectMappers.jsonMapper().readValue(memory, new TypeReference<>() {});
    ChatCompletionCreateParams next =
        ChatCompletionCreateParams.builder()
            .model("m")
            .messages(kept)
            .addUserMessage("What is my name?")
            .build();
    ChatCompletion last = client.chat().completions().create(next);
    print(last.choices().getFirst().message().content().orElseThrow());
  }
}
