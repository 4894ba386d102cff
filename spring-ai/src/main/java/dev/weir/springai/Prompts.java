package dev.weir.springai;

import dev.weir.codec.conversation.CarriedAnswer;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.request.Content;
import dev.weir.codec.request.Content.Kind;
import dev.weir.codec.request.Content.Source;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.Message.ToolOutput;
import dev.weir.codec.request.OutputFormat;
import dev.weir.codec.request.Request;
import dev.weir.codec.request.ToolSpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.SystemMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.content.Media;
import org.springframework.ai.model.tool.StructuredOutputChatOptions;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.tool.definition.ToolDefinition;

/** Spring AI's prompts as our requests. Pure. */
final class Prompts {
  private static final JsonReader READER = new JsonReader(/* maxDepth= */ 500, 64 << 20);

  private Prompts() {}

  /** The same in our words. */
  static Request of(Prompt prompt, ChatOptions options) {
    Request.Builder request =
        Request.builder()
            .messages(messages(prompt.getInstructions()))
            .modelName(options.getModel())
            .temperature(options.getTemperature())
            .topP(options.getTopP())
            .topK(options.getTopK() == null ? null : Long.valueOf(options.getTopK()))
            .frequencyPenalty(options.getFrequencyPenalty())
            .presencePenalty(options.getPresencePenalty())
            .maxOutputTokens(options.getMaxTokens());
    if (options.getStopSequences() != null) {
      request.stopTexts(options.getStopSequences());
    }
    if (options instanceof ToolCallingChatOptions calling && calling.getToolCallbacks() != null) {
      request.tools(
          calling.getToolCallbacks().stream()
              .map(callback -> tool(callback.getToolDefinition()))
              .toList());
    }
    if (options instanceof StructuredOutputChatOptions structured) {
      request.format(format(structured.getOutputSchema()));
    }
    if (options instanceof WeirChatOptions ours) {
      request.toolChoice(ours.getToolChoice()).thinking(ours.getThinking());
    }
    return request.build();
  }

  private static ToolSpec tool(ToolDefinition tool) {
    return new ToolSpec(tool.name(), tool.description(), READER.read(tool.inputSchema()));
  }

  private static @Nullable OutputFormat format(@Nullable String schema) {
    if (schema == null) {
      return null;
    }
    Json json = READER.read(schema);
    return new OutputFormat.JsonSchema(
        Objects.requireNonNullElse(json.get("title").textIfAny(), OutputFormat.UNNAMED), json);
  }

  private static List<Message> messages(
      List<? extends org.springframework.ai.chat.messages.Message> said) {
    List<Message> messages = new ArrayList<>();
    int next = 0;
    while (next < said.size()) {
      org.springframework.ai.chat.messages.Message message = said.get(next++);
      List<ToolOutput> outputs = new ArrayList<>();
      if (message instanceof ToolResponseMessage given) {
        outputs.addAll(outputs(given));
      }
      // All results that follow an answer belong to it.
      while (next < said.size() && said.get(next) instanceof ToolResponseMessage given) {
        outputs.addAll(outputs(given));
        next++;
      }
      switch (message) {
        case SystemMessage system -> messages.add(new Message.Instruction(text(system.getText())));
        case UserMessage user -> messages.add(user(user));
        case AssistantMessage answer ->
            messages.addAll(answer(answer, outputs, /* isLast= */ next == said.size()));
        case ToolResponseMessage given -> messages.add(new Message.ToolOutputs(outputs));
        default ->
            throw new IllegalArgumentException(
                "Expected a system, user, assistant or tool message, saw %s"
                    .formatted(message.getMessageType()));
      }
    }
    return messages;
  }

  private static List<ToolOutput> outputs(ToolResponseMessage given) {
    return given.getResponses().stream()
        .map(one ->
            new ToolOutput(
                idOf(one.id()), one.name(), text(one.responseData()), /* isError= */ false))
        .toList();
  }

  private static Message user(UserMessage user) {
    List<Content> contents = new ArrayList<>();
    if (!text(user.getText()).isEmpty()) {
      contents.add(new Content.Text(text(user.getText())));
    }
    user.getMedia().forEach(media -> contents.add(attachment(media)));
    return new Message.User(contents);
  }

  private static Content attachment(Media media) {
    String type = media.getMimeType().toString();
    Kind kind =
        switch (media.getMimeType().getType()) {
          case "image" -> Kind.IMAGE;
          case "audio" -> Kind.AUDIO;
          case "video" -> Kind.VIDEO;
          default -> Kind.DOCUMENT;
        };
    return new Content.Attachment(kind, source(type, media.getData()));
  }

  private static Source source(String type, Object data) {
    if (data instanceof byte[] bytes) {
      return new Source.Inline(type, Base64.getEncoder().encodeToString(bytes));
    }
    String text = data.toString();
    return text.contains("://") ? new Source.At(text, type) : new Source.Inline(type, text);
  }

  private static List<Message> answer(
      AssistantMessage answer, List<ToolOutput> outputs, boolean isLast) {
    String carried =
        answer.getMetadata().get(ChatResponses.CARRIED) instanceof String json ? json : null;
    List<Message.Call> calls =
        answer.getToolCalls().stream()
            .map(call -> CarriedAnswer.call(idOf(call.id()), call.name(), call.arguments()))
            .toList();
    return CarriedAnswer.read(carried, answer.getText(), calls, outputs, isLast);
  }

  /** Spring AI has no word for a call without an id. */
  private static @Nullable String idOf(@Nullable String id) {
    return id == null || id.isEmpty() ? null : id;
  }

  private static String text(@Nullable String text) {
    return text == null ? "" : text;
  }
}
