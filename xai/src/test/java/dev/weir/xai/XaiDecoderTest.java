package dev.weir.xai;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.json.EventJson;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonText;
import dev.weir.codec.lifecycle.LifecycleEncoder;
import dev.weir.codec.lifecycle.LifecycleOptions;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.stream.StreamDecoder;
import dev.weir.event.BlockKind;
import dev.weir.event.GrammarChecker;
import dev.weir.event.OutputStats;
import dev.weir.event.PhaseCallbacks;
import dev.weir.event.PhaseTracker;
import dev.weir.event.Reasoning;
import dev.weir.event.Response;
import dev.weir.event.ResponseAssembler;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamFault;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import dev.weir.testkit.Cases;
import dev.weir.testkit.Splits;
import dev.weir.xai.proto.CompletionOutputChunk;
import dev.weir.xai.proto.Delta;
import dev.weir.xai.proto.FinishReason;
import dev.weir.xai.proto.FunctionCall;
import dev.weir.xai.proto.GetChatCompletionChunk;
import dev.weir.xai.proto.MessageRole;
import dev.weir.xai.proto.SamplingUsage;
import dev.weir.xai.proto.ToolCall;
import dev.weir.xai.proto.ToolCallStatus;
import dev.weir.xai.proto.ToolCallType;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class XaiDecoderTest {
  private static final Usage USAGE = new Usage(100L, 20L, 5L, 3L, null);
  private static final String RAW =
      "{\"cached_prompt_text_tokens\":3,\"completion_tokens\":20,\"prompt_tokens\":100,"
          + "\"reasoning_tokens\":5}";

  /** Calls of server tools, their results under the tool role, the answer. */
  private static final List<GetChatCompletionChunk> AGENTIC_RUN =
      List.of(
          chunk(
              output(0)
                  .setDelta(
                      Delta.newBuilder()
                          .setRole(MessageRole.ROLE_ASSISTANT)
                          .setReasoningContent("Search both.")
                          .addToolCalls(server("a", "web_search", "{\"q\":1}"))
                          .addToolCalls(server("b", "x_search", "{\"q\":2}")))),
          chunk(output(0).setFinishReason(FinishReason.REASON_TOOL_CALLS)),
          chunk(toolResult(1, "a", "web_search")),
          chunk(toolResult(2, "b", "x_search")),
          chunk(output(3).setDelta(Delta.newBuilder().setContent("It is "))),
          chunk(output(3).setDelta(Delta.newBuilder().setContent("sunny."))),
          chunk(output(3).setDelta(Delta.newBuilder()).setFinishReason(FinishReason.REASON_STOP))
              .toBuilder()
              .setUsage(
                  SamplingUsage.newBuilder()
                      .setPromptTokens(100)
                      .setCompletionTokens(20)
                      .setReasoningTokens(5)
                      .setCachedPromptTextTokens(3))
              .addCitations("https://a")
              .build());

  @Test
  void anAgenticRunIsFourOutputsWithTheVerdictOfTheLast() {
    assertThat(lines(AGENTIC_RUN))
        .isEqualTo(
            """
            {'type':'response_start','responseId':'r','modelName':'grok'}
            {'type':'block_start','output':0,'block':0,'kind':'reasoning','origin':{'index':'0'}}
            {'type':'block_delta','output':0,'block':0,'text':'Search both.'}
            {'type':'block_start','output':0,'block':1,'kind':'server_tool','id':'a','name':'web_search','origin':{'index':'0','type':'TOOL_CALL_TYPE_WEB_SEARCH_TOOL'}}
            {'type':'block_delta','output':0,'block':1,'text':'{\\'q\\':1}'}
            {'type':'block_start','output':0,'block':2,'kind':'server_tool','id':'b','name':'x_search','origin':{'index':'0','type':'TOOL_CALL_TYPE_WEB_SEARCH_TOOL'}}
            {'type':'block_delta','output':0,'block':2,'text':'{\\'q\\':2}'}
            {'type':'block_end','output':0,'block':0,'complete':true}
            {'type':'output_end','output':0,'reason':'tool_calls','word':'REASON_TOOL_CALLS'}
            {'type':'block_start','output':1,'block':3,'kind':'tool_output','id':'a','name':'web_search','origin':{'index':'1'}}
            {'type':'tool_progress','output':0,'block':1,'status':'completed'}
            {'type':'block_end','output':0,'block':1,'complete':true,'arguments':'{\\'q\\':1}'}
            {'type':'block_end','output':1,'block':3,'complete':true}
            {'type':'block_start','output':2,'block':4,'kind':'tool_output','id':'b','name':'x_search','origin':{'index':'2'}}
            {'type':'tool_progress','output':0,'block':2,'status':'completed'}
            {'type':'block_end','output':0,'block':2,'complete':true,'arguments':'{\\'q\\':2}'}
            {'type':'block_end','output':2,'block':4,'complete':true}
            {'type':'block_start','output':3,'block':5,'kind':'text','origin':{'index':'3'}}
            {'type':'block_delta','output':3,'block':5,'text':'It is '}
            {'type':'block_delta','output':3,'block':5,'text':'sunny.'}
            {'type':'annotation','output':3,'block':5,'kind':'citation','json':'\\'https://a\\''}
            {'type':'block_end','output':3,'block':5,'complete':true}
            {'type':'output_end','output':3,'reason':'stop','word':'REASON_STOP'}
            {'type':'usage','usage':{'inputTokens':100,'outputTokens':20,'reasoningTokens':5,'cachedInputTokens':3}}
            {'type':'output_end','output':1,'reason':'other'}
            {'type':'output_end','output':2,'reason':'other'}
            {'type':'response_end','verdict':'COMPLETE','word':'REASON_STOP','usage':{'inputTokens':100,'outputTokens':20,'reasoningTokens':5,'cachedInputTokens':3}}
            """);
  }

  @Test
  void aToolThatFailedSaysWhyAndItsResultEndsBeforeTheNextOutput() {
    List<String> frames = new ArrayList<>();
    var encoder = new LifecycleEncoder(LifecycleOptions.DEFAULT, frame -> frames.add(frame.data()));

    new StreamDecoder(Dialects.named("xai"))
        .feed(Cases.bytes("xai-failed-tool.bin"), event -> encoder.accept(event, 0));

    assertThat(frames.subList(0, frames.size() - 1))
        .endsWith(
            "{\"type\":\"tool_progress\",\"phase\":0,\"timestamp\":0,\"toolCallId\":\"c1\",\"toolName\":\"web_search\",\"call\":0,\"status\":\"failed\",\"server\":true}",
            "{\"type\":\"tool_call_start\",\"phase\":0,\"timestamp\":0,\"toolCallId\":\"c1\",\"toolName\":\"web_search\",\"call\":0,\"arguments\":\"{\\\"query\\\":\\\"z\\\"}\",\"server\":true}",
            "{\"type\":\"tool_result\",\"phase\":0,\"timestamp\":0,\"toolCallId\":\"c1\",\"toolName\":\"web_search\",\"call\":0,\"success\":false,\"server\":true,\"error\":\"HTTP 500\"}",
            "{\"type\":\"text_start\",\"phase\":0,\"timestamp\":0}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          xai-seed.bin | [0 finish COMPLETE/COMPLETE, 3 content PENDING, 3 finish COMPLETE/COMPLETE]
          xai-skip.bin | [0 reasoning PENDING, 0 finish COMPLETE/COMPLETE, 0 reasoning COMPLETE, 1 content PENDING, 1 finish COMPLETE/COMPLETE]
          """)
  void anOutputFinishesWhenItsReasonComes(String name, String said) {
    List<String> phases = new ArrayList<>();
    var tracker =
        new PhaseTracker(
            new PhaseCallbacks() {
              @Override
              public void reasoningStart(OutputStats stats) {
                phases.add(stats.output() + " reasoning " + stats.reasoning());
              }

              @Override
              public void reasoningComplete(OutputStats stats) {
                phases.add(stats.output() + " reasoning " + stats.reasoning());
              }

              @Override
              public void contentStart(OutputStats stats) {
                phases.add(stats.output() + " content " + stats.content());
              }

              @Override
              public void finish(OutputStats stats) {
                phases.add(
                    "%d finish %s/%s"
                        .formatted(stats.output(), stats.reasoning(), stats.content()));
              }
            });

    new StreamDecoder(Dialects.named("xai")).feed(Cases.bytes(name), tracker::accept);

    assertThat(phases).hasToString(said);
  }

  @Test
  void whereXaiSkipsNumbersItsOwnStandBesideOurs() {
    Response response = assemble(decode(List.of(Cases.bytes("xai-skip.bin"))));

    assertThat(response.blocks())
        .extracting(b -> b.block().output() + " " + b.origin().get("index"))
        .containsExactly("0 0", "1 3");
  }

  @Test
  void cutAtAnyChunkItIsNeverComplete() {
    for (int cut = 0; cut < AGENTIC_RUN.size(); cut++) {
      Verdict verdict = response(AGENTIC_RUN.subList(0, cut)).verdict();
      // The finish of output 0 alone looks like an end, but not like a complete answer.
      assertThat(verdict).isIn(Verdict.TRUNCATED, Verdict.TOOL_CALLS);
    }
  }

  @Test
  void twoOutputsInOneChunkAreKeptApart() {
    Response response =
        response(
            List.of(
                chunk(
                    output(0).setDelta(Delta.newBuilder().setContent("a")),
                    output(1).setDelta(Delta.newBuilder().setContent("b"))),
                chunk(
                    output(1).setFinishReason(FinishReason.REASON_STOP),
                    output(0).setFinishReason(FinishReason.REASON_STOP))));

    assertThat(response.text(BlockKind.TEXT, 0)).isEqualTo("a");
    assertThat(response.text(BlockKind.TEXT, 1)).isEqualTo("b");
    assertThat(response.verdict()).isEqualTo(Verdict.COMPLETE);
  }

  @ParameterizedTest
  @CsvSource({
    "REASON_STOP, COMPLETE",
    "REASON_MAX_LEN, LENGTH",
    "REASON_MAX_CONTEXT, LENGTH",
    "REASON_TIME_LIMIT, LENGTH",
    "REASON_TOOL_CALLS, TOOL_CALLS",
    "REASON_INVALID, TRUNCATED",
  })
  void aFinishWithoutADeltaCounts(FinishReason finish, Verdict verdict) {
    Response response =
        response(
            List.of(
                chunk(output(0).setDelta(Delta.newBuilder().setContent("a"))),
                chunk(output(0).setFinishReason(finish))));

    assertThat(response.verdict()).isEqualTo(verdict);
    assertThat(response.text(BlockKind.TEXT)).isEqualTo("a");
  }

  @Test
  void aClientCallComesWhole() {
    Response response =
        response(
            List.of(
                chunk(
                    output(0)
                        .setDelta(Delta.newBuilder().addToolCalls(client("c", "f", "{}", 0)))
                        .setFinishReason(FinishReason.REASON_TOOL_CALLS))));

    assertThat(response.blocks())
        .extracting(b -> b.kind() + " " + b.id() + " " + b.name() + " " + b.text())
        .containsExactly("TOOL_CALL c f {}");
    assertThat(response.verdict()).isEqualTo(Verdict.TOOL_CALLS);
  }

  @Test
  void aStreamedClientCallIsTakenOnce() {
    Response response =
        response(
            List.of(
                chunk(call(client("c", "get_", "", 0))),
                chunk(call(client("c", "weather", "", 0))),
                chunk(call(client("c", "", "{\"a\":", 0))),
                chunk(call(client("c", "", "1}", 0))),
                chunk(call(client("c", "get_weather", "{\"a\":1}", 1))),
                chunk(output(0).setFinishReason(FinishReason.REASON_STOP))));

    assertThat(response.blocks())
        .extracting(b -> b.name() + " " + b.text())
        .containsExactly("get_weather {\"a\":1}");
    assertThat(response.verdict()).isEqualTo(Verdict.TOOL_CALLS);
  }

  @Test
  void encryptedReasoningWithoutTextIsASyntheticBlock() {
    Response response =
        response(
            List.of(
                chunk(output(0).setDelta(Delta.newBuilder().setContent("a"))),
                chunk(output(0).setDelta(Delta.newBuilder().setEncryptedContent("enc"))),
                chunk(output(0).setFinishReason(FinishReason.REASON_STOP))));

    Response.Block block = response.blocks(BlockKind.REASONING).getFirst();
    assertThat(block.synthetic()).isTrue();
    assertThat(block.reasoning()).isEqualTo(new Reasoning(null, List.of(), "enc", null, false));
  }

  @Test
  void aFailedCallSaysSoInItsTrailersAndKeepsThePartial() {
    Response response =
        assemble(
            decode(
                List.of(
                    body(AGENTIC_RUN.subList(0, 1)),
                    trailers("grpc-status:14\r\ngrpc-message:gone 100%25 of the way\r\n"))));

    assertThat(response.verdict()).isEqualTo(Verdict.FAILED);
    assertThat(response.faults())
        .containsExactly(
            new StreamFault(
                StreamFault.Kind.PROVIDER_ERROR, "UNAVAILABLE", "gone 100% of the way"));
    assertThat(response.text(BlockKind.REASONING)).isEqualTo("Search both.");
  }

  @Test
  void trailersThatSayOkChangeNothing() {
    byte[] ok = trailers("grpc-status:0\r\ngrpc-message:\r\n");
    assertThat(decode(List.of(body(AGENTIC_RUN), ok))).isEqualTo(events(AGENTIC_RUN));
  }

  @Test
  void aRunThatBreaksOffWhileServerToolsAreAtWorkIsTruncated() {
    assertThat(response(AGENTIC_RUN.subList(0, 2)).verdict()).isEqualTo(Verdict.TRUNCATED);
  }

  /** Zero meant "in progress" once; the published proto has four for it now. */
  @ParameterizedTest
  @ValueSource(ints = {0, 4})
  void aServerToolInProgressStaysOpenUnderTheOldNumberAndTheNew(int status) {
    var running = server("a", "web_search", "{}").setStatusValue(status);
    List<StreamEvent> events =
        events(
            List.of(
                chunk(call(running)),
                chunk(call(running)),
                chunk(toolResult(1, "a", "web_search"))));

    assertThat(events)
        .filteredOn(StreamEvent.ToolProgress.class::isInstance)
        .extracting(e -> ((StreamEvent.ToolProgress) e).status())
        .containsExactly("completed");
    assertThat(events).filteredOn(StreamEvent.BlockStart.class::isInstance).hasSize(2);
  }

  @Test
  void thinkingThatIsCountedApartIsOutput() {
    SamplingUsage apart =
        SamplingUsage.newBuilder()
            .setPromptTokens(10)
            .setCompletionTokens(3)
            .setReasoningTokens(4)
            .setTotalTokens(17)
            .build();
    GetChatCompletionChunk chunk = GetChatCompletionChunk.newBuilder().setUsage(apart).build();
    Usage usage = Objects.requireNonNull(assemble(events(List.of(chunk))).usage());
    assertThat(usage.withRaw(null)).isEqualTo(new Usage(10L, 7L, 4L, 0L, null));
  }

  @Test
  void aCapturedBodyGivesTheSameEventsHoweverItIsCut() {
    byte[] body = body(AGENTIC_RUN);
    List<StreamEvent> expected = events(AGENTIC_RUN);

    assertThat(Splits.of(body))
        .allSatisfy(slices -> assertThat(decode(slices)).isEqualTo(expected));
    assertThat(assemble(decode(List.of(body))).usage()).isEqualTo(USAGE.withRaw(RAW));
  }

  @Test
  void whatIsNotGrpcOrNotAChunkIsReported() {
    assertThat(fault("data: {}\n\n".getBytes(UTF_8))).startsWith("A gRPC message has the flag 100");
    assertThat(fault(new byte[] {0, 127, 0, 0, 0, 1}))
        .startsWith("A gRPC message of 2,130,706,432 bytes exceeds 16,777,216");
    assertThat(fault(new byte[] {0, 0, 0, 0, 2, 10, 99}))
        .startsWith("A message of 2 bytes is not an xAI chat chunk");
  }

  private static String fault(byte[] bytes) {
    return assemble(decode(List.of(bytes))).faults().getFirst().message();
  }

  private static GetChatCompletionChunk chunk(CompletionOutputChunk.Builder... outputs) {
    var chunk = GetChatCompletionChunk.newBuilder().setId("r").setModel("grok");
    for (CompletionOutputChunk.Builder output : outputs) {
      chunk.addOutputs(output);
    }
    return chunk.build();
  }

  private static CompletionOutputChunk.Builder output(int index) {
    return CompletionOutputChunk.newBuilder().setIndex(index);
  }

  private static CompletionOutputChunk.Builder call(ToolCall.Builder call) {
    return output(0).setDelta(Delta.newBuilder().addToolCalls(call));
  }

  private static CompletionOutputChunk.Builder toolResult(int index, String id, String name) {
    return output(index)
        .setDelta(
            Delta.newBuilder()
                .setRole(MessageRole.ROLE_TOOL)
                .addToolCalls(
                    server(id, name, "").setStatus(ToolCallStatus.TOOL_CALL_STATUS_COMPLETED)));
  }

  private static ToolCall.Builder server(String id, String name, String arguments) {
    return ToolCall.newBuilder()
        .setId(id)
        .setType(ToolCallType.TOOL_CALL_TYPE_WEB_SEARCH_TOOL)
        .setFunction(FunctionCall.newBuilder().setName(name).setArguments(arguments));
  }

  private static ToolCall.Builder client(String id, String name, String arguments, int status) {
    return ToolCall.newBuilder()
        .setId(id)
        .setType(ToolCallType.TOOL_CALL_TYPE_CLIENT_SIDE_TOOL)
        .setStatusValue(status)
        .setFunction(FunctionCall.newBuilder().setName(name).setArguments(arguments));
  }

  private static List<StreamEvent> events(List<GetChatCompletionChunk> chunks) {
    return decode(List.of(body(chunks)));
  }

  private static List<StreamEvent> decode(List<byte[]> slices) {
    var decoder = new StreamDecoder(Dialects.named("xai"));
    List<StreamEvent> events = new ArrayList<>();
    slices.forEach(slice -> decoder.feed(slice, events::add));
    decoder.end(events::add);
    assertThat(GrammarChecker.check(events)).isEmpty();
    return events;
  }

  private static byte[] trailers(String lines) {
    byte[] bytes = lines.getBytes(UTF_8);
    return ByteBuffer.allocate(5 + bytes.length)
        .put((byte) 0x80)
        .putInt(bytes.length)
        .put(bytes)
        .array();
  }

  private static byte[] body(List<GetChatCompletionChunk> chunks) {
    var body = new ByteArrayOutputStream();
    for (GetChatCompletionChunk chunk : chunks) {
      byte[] message = chunk.toByteArray();
      body.writeBytes(ByteBuffer.allocate(5).put((byte) 0).putInt(message.length).array());
      body.writeBytes(message);
    }
    return body.toByteArray();
  }

  private static Response response(List<GetChatCompletionChunk> chunks) {
    return assemble(events(chunks));
  }

  private static Response assemble(List<StreamEvent> events) {
    var assembler = new ResponseAssembler();
    events.forEach(assembler::accept);
    return assembler.response();
  }

  private static String lines(List<GetChatCompletionChunk> chunks) {
    return events(chunks).stream()
        .map(e -> EventJson.write(e).replace(",\"raw\":" + JsonText.of(new Json.Text(RAW)), ""))
        .map(line -> line.replace('"', '\'') + "\n")
        .collect(Collectors.joining());
  }
}
