package dev.weir.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.AudioContent;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.CustomMessage;
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
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.request.Content;
import dev.weir.codec.request.Content.Attachment;
import dev.weir.codec.request.Content.Kind;
import dev.weir.codec.request.Content.Source;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.Message.ToolOutput;
import dev.weir.codec.request.Note;
import dev.weir.codec.request.OutputFormat;
import dev.weir.codec.request.Request;
import dev.weir.codec.request.ToolChoice;
import dev.weir.codec.request.ToolSpec;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RequestsTest {
  private static final ToolExecutionRequest CALL =
      ToolExecutionRequest.builder().id("c1").name("add").arguments("{\"a\":1}").build();

  private static Request translated(ChatMessage... messages) {
    return Requests.of(ChatRequest.builder().messages(messages).build());
  }

  private static Json json(String text) {
    return new JsonReader(/* maxDepth= */ 50, 10_000).read(text);
  }

  static Stream<Arguments> messages() {
    return Stream.of(
        Arguments.of(SystemMessage.from("Be brief."), new Message.Instruction("Be brief.")),
        Arguments.of(UserMessage.from("Hello"), Message.user("Hello")),
        Arguments.of(AiMessage.from("Hi"), Message.assistant("Hi", List.of())),
        Arguments.of(
            AiMessage.from("Wait.", List.of(CALL)),
            Message.assistant("Wait.", List.of(new Message.Call("c1", "add", "{\"a\":1}")))),
        Arguments.of(
            ToolExecutionResultMessage.builder()
                .id("c1")
                .toolName("add")
                .text("2")
                .isError(true)
                .build(),
            new Message.ToolOutputs(
                List.of(new ToolOutput("c1", "add", "2", /* isError= */ true)))),
        Arguments.of(
            UserMessage.from(
                TextContent.from("See:"), ImageContent.from("https://example.org/cat.png")),
            new Message.User(
                List.of(
                    new Content.Text("See:"),
                    new Attachment(
                        Kind.IMAGE,
                        new Source.At("https://example.org/cat.png", null),
                        null,
                        "low",
                        Note.NONE)))),
        Arguments.of(
            UserMessage.from(PdfFileContent.from("UERG", "application/pdf")),
            new Message.User(
                List.of(
                    new Attachment(Kind.DOCUMENT, new Source.Inline("application/pdf", "UERG"))))),
        Arguments.of(
            UserMessage.from(AudioContent.from("UklG", "audio/wav")),
            new Message.User(
                List.of(new Attachment(Kind.AUDIO, new Source.Inline("audio/wav", "UklG"))))),
        Arguments.of(
            UserMessage.from(VideoContent.from("https://example.org/film.mp4")),
            new Message.User(
                List.of(
                    new Attachment(
                        Kind.VIDEO, new Source.At("https://example.org/film.mp4", null))))));
  }

  @ParameterizedTest
  @MethodSource("messages")
  void everyMessageBecomesOneOfOurs(ChatMessage theirs, Message ours) {
    assertThat(translated(theirs).messages()).containsExactly(ours);
  }

  @Test
  void resultsThatFollowAnAnswerAreTogether() {
    AiMessage answer = AiMessage.from(CALL, CALL.toBuilder().id("c2").build());
    List<Message> messages =
        translated(
                UserMessage.from("1 + 1, 2 + 2"),
                answer,
                ToolExecutionResultMessage.from("c1", "add", "2"),
                ToolExecutionResultMessage.from("c2", "add", "4"))
            .messages();
    assertThat(messages).hasSize(3);
    assertThat(messages.getLast())
        .isEqualTo(
            new Message.ToolOutputs(
                List.of(
                    new ToolOutput("c1", "add", "2", /* isError= */ false),
                    new ToolOutput("c2", "add", "4", /* isError= */ false))));
  }

  @Test
  void aMessageThatWeHaveNoWordForIsRefused() {
    assertThatThrownBy(() -> translated(CustomMessage.from(Map.of("a", "b"))))
        .isInstanceOf(UnsupportedFeatureException.class)
        .hasMessageContaining("CUSTOM");
  }

  @Test
  void everyParameterIsTaken() {
    JsonObjectSchema schema = JsonObjectSchema.builder().addStringProperty("city").build();
    ChatRequest theirs =
        ChatRequest.builder()
            .messages(UserMessage.from("?"))
            .parameters(
                ChatRequestParameters.builder()
                    .modelName("m")
                    .temperature(0.5)
                    .topP(0.9)
                    .topK(40)
                    .frequencyPenalty(0.1)
                    .presencePenalty(0.2)
                    .maxOutputTokens(7)
                    .stopSequences("END")
                    .toolSpecifications(
                        ToolSpecification.builder().name("now").build(),
                        ToolSpecification.builder()
                            .name("forecast")
                            .description("The weather")
                            .parameters(schema)
                            .strict(true)
                            .build())
                    .toolChoice(dev.langchain4j.model.chat.request.ToolChoice.REQUIRED)
                    .responseFormat(
                        ResponseFormat.builder()
                            .type(ResponseFormatType.JSON)
                            .jsonSchema(
                                JsonSchema.builder().name("Place").rootElement(schema).build())
                            .build())
                    .build())
            .build();
    Json object = json("{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\"}}}");
    Request ours =
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
            .tool(new ToolSpec("now", "", json("{\"type\":\"object\",\"properties\":{}}")))
            .tool(new ToolSpec("forecast", "The weather", object).withStrict(true))
            .toolChoice(ToolChoice.REQUIRED)
            .format(new OutputFormat.JsonSchema("Place", object))
            .build();
    assertThat(Requests.of(theirs)).isEqualTo(ours);
  }

  @Test
  void everyToolChoiceIsKnown() {
    assertThat(Arrays.stream(dev.langchain4j.model.chat.request.ToolChoice.values()))
        .map(choice ->
            Requests.of(
                    ChatRequest.builder()
                        .messages(UserMessage.from("?"))
                        .parameters(ChatRequestParameters.builder().toolChoice(choice).build())
                        .build())
                .toolChoice())
        .containsExactlyInAnyOrder(ToolChoice.AUTO, ToolChoice.REQUIRED, ToolChoice.NONE);
  }
}
