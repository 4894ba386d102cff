package dev.weir.langchain4j;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.audio.Audio;
import dev.langchain4j.data.image.Image;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.AudioContent;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.PdfFileContent;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.data.message.VideoContent;
import dev.langchain4j.exception.UnsupportedFeatureException;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.request.ResponseFormat;
import dev.langchain4j.model.chat.request.ResponseFormatType;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import dev.langchain4j.model.chat.request.json.JsonSchemaElement;
import dev.weir.codec.conversation.CarriedAnswer;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.request.Content;
import dev.weir.codec.request.Content.Kind;
import dev.weir.codec.request.Content.Source;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.Message.ToolOutput;
import dev.weir.codec.request.Note;
import dev.weir.codec.request.OutputFormat;
import dev.weir.codec.request.Request;
import dev.weir.codec.request.ToolChoice;
import dev.weir.codec.request.ToolSpec;
import java.net.URI;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** LangChain4j's requests as ours. Pure. */
final class Requests {
  private static final JsonReader READER = new JsonReader(/* maxDepth= */ 500, 64 << 20);

  private Requests() {}

  /**
   * The same request in our words.
   *
   * @throws UnsupportedFeatureException if it holds what we have no word for
   */
  static Request of(ChatRequest chat) {
    ChatRequestParameters asked = chat.parameters();
    Request.Builder request =
        Request.builder()
            .messages(messages(chat.messages()))
            .modelName(asked.modelName())
            .temperature(asked.temperature())
            .topP(asked.topP())
            .topK(asked.topK() == null ? null : Long.valueOf(asked.topK()))
            .frequencyPenalty(asked.frequencyPenalty())
            .presencePenalty(asked.presencePenalty())
            .maxOutputTokens(asked.maxOutputTokens())
            .toolChoice(choice(asked.toolChoice()))
            .format(format(asked.responseFormat()));
    if (asked.stopSequences() != null) {
      request.stopTexts(asked.stopSequences());
    }
    if (asked.toolSpecifications() != null) {
      request.tools(asked.toolSpecifications().stream().map(Requests::tool).toList());
    }
    return request.build();
  }

  private static List<Message> messages(List<ChatMessage> chat) {
    List<Message> messages = new ArrayList<>();
    int next = 0;
    while (next < chat.size()) {
      ChatMessage message = chat.get(next++);
      List<ToolOutput> outputs = new ArrayList<>();
      if (message instanceof ToolExecutionResultMessage result) {
        outputs.add(output(result));
      }
      // All results that follow an answer belong to it.
      while (next < chat.size() && chat.get(next) instanceof ToolExecutionResultMessage result) {
        outputs.add(output(result));
        next++;
      }
      switch (message) {
        case SystemMessage system -> messages.add(new Message.Instruction(system.text()));
        case UserMessage user -> messages.add(new Message.User(contents(user.contents())));
        case AiMessage answer ->
            messages.addAll(answer(answer, outputs, /* isLast= */ next == chat.size()));
        case ToolExecutionResultMessage result -> messages.add(new Message.ToolOutputs(outputs));
        default ->
            throw new UnsupportedFeatureException(
                "Messages of type %s are not supported; send a system, user, AI or tool message"
                    .formatted(message.type()));
      }
    }
    return messages;
  }

  private static List<Message> answer(AiMessage answer, List<ToolOutput> outputs, boolean isLast) {
    String carried =
        answer.attributes().get(ChatResponses.CARRIED) instanceof String json ? json : null;
    List<Message.Call> calls =
        answer.toolExecutionRequests().stream()
            .map(call -> CarriedAnswer.call(call.id(), call.name(), call.arguments()))
            .toList();
    return CarriedAnswer.read(carried, answer.text(), calls, outputs, isLast);
  }

  private static ToolOutput output(ToolExecutionResultMessage result) {
    return new ToolOutput(
        result.id(),
        Objects.requireNonNullElse(result.toolName(), ""),
        contents(result.contents()),
        Boolean.TRUE.equals(result.isError()),
        Note.NONE);
  }

