package dev.weir.interop;

import com.anthropic.client.AnthropicClient;
import com.anthropic.core.http.StreamResponse;
import com.anthropic.helpers.MessageAccumulator;
import com.anthropic.models.messages.ContentBlock;
import com.anthropic.models.messages.Message;
import com.anthropic.models.messages.MessageCreateParams;
import com.anthropic.models.messages.RawMessageStreamEvent;
import com.google.genai.Client;
import com.google.genai.types.Candidate;
import com.google.genai.types.GenerateContentConfig;
import com.google.genai.types.GenerateContentResponse;
import com.google.genai.types.Part;
import com.openai.client.OpenAIClient;
import com.openai.helpers.ChatCompletionAccumulator;
import com.openai.helpers.ResponseAccumulator;
import com.openai.models.chat.completions.ChatCompletion;
import com.openai.models.chat.completions.ChatCompletionChunk;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.chat.completions.ChatCompletionMessage;
import com.openai.models.responses.Response;
import com.openai.models.responses.ResponseCreateParams;
import com.openai.models.responses.ResponseOutputItem;
import com.openai.models.responses.ResponseReasoningItem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The official clients: they stream, assemble and check what they are sent. */
final class Clients {
  private static final ChatCompletionCreateParams CHAT =
      ChatCompletionCreateParams.builder().model("m").addUserMessage("hi").build();
  private static final ResponseCreateParams RESPONSES =
      ResponseCreateParams.builder().model("m").input("hi").build();
  private static final MessageCreateParams MESSAGES =
      MessageCreateParams.builder().model("m").maxTokens(1).addUserMessage("hi").build();
  private static final GenerateContentConfig GEMINI = GenerateContentConfig.builder().build();

  private Clients() {}

  /** Whether every field that the schema requires is there, which clients ask only if told to. */
  private static void check(boolean strict, Runnable validation) {
    if (strict) {
      validation.run();
    }
  }

  static Heard chat(OpenAIClient client, boolean strict) {
    var accumulator = ChatCompletionAccumulator.create();
    StringBuilder reasoning = new StringBuilder();
    try (var stream = client.chat().completions().createStreaming(CHAT)) {
      stream.stream()
          .forEach(chunk -> {
            accumulator.accumulate(chunk);
            reasoning.append(reasoning(chunk));
          });
    }
    return heard(accumulator.chatCompletion(), reasoning.toString(), strict);
  }

  /** Asks for no stream. */
  static Heard wholeChat(OpenAIClient client) {
    ChatCompletion completion = client.chat().completions().create(CHAT);
    var message = completion.choices().getFirst().message();
    var thought = message._allProperties().get("reasoning_content");
    String reasoning = thought == null ? null : thought.convert(String.class);
    return heard(completion, Objects.requireNonNullElse(reasoning, ""), /* strict= */ true);
  }

  private static Heard heard(ChatCompletion completion, String reasoning, boolean strict) {
    check(strict, completion::validate);
    ChatCompletionMessage message = completion.choices().getFirst().message();
    List<String> calls = new ArrayList<>();
    message
        .toolCalls()
        .orElse(List.of())
        .forEach(call -> {
          call.function()
              .ifPresent(f -> calls.add(Heard.call(f.function().name(), f.function().arguments())));
          call.custom()
              .ifPresent(c -> calls.add(Heard.call(c.custom().name(), c.custom().input())));
        });
    return new Heard(message.content().orElse(""), reasoning, message.refusal().orElse(""), calls);
  }

  /** The client has no name for it, but hands over what it does not know. */
  private static String reasoning(ChatCompletionChunk chunk) {
    StringBuilder text = new StringBuilder();
    for (ChatCompletionChunk.Choice choice : chunk.choices()) {
      for (String field : List.of("reasoning_content", "reasoning", "reasoning_text")) {
        var said = choice.delta()._allProperties().get(field);
        if (said != null && choice.index() == 0) {
          text.append(said.convert(String.class));
        }
      }
    }
    return text.toString();
  }

  static Heard responses(OpenAIClient client, boolean strict) {
    var accumulator = ResponseAccumulator.create();
    try (var stream = client.responses().createStreaming(RESPONSES)) {
      stream.stream().forEach(accumulator::accumulate);
    }
    return heard(accumulator.response(), strict);
  }

