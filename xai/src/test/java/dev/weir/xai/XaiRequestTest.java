package dev.weir.xai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.weir.client.provider.Provider;
import dev.weir.client.render.RequestWriter;
import dev.weir.codec.json.Json;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.Content;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.Note;
import dev.weir.codec.request.OutputFormat;
import dev.weir.codec.request.ReadRequest;
import dev.weir.codec.request.Request;
import dev.weir.codec.request.Sampling;
import dev.weir.codec.request.Thinking;
import dev.weir.codec.request.ToolSpec;
import dev.weir.codec.stream.StreamDecoder;
import dev.weir.event.Response;
import dev.weir.event.ResponseAssembler;
import dev.weir.xai.proto.CompletionOutputChunk;
import dev.weir.xai.proto.Delta;
import dev.weir.xai.proto.FinishReason;
import dev.weir.xai.proto.FunctionCall;
import dev.weir.xai.proto.GetChatCompletionChunk;
import dev.weir.xai.proto.GetCompletionsRequest;
import dev.weir.xai.proto.ToolCall;
import dev.weir.xai.proto.ToolCallStatus;
import dev.weir.xai.proto.ToolCallType;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class XaiRequestTest {
  private static final Provider XAI =
      Provider.builder("x", Dialects.named("xai"), "http://localhost").defaultModel("grok").build();

  private static final Json SCHEMA = new Json.Fields(Map.of("type", new Json.Text("object")));

  @Test
  void aRequestIsWrittenUnderThePublishedFieldNumbers() throws Exception {
    Request request =
        Request.builder()
            .message(new Message.Instruction("Be brief."))
            .message(
                new Message.User(
                    List.of(
                        new Content.Text("Rain?"),
                        Content.image("image/png", "AAAA"),
                        Content.imageAt("https://a/b.png"))))
            .tool(new ToolSpec("weather", "Says it", SCHEMA))
            .thinking(new Thinking.Effort(Thinking.Level.MINIMAL))
            .sampling(new Sampling(0.5, 0.9, 7L, List.of("END")))
            .format(new OutputFormat.JsonSchema("answer", SCHEMA))
            .maxOutputTokens(99)
            .vendorOption("max_turns", new Json.Num("3"))
            .build();

    assertThat(written(request).toString())
        .isEqualTo(
            """
            messages {
              content {
                text: "Be brief."
              }
              role: ROLE_SYSTEM
            }
            messages {
              content {
                text: "Rain?"
              }
              content {
                image_url {
                  image_url: "data:image/png;base64,AAAA"
                }
              }
              content {
                image_url {
                  image_url: "https://a/b.png"
                }
              }
              role: ROLE_USER
            }
            model: "grok"
            max_tokens: 99
            response_format {
              format_type: FORMAT_TYPE_JSON_SCHEMA
              schema: "{\\"type\\":\\"object\\"}"
            }
            seed: 7
            stop: "END"
            temperature: 0.5
            top_p: 0.9
            tools {
              function {
                name: "weather"
                description: "Says it"
                parameters: "{\\"type\\":\\"object\\"}"
              }
            }
            reasoning_effort: EFFORT_LOW
            use_encrypted_content: true
            max_turns: 3
            """);
  }

  @Test
  void anEarlierAnswerGoesBackWithItsEncryptedReasoningAndItsCall() throws Exception {
    Request request =
        Request.builder()
            .message(Message.user("Rain?"))
            .message(new Message.Earlier(calling(), Dialects.named("xai").word()))
            .message(
                new Message.ToolOutputs(
                    List.of(new Message.ToolOutput("c1", "weather", "sunny", false))))
            .build();

    List<dev.weir.xai.proto.Message> messages = written(request).getMessagesList();
    assertThat(messages.get(1).toString())
        .isEqualTo(
            """
            content {
              text: ""
            }
            role: ROLE_ASSISTANT
            tool_calls {
              id: "c1"
              type: TOOL_CALL_TYPE_CLIENT_SIDE_TOOL
              status: TOOL_CALL_STATUS_COMPLETED
              function {
                name: "weather"
                arguments: "{\\"city\\":\\"Graz\\"}"
              }
            }
            reasoning_content: "Look it up."
            encrypted_content: "seal"
            """);
    assertThat(messages.get(2).toString())
        .isEqualTo(
            """
            content {
              text: "sunny"
            }
            role: ROLE_TOOL
            tool_call_id: "c1"
            """);
  }

  @Test
  void aRequestIsReadAsItWasWritten() throws Exception {
    Request request =
        Request.builder()
            .modelName("grok-4")
            .message(new Message.Instruction("Be brief."))
            .message(Message.user("Rain?"))
            .message(new Message.Earlier(calling(), "xai"))
            .message(
                new Message.ToolOutputs(
                    List.of(new Message.ToolOutput("c1", "weather", "sunny", false))))
            .message(new Message.Assistant("Sun."))
            .message(
                new Message.User(
                    List.of(new Content.Text("And here?"), Content.image("image/png", "iVBO"))))
            .tool(new ToolSpec("weather", "Says it", SCHEMA))
            .thinking(new Thinking.Effort(Thinking.Level.HIGH))
            .sampling(new Sampling(0.5, null, 7L, List.of("END")))
            .maxOutputTokens(99)
            .vendorOption("parallel_tool_calls", new Json.Bool(true))
            .build();

    ReadRequest read = XaiRequestReader.read(written(request).toByteArray());
    assertThat(read.isStreamed()).isTrue();
    assertThat(written(read.request())).isEqualTo(written(request));
    List<Message> messages = read.request().messages();
    assertThat(messages.get(0)).isEqualTo(request.messages().get(0));
    assertThat(messages.get(1)).isEqualTo(request.messages().get(1));
    assertThat(messages.subList(3, 6)).isEqualTo(request.messages().subList(3, 6));
    assertThat(read.request().tools())
        .map(tool -> tool.withNote(Note.NONE))
        .isEqualTo(request.tools());
    assertThat(read.request().thinking()).isEqualTo(request.thinking());
    assertThat(read.request().sampling()).isEqualTo(request.sampling());
    assertThat(Objects.requireNonNull(read.request().origin()).json().fields())
        .containsAllEntriesOf(request.vendorOptions());
  }

  @Test
  void anOptionThatXaiDoesNotHaveIsRefusedByName() {
    Request request =
        Request.builder()
            .message(Message.user("Hi"))
            .vendorOption("top_k", new Json.Num("3"))
            .build();

    assertThatThrownBy(() -> written(request))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("xAI's GetCompletionsRequest has no field \"top_k\"; omit that option");
  }

  private static GetCompletionsRequest written(Request request)
      throws InvalidProtocolBufferException {
    return GetCompletionsRequest.parseFrom(
        GrpcTransport.message(RequestWriter.write(request, XAI).body().toText()));
  }

  private static Response calling() {
    var call =
        ToolCall.newBuilder()
            .setId("c1")
            .setType(ToolCallType.TOOL_CALL_TYPE_CLIENT_SIDE_TOOL)
            .setStatus(ToolCallStatus.TOOL_CALL_STATUS_COMPLETED)
            .setFunction(
                FunctionCall.newBuilder().setName("weather").setArguments("{\"city\":\"Graz\"}"));
    var chunk =
        GetChatCompletionChunk.newBuilder()
            .setId("r")
            .addOutputs(
                CompletionOutputChunk.newBuilder()
                    .setDelta(
                        Delta.newBuilder()
                            .setReasoningContent("Look it up.")
                            .setEncryptedContent("seal")
                            .addToolCalls(call))
                    .setFinishReason(FinishReason.REASON_TOOL_CALLS))
            .build();
    var assembler = new ResponseAssembler();
    var decoder = new StreamDecoder(Dialects.named("xai"));
    decoder.feed(GrpcMessageDecoder.message(chunk.toByteArray()), assembler::accept);
    decoder.end(assembler::accept);
    return assembler.response();
  }
}
