package dev.weir.springai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.request.Content;
import dev.weir.codec.request.Content.Attachment;
import dev.weir.codec.request.Content.Kind;
import dev.weir.codec.request.Content.Source;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.Message.ToolOutput;
import dev.weir.codec.request.OutputFormat;
import dev.weir.codec.request.Request;
import dev.weir.codec.request.Thinking;
import dev.weir.codec.request.ToolChoice;
import dev.weir.codec.request.ToolSpec;
import java.net.URI;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.SystemMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage.ToolResponse;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.content.Media;
import org.springframework.ai.tool.function.FunctionToolCallback;

class PromptsTest {
  private static final String SCHEMA =
      "{\"title\":\"Place\",\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\"}}}";

  record Ask(String city) {}

  private static Json json(String text) {
    return new JsonReader(/* maxDepth= */ 50, 10_000).read(text);
  }

  private static UserMessage showing(Media media) {
    return UserMessage.builder().text("See:").media(media).build();
  }

  private static Message shown(Kind kind, Source source) {
    return new Message.User(List.of(new Content.Text("See:"), new Attachment(kind, source)));
  }

  static Stream<Arguments> messages() {
    return Stream.of(
        Arguments.of(new SystemMessage("Be brief."), new Message.Instruction("Be brief.")),
        Arguments.of(new UserMessage("Hello"), Message.user("Hello")),
        Arguments.of(new AssistantMessage("Hi"), Message.assistant("Hi", List.of())),
        Arguments.of(
            AssistantMessage.builder()
                .content("Wait.")
                .toolCalls(List.of(new AssistantMessage.ToolCall("c1", "function", "add", "{}")))
                .build(),
            Message.assistant("Wait.", List.of(new Message.Call("c1", "add", "{}")))),
        Arguments.of(
            ToolResponseMessage.builder()
                .responses(List.of(new ToolResponse("", "add", "2")))
                .build(),
            new Message.ToolOutputs(
                List.of(new ToolOutput(null, "add", "2", /* isError= */ false)))),
        Arguments.of(
            showing(new Media(Media.Format.IMAGE_PNG, URI.create("https://example.org/cat.png"))),
            shown(Kind.IMAGE, new Source.At("https://example.org/cat.png", "image/png"))),
        Arguments.of(
            showing(
                Media.builder()
                    .mimeType(Media.Format.DOC_PDF)
                    .data(new byte[] {'P', 'D', 'F'})
                    .build()),
            shown(Kind.DOCUMENT, new Source.Inline("application/pdf", "UERG"))));
  }

  @ParameterizedTest
  @MethodSource("messages")
  void everyMessageBecomesOneOfOurs(
      org.springframework.ai.chat.messages.Message theirs, Message ours) {
    Prompt prompt = new Prompt(List.of(theirs));
    assertThat(Prompts.of(prompt, WeirChatOptions.builder().build()).messages())
        .containsExactly(ours);
  }

  @Test
  void everyOptionIsTaken() {
    var tool =
        FunctionToolCallback.builder("forecast", (Ask ask) -> "sunny")
            .description("The weather")
            .inputSchema(SCHEMA)
            .inputType(Ask.class)
            .build();
    WeirChatOptions options =
        WeirChatOptions.builder()
            .model("m")
            .temperature(0.5)
            .topP(0.9)
            .topK(40)
            .frequencyPenalty(0.1)
            .presencePenalty(0.2)
            .maxTokens(7)
            .stopSequences(List.of("END"))
            .toolCallbacks(tool)
            .outputSchema(SCHEMA)
            .toolChoice(ToolChoice.REQUIRED)
            .thinking(new Thinking.On())
            .build();
    assertThat(Prompts.of(new Prompt("?"), options))
        .isEqualTo(
            Request.builder()
                .message(Message.user("?"))
                .modelName("m")
                .temperature(0.5)
                .topP(0.9)
                .topK(40L)
                .frequencyPenalty(0.1)
                .presencePenalty(0.2)
                .maxOutputTokens(7)
                .stopTexts(List.of("END"))
                .tool(new ToolSpec("forecast", "The weather", json(SCHEMA)))
                .format(new OutputFormat.JsonSchema("Place", json(SCHEMA)))
                .toolChoice(ToolChoice.REQUIRED)
                .thinking(new Thinking.On())
                .build());
  }
}
