package dev.weir.sim.xai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.stream.StreamDecoder;
import dev.weir.event.BlockKind;
import dev.weir.event.GrammarChecker;
import dev.weir.event.Response;
import dev.weir.event.ResponseAssembler;
import dev.weir.event.StreamEvent;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import dev.weir.sim.Simulator;
import dev.weir.sim.SimulatorOptions;
import dev.weir.sim.script.ScriptReader;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The gRPC service, asked by grpc-java over a socket. */
class XaiServiceTest {
  private static final int USER = 1;
  private static final int TOOL = 5;

  private static Simulator simulator;
  private static ManagedChannel channel;

  @BeforeAll
  static void start() throws IOException {
    var script =
        ScriptReader.read(
            "xai.yaml",
            """
            model: grok-sim
            answers:
              - when: {text: weather, tools: forecast}
                say:
                  - thinking: ["Let me ", "look. 🌤"]
                  - text: It is «sunny».
                  - {call: forecast, id: call_7, arguments: {city: Rome}}
                usage: {input: 10, output: 20, reasoning: 5}
              - when: {text: broken}
                say: [{text: a b}, {error: Overloaded}]
              - when: {result: forecast}
                say: [{text: "It says: ${result}"}]
            """);
    simulator = Simulator.start(SimulatorOptions.defaults().withScript(script).atOnce());
    channel = NettyChannelBuilder.forAddress("127.0.0.1", simulator.port()).usePlaintext().build();
  }

  @AfterAll
  static void stop() throws InterruptedException {
    channel.shutdownNow().awaitTermination(20, TimeUnit.SECONDS);
    simulator.close();
  }

  /** A message's fields by their numbers in the service's own definition. */
  private static UnknownFieldSet.Builder fields() {
    return UnknownFieldSet.newBuilder();
  }

  private static UnknownFieldSet.Field bytes(ByteString value) {
    return UnknownFieldSet.Field.newBuilder().addLengthDelimited(value).build();
  }

  private static UnknownFieldSet.Field text(String value) {
    return bytes(ByteString.copyFromUtf8(value));
  }

  private static ByteString message(int role, String said) {
    return fields()
        .addField(1, bytes(fields().addField(1, text(said)).build().toByteString()))
        .addField(2, UnknownFieldSet.Field.newBuilder().addVarint(role).build())
        .build()
        .toByteString();
  }

  private static byte[] request(int role, String said, String... tools) {
    UnknownFieldSet.Builder request = fields().addField(1, bytes(message(role, said)));
    for (String tool : tools) {
      ByteString function = fields().addField(1, text(tool)).build().toByteString();
      request.mergeField(17, bytes(fields().addField(1, bytes(function)).build().toByteString()));
    }
    return request.addField(2, text("grok-4")).build().toByteArray();
  }

  /** The stream's events; the call's failure is thrown after what came is in {@code events}. */
  private static void ask(String method, byte[] request, List<StreamEvent> events) {
    MethodDescriptor<byte[], byte[]> descriptor =
        MethodDescriptor.<byte[], byte[]>newBuilder()
            .setType(MethodDescriptor.MethodType.SERVER_STREAMING)
            .setFullMethodName(method)
            .setRequestMarshaller(new Plain())
            .setResponseMarshaller(new Plain())
            .build();
    var decoder = new StreamDecoder(Dialects.named("xai"));
    Iterator<byte[]> chunks =
        ClientCalls.blockingServerStreamingCall(
            channel,
            descriptor,
            CallOptions.DEFAULT.withDeadlineAfter(30, TimeUnit.SECONDS),
            request);
    while (chunks.hasNext()) {
      decoder.feed(framed(chunks.next()), events::add);
    }
    decoder.end(events::add);
  }

  /** A message as it goes over the wire: not packed, and how long. */
  private static byte[] framed(byte[] message) {
    return ByteBuffer.allocate(5 + message.length)
        .put((byte) 0)
        .putInt(message.length)
        .put(message)
        .array();
  }

  private static Response ask(byte[] request) {
    List<StreamEvent> events = new ArrayList<>();
    ask("xai_api.Chat/GetCompletionChunk", request, events);
    assertThat(GrammarChecker.check(events)).isEmpty();
    var assembler = new ResponseAssembler();
    events.forEach(assembler::accept);
    return assembler.response();
  }

  private static final class Plain implements MethodDescriptor.Marshaller<byte[]> {
    @Override
    public InputStream stream(byte[] value) {
      return new ByteArrayInputStream(value);
    }

    @Override
    public byte[] parse(InputStream stream) {
      try {
        return stream.readAllBytes();
      } catch (IOException broken) {
        throw new UncheckedIOException(broken);
      }
    }
  }

  @Test
  void whatComesFromTheServiceIsTheScript() {
    Response response = ask(request(USER, "How is the weather?", "clock", "forecast"));
    assertThat(response.blocks())
        .extracting(b -> "%s %s %s %s".formatted(b.kind(), b.id(), b.name(), b.text()))
        .containsExactly(
            "REASONING null null Let me look. 🌤",
            "TEXT null null It is «sunny».",
            "TOOL_CALL call_7 forecast {\"city\":\"Rome\"}");
    assertThat(response.modelName()).isEqualTo("grok-sim");
    assertThat(response.verdict()).isEqualTo(Verdict.TOOL_CALLS);
    assertThat(response.usage())
        .isEqualTo(
            new Usage(10L, 20L, 5L, 0L, null)
                .withRaw(
                    "{\"completion_tokens\":15,\"prompt_tokens\":10,\"reasoning_tokens\":5,"
                        + "\"total_tokens\":30}"));
    assertThat(response.blocks(BlockKind.REASONING).getFirst().reasoning())
        .satisfies(seal -> assertThat(String.valueOf(seal)).contains("encrypted"));
  }

  @Test
  void aToolsResultIsAnswered() {
    Response response = ask(request(TOOL, "sunny"));
    assertThat(response.text(BlockKind.TEXT)).isEqualTo("It says: sunny");
    assertThat(response.verdict()).isEqualTo(Verdict.COMPLETE);
  }

  @Test
  void aFailureIsTheStatusOfTheCallAfterWhatWasSaid() {
    List<StreamEvent> events = new ArrayList<>();
    assertThatThrownBy(
            () -> ask("xai_api.Chat/GetCompletionChunk", request(USER, "a broken one"), events))
        .isInstanceOfSatisfying(
            StatusRuntimeException.class,
            failed -> {
              assertThat(failed.getStatus().getCode()).isEqualTo(Status.Code.INTERNAL);
              assertThat(failed.getStatus().getDescription()).isEqualTo("Overloaded");
            });
    assertThat(events).hasAtLeastOneElementOfType(StreamEvent.BlockDelta.class);
  }

  @Test
  void whatTheScriptDoesNotAnswerAndUnknownMethodsAreRefused() {
    assertThatThrownBy(() -> ask(request(USER, "anything else")))
        .hasMessageContaining("INVALID_ARGUMENT")
        .hasMessageContaining("No answer of the script");
    assertThatThrownBy(() -> ask("xai_api.Chat/Other", request(USER, "weather"), new ArrayList<>()))
        .hasMessageContaining("UNIMPLEMENTED");
  }
}