  private static List<Content> contents(List<dev.langchain4j.data.message.Content> said) {
    return said.stream().map(Requests::content).toList();
  }

  private static Content content(dev.langchain4j.data.message.Content said) {
    return switch (said) {
      case TextContent text -> new Content.Text(text.text());
      case ImageContent shown -> image(shown);
      case PdfFileContent shown ->
          attachment(
              Kind.DOCUMENT,
              shown.pdfFile().url(),
              shown.pdfFile().base64Data(),
              shown.pdfFile().mimeType());
      case AudioContent heard -> audio(heard.audio());
      case VideoContent shown ->
          attachment(
              Kind.VIDEO,
              shown.video().url(),
              shown.video().base64Data(),
              shown.video().mimeType());
      default ->
          throw new UnsupportedFeatureException(
              "Content of type %s is not supported; send text, images, PDF files, audio or video"
                  .formatted(said.type()));
    };
  }

  private static Content image(ImageContent shown) {
    Image image = shown.image();
    Source source = source(image.url(), image.base64Data(), image.mimeType(), "image/jpeg");
    ImageContent.DetailLevel level = shown.detailLevel();
    String detail = level == null ? null : level.name().toLowerCase(Locale.ROOT);
    return new Content.Attachment(Kind.IMAGE, source, null, detail, Note.NONE);
  }

  private static Content audio(Audio audio) {
    String base64 =
        audio.binaryData() == null
            ? audio.base64Data()
            : Base64.getEncoder().encodeToString(audio.binaryData());
    return attachment(Kind.AUDIO, audio.url(), base64, audio.mimeType());
  }

  private static Content attachment(
      Kind kind, @Nullable URI url, @Nullable String base64, @Nullable String mediaType) {
    return new Content.Attachment(kind, source(url, base64, mediaType, "application/octet-stream"));
  }

  private static Source source(
      @Nullable URI url, @Nullable String base64, @Nullable String mediaType, String usual) {
    return base64 == null
        ? new Source.At(String.valueOf(url), mediaType)
        : new Source.Inline(Objects.requireNonNullElse(mediaType, usual), base64);
  }

  private static ToolSpec tool(ToolSpecification tool) {
    Json json = READER.read(tool.toJson());
    Json parameters = json.get("parameters");
    return new ToolSpec(
            tool.name(),
            Objects.requireNonNullElse(tool.description(), ""),
            parameters.isObject() ? parameters : noParameters())
        .withStrict(tool.strict());
  }

  private static Json noParameters() {
    Map<String, Json> schema = new LinkedHashMap<>();
    schema.put("type", new Json.Text("object"));
    schema.put("properties", new Json.Fields(Map.of()));
    return new Json.Fields(schema);
  }

  private static @Nullable ToolChoice choice(
      dev.langchain4j.model.chat.request.@Nullable ToolChoice asked) {
    return switch (asked) {
      case null -> null;
      case AUTO -> ToolChoice.AUTO;
      case REQUIRED -> ToolChoice.REQUIRED;
      case NONE -> ToolChoice.NONE;
    };
  }

  private static @Nullable OutputFormat format(@Nullable ResponseFormat asked) {
    if (asked == null || asked.type() == ResponseFormatType.TEXT) {
      return null;
    }
    JsonSchema schema = asked.jsonSchema();
    return schema == null
        ? new OutputFormat.AnyJson()
        : new OutputFormat.JsonSchema(
            Objects.requireNonNullElse(schema.name(), OutputFormat.UNNAMED),
            schema(schema.rootElement()));
  }

  /** What LangChain4j says in JSON of tools it says of their parameters, whatever they are. */
  private static Json schema(JsonSchemaElement element) {
    JsonObjectSchema around = JsonObjectSchema.builder().addProperty("it", element).build();
    String json = ToolSpecification.builder().name("it").parameters(around).build().toJson();
    return READER.read(json).get("parameters").get("properties").get("it");
  }
}