  /** Asks for no stream. */
  static Heard wholeResponse(OpenAIClient client) {
    return heard(client.responses().create(RESPONSES), /* strict= */ true);
  }

  private static Heard heard(Response response, boolean strict) {
    check(strict, response::validate);
    StringBuilder text = new StringBuilder();
    StringBuilder reasoning = new StringBuilder();
    StringBuilder refusal = new StringBuilder();
    List<String> calls = new ArrayList<>();
    for (ResponseOutputItem item : response.output()) {
      item.message()
          .ifPresent(m ->
              m.content()
                  .forEach(part -> {
                    part.outputText().ifPresent(t -> text.append(t.text()));
                    part.refusal().ifPresent(r -> refusal.append(r.refusal()));
                  }));
      item.reasoning().ifPresent(r -> reasoning(r, reasoning));
      item.functionCall().ifPresent(f -> calls.add(Heard.call(f.name(), f.arguments())));
      item.customToolCall().ifPresent(c -> calls.add(Heard.call(c.name(), c.input())));
    }
    return new Heard(text.toString(), reasoning.toString(), refusal.toString(), calls);
  }

  private static void reasoning(ResponseReasoningItem item, StringBuilder text) {
    item.summary().forEach(part -> text.append(part.text()));
    item.content().orElse(List.of()).forEach(part -> text.append(part.text()));
  }

  static Heard anthropic(AnthropicClient client, boolean strict) {
    var accumulator = MessageAccumulator.create();
    try (StreamResponse<RawMessageStreamEvent> stream =
        client.messages().createStreaming(MESSAGES)) {
      stream.stream().forEach(accumulator::accumulate);
    }
    return heard(accumulator.message(), strict);
  }

  /** Asks for no stream. */
  static Heard wholeMessage(AnthropicClient client) {
    return heard(client.messages().create(MESSAGES), /* strict= */ true);
  }

  private static Heard heard(Message message, boolean strict) {
    check(strict, message::validate);
    StringBuilder text = new StringBuilder();
    StringBuilder reasoning = new StringBuilder();
    List<String> calls = new ArrayList<>();
    for (ContentBlock block : message.content()) {
      block.text().ifPresent(t -> text.append(t.text()));
      block.thinking().ifPresent(t -> reasoning.append(t.thinking()));
      block.toolUse().ifPresent(t -> calls.add(Heard.call(t.name(), json(t._input()))));
    }
    return new Heard(text.toString(), reasoning.toString(), /* refusal= */ "", calls);
  }

  static Heard gemini(Client client) {
    List<GenerateContentResponse> chunks = new ArrayList<>();
    try (var stream = client.models.generateContentStream("m", "hi", GEMINI)) {
      stream.forEach(chunks::add);
    }
    return heard(chunks);
  }

  /** Asks for no stream. */
  static Heard wholeGemini(Client client) {
    return heard(List.of(client.models.generateContent("m", "hi", GEMINI)));
  }

  private static Heard heard(List<GenerateContentResponse> chunks) {
    StringBuilder text = new StringBuilder();
    StringBuilder reasoning = new StringBuilder();
    List<String> calls = new ArrayList<>();
    for (GenerateContentResponse chunk : chunks) {
      for (Part part : parts(chunk)) {
        part.text().ifPresent(t -> (part.thought().orElse(false) ? reasoning : text).append(t));
        part.functionCall()
            .ifPresent(
                f -> calls.add(Heard.call(f.name().orElse(""), json(f.args().orElse(Map.of())))));
      }
    }
    return new Heard(text.toString(), reasoning.toString(), /* refusal= */ "", calls);
  }

  private static List<Part> parts(GenerateContentResponse chunk) {
    List<Part> parts = new ArrayList<>();
    for (Candidate candidate : chunk.candidates().orElse(List.of())) {
      if (candidate.index().orElse(0) == 0) {
        candidate.content().flatMap(c -> c.parts()).ifPresent(parts::addAll);
      }
    }
    return parts;
  }

  private static String json(Object value) {
    try {
      return new com.fasterxml.jackson.databind.ObjectMapper().writeValueAsString(value);
    } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
