package dev.weir.interop;

import com.anthropic.models.messages.Base64ImageSource;
import com.anthropic.models.messages.ContentBlockParam;
import com.anthropic.models.messages.Message;
import com.anthropic.models.messages.MessageCreateParams;
import com.google.genai.types.Content;
import com.google.genai.types.GenerateContentConfig;
import com.google.genai.types.GenerateContentResponse;
import com.google.genai.types.Part;
import com.openai.models.chat.completions.ChatCompletion;
import com.openai.models.chat.completions.ChatCompletionContentPart;
import com.openai.models.chat.completions.ChatCompletionContentPartImage;
import com.openai.models.chat.completions.ChatCompletionContentPartText;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.responses.Response;
import com.openai.models.responses.ResponseCreateParams;
import com.openai.models.responses.ResponseInputImage;
import com.openai.models.responses.ResponseInputItem;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One of the providers' own clients, asking in its own words for what all of them can ask. */
enum Sdk {
  OPENAI_CHAT {
    @Override
    Answer ask(DialectGateway gateway, String prompt, @Nullable String png) {
      var params = ChatCompletionCreateParams.builder().model("m");
      List<ChatCompletionContentPart> parts = new ArrayList<>();
      parts.add(
          ChatCompletionContentPart.ofText(
              ChatCompletionContentPartText.builder().text(prompt).build()));
      if (png != null) {
        var url =
            ChatCompletionContentPartImage.ImageUrl.builder()
                .url("data:image/png;base64," + png)
                .build();
        parts.add(
            ChatCompletionContentPart.ofImageUrl(
                ChatCompletionContentPartImage.builder().imageUrl(url).build()));
      }
      params.addUserMessageOfArrayOfContentParts(parts);
      ChatCompletion completion =
          gateway.openai(client -> client.chat().completions().create(params.build()));
      completion.validate();
      var choice = completion.choices().getFirst();
      return new Answer(
          choice.message().content().orElse(""),
          choice.message().refusal().orElse(""),
          choice.finishReason().asString());
    }

    @Override
    Weather weather(DialectGateway gateway) {
      var params =
          ChatCompletionCreateParams.builder()
              .model("m")
              .addUserMessage("hi")
              .responseFormat(Weather.class)
              .build();
      return gateway.openai(client ->
          client
              .chat()
              .completions()
              .create(params)
              .choices()
              .getFirst()
              .message()
              .content()
              .orElseThrow());
    }

    @Override
    void leave(DialectGateway gateway, String prompt) {
      var params = ChatCompletionCreateParams.builder().model("m").addUserMessage(prompt).build();
      gateway.openai(client -> {
        try (var stream = client.chat().completions().createStreaming(params)) {
          return first(stream.stream().iterator());
        }
      });
    }
  },

  OPENAI_RESPONSES {
    @Override
    Answer ask(DialectGateway gateway, String prompt, @Nullable String png) {
      var message =
          ResponseInputItem.Message.builder()
              .role(ResponseInputItem.Message.Role.USER)
              .addInputTextContent(prompt);
      if (png != null) {
        message.addContent(
            ResponseInputImage.builder()
                .detail(ResponseInputImage.Detail.AUTO)
                .imageUrl("data:image/png;base64," + png)
                .build());
      }
      var params =
          ResponseCreateParams.builder()
              .model("m")
              .inputOfResponse(List.of(ResponseInputItem.ofMessage(message.build())))
              .build();
      Response response = gateway.openai(client -> client.responses().create(params));
      response.validate();
      var parts =
          response.output().stream()
              .flatMap(item -> item.message().stream())
              .flatMap(each -> each.content().stream())
              .toList();
      return new Answer(
          parts.stream()
              .flatMap(part -> part.outputText().stream())
              .map(text -> text.text())
              .collect(Collectors.joining()),
          parts.stream()
              .flatMap(part -> part.refusal().stream())
              .map(refusal -> refusal.refusal())
              .collect(Collectors.joining()),
          response
              .incompleteDetails()
              .flatMap(details -> details.reason())
              .map(reason -> reason.asString())
              .orElse("completed"));
    }

    @Override
    Weather weather(DialectGateway gateway) {
      var params =
          ResponseCreateParams.builder().model("m").input("hi").text(Weather.class).build();
      return gateway.openai(client ->
          client.responses().create(params).output().stream()
              .flatMap(item -> item.message().stream())
              .flatMap(message -> message.content().stream())
              .flatMap(part -> part.outputText().stream())
              .findFirst()
              .orElseThrow());
    }

    @Override
    void leave(DialectGateway gateway, String prompt) {
      var params = ResponseCreateParams.builder().model("m").input(prompt).build();
      gateway.openai(client -> {
        try (var stream = client.responses().createStreaming(params)) {
          return first(stream.stream().iterator());
        }
      });
    }
  },

  ANTHROPIC {
    private static MessageCreateParams.Builder params() {
      return MessageCreateParams.builder().model("m").maxTokens(100);
    }

    @Override
    Answer ask(DialectGateway gateway, String prompt, @Nullable String png) {
      List<ContentBlockParam> blocks = new ArrayList<>(List.of(ContentBlockParam.ofText(prompt)));
      if (png != null) {
        blocks.add(
            ContentBlockParam.ofImage(
                Base64ImageSource.builder()
                    .mediaType(Base64ImageSource.MediaType.IMAGE_PNG)
                    .data(png)
                    .build()));
      }
      Message message =
          gateway.anthropic(client ->
              client
                  .messages()
                  .create(params().addUserMessageOfContentBlockParams(blocks).build()));
      message.validate();
      return new Answer(
          message.content().stream()
              .flatMap(block -> block.text().stream())
              .map(text -> text.text())
              .collect(Collectors.joining()),
          /* refusal= */ "",
          message.stopReason().orElseThrow().asString());
    }

    @Override
    Weather weather(DialectGateway gateway) {
      return gateway.anthropic(client ->
          client
              .messages()
              .create(params().addUserMessage("hi").outputConfig(Weather.class).build())
              .content()
              .stream()
              .flatMap(block -> block.text().stream())
              .findFirst()
              .orElseThrow()
              .text());
    }

    @Override
    void leave(DialectGateway gateway, String prompt) {
      gateway.anthropic(client -> {
        try (var stream =
            client.messages().createStreaming(params().addUserMessage(prompt).build())) {
          return first(stream.stream().iterator());
        }
      });
    }
  },

  GEMINI {
    @Override
    Answer ask(DialectGateway gateway, String prompt, @Nullable String png) {
      Part text = Part.fromText(prompt);
      Content content =
          png == null
              ? Content.fromParts(text)
              : Content.fromParts(
                  text, Part.fromBytes(Base64.getDecoder().decode(png), "image/png"));
      GenerateContentResponse response =
          gateway.gemini(client ->
              client.models.generateContent("m", content, GenerateContentConfig.builder().build()));
      String said =
          response.candidates().orElseThrow().getFirst().content().stream()
              .flatMap(each -> each.parts().orElse(List.of()).stream())
              .map(part -> part.text().orElse(""))
              .collect(Collectors.joining());
      return new Answer(said, /* refusal= */ "", response.finishReason().toString());
    }

    @Override
    Weather weather(DialectGateway gateway) {
      Map<String, Object> schema =
          Map.of(
              "type",
              "object",
              "properties",
              Map.of("city", Map.of("type", "string"), "degrees", Map.of("type", "integer")),
              "required",
              List.of("city", "degrees"));
      var config =
          GenerateContentConfig.builder()
              .responseMimeType("application/json")
              .responseJsonSchema(schema)
              .build();
      return Weather.parse(
          gateway.gemini(
              client -> String.valueOf(client.models.generateContent("m", "hi", config).text())));
    }

    @Override
    void leave(DialectGateway gateway, String prompt) {
      var config = GenerateContentConfig.builder().build();
      gateway.gemini(client -> {
        try (var stream = client.models.generateContentStream("m", prompt, config)) {
          return first(stream.iterator());
        }
      });
    }
  };

  /**
   * What came of a question.
   *
   * @param finish the dialect's own word for why it ended
   */
  record Answer(String text, String refusal, String finish) {}

  /** What a structured answer is. */
  static final class Weather {
    public String city = "";
    public int degrees;

    static Weather parse(String json) {
      try {
        return new com.fasterxml.jackson.databind.ObjectMapper().readValue(json, Weather.class);
      } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /**
   * Asks for a whole answer.
   *
   * @param png a picture in base64, or none
   */
  abstract Answer ask(DialectGateway gateway, String prompt, @Nullable String png);

  /** Asks for an answer of a form. */
  abstract Weather weather(DialectGateway gateway);

  /** Asks for a stream, and leaves when it has begun. */
  abstract void leave(DialectGateway gateway, String prompt);

  private static <T> T first(Iterator<T> events) {
    return events.next();
  }
}
