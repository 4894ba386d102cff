package dev.weir.codec.seal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonReader;
import dev.weir.codec.json.JsonText;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.Message.ToolOutput;
import dev.weir.codec.request.Request;
import dev.weir.codec.request.Rewritten;
import dev.weir.codec.stream.Decoded;
import dev.weir.codec.stream.RoundTrip;
import dev.weir.event.BlockKind;
import dev.weir.event.Reasoning;
import dev.weir.event.Response;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.testkit.Corpus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Opaque reasoning of a provider, through a client of another dialect and back. */
class SealedReasoningTest {
  private static final Seals SEALS = new Seals("0123456789abcdef".getBytes(UTF_8));
  private static final JsonReader READER = new JsonReader(/* maxDepth= */ 500, 64 << 20);
  private static final List<Dialect> CLIENTS =
      List.of(Dialects.ANTHROPIC, Dialects.OPENAI_RESPONSES, Dialects.GEMINI, Dialects.OPENAI_CHAT);

  /** Answers that think, call a tool, and hold something that only the provider can read. */
  private static final Map<Dialect, String> ANSWERS =
      Map.of(
          Dialects.ANTHROPIC,
          Decoded.sse(
              "{\"type\":\"message_start\",\"message\":{\"id\":\"msg_1\",\"model\":\"m\",\"role\":\"assistant\",\"content\":[]}}",
              "{\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"thinking\",\"thinking\":\"\",\"signature\":\"\"}}",
              "{\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"thinking_delta\",\"thinking\":\"I look.\"}}",
              "{\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"signature_delta\",\"signature\":\"c2lnbmVk\"}}",
              "{\"type\":\"content_block_stop\",\"index\":0}",
              "{\"type\":\"content_block_start\",\"index\":1,\"content_block\":{\"type\":\"redacted_thinking\",\"data\":\"aGlkZGVu\"}}",
              "{\"type\":\"content_block_stop\",\"index\":1}",
              "{\"type\":\"content_block_start\",\"index\":2,\"content_block\":{\"type\":\"tool_use\",\"id\":\"toolu_1\",\"name\":\"f\",\"input\":{}}}",
              "{\"type\":\"content_block_delta\",\"index\":2,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"{\\\"a\\\":1}\"}}",
              "{\"type\":\"content_block_stop\",\"index\":2}",
              "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"tool_use\"},\"usage\":{\"output_tokens\":9}}",
              "{\"type\":\"message_stop\"}"),
          Dialects.OPENAI_RESPONSES,
          Decoded.sse(
              "{\"type\":\"response.created\",\"sequence_number\":0,\"response\":{\"id\":\"resp_1\",\"model\":\"m\"}}",
              "{\"type\":\"response.output_item.added\",\"sequence_number\":1,\"output_index\":0,\"item\":{\"id\":\"rs_1\",\"type\":\"reasoning\",\"summary\":[]}}",
              "{\"type\":\"response.output_item.done\",\"sequence_number\":2,\"output_index\":0,\"item\":{\"id\":\"rs_1\",\"type\":\"reasoning\",\"summary\":[],\"encrypted_content\":\"gAAA\"}}",
              "{\"type\":\"response.output_item.added\",\"sequence_number\":3,\"output_index\":1,\"item\":{\"id\":\"fc_1\",\"type\":\"function_call\",\"call_id\":\"call_1\",\"name\":\"f\",\"arguments\":\"\"}}",
              "{\"type\":\"response.function_call_arguments.delta\",\"sequence_number\":4,\"output_index\":1,\"item_id\":\"fc_1\",\"delta\":\"{\\\"a\\\":1}\"}",
              "{\"type\":\"response.output_item.done\",\"sequence_number\":5,\"output_index\":1,\"item\":{\"id\":\"fc_1\",\"type\":\"function_call\",\"call_id\":\"call_1\",\"name\":\"f\",\"arguments\":\"{\\\"a\\\":1}\"}}",
              "{\"type\":\"response.completed\",\"sequence_number\":6,\"response\":{\"id\":\"resp_1\",\"model\":\"m\",\"status\":\"completed\"}}"),
          Dialects.GEMINI,
          Decoded.sse(
              "{\"responseId\":\"g1\",\"modelVersion\":\"m\",\"candidates\":[{\"content\":{\"role\":\"model\",\"parts\":[{\"text\":\"I look.\",\"thought\":true}]}}]}",
              "{\"responseId\":\"g1\",\"candidates\":[{\"content\":{\"role\":\"model\",\"parts\":[{\"functionCall\":{\"name\":\"f\",\"args\":{\"a\":1}},\"thoughtSignature\":\"c2lnMQ==\"}]},\"finishReason\":\"STOP\"}]}"),
          Dialects.OPENAI_CHAT,
          Decoded.sse(
              "{\"id\":\"c1\",\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"reasoning\":\"I look.\",\"reasoning_details\":[{\"type\":\"reasoning.text\",\"text\":\"I look.\",\"index\":0,\"format\":\"anthropic-claude-v1\"}]}}]}",
              "{\"id\":\"c1\",\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":{\"reasoning_details\":[{\"type\":\"reasoning.text\",\"signature\":\"c2lnMg==\",\"index\":0,\"format\":\"anthropic-claude-v1\"}]}}]}",
              "{\"id\":\"c1\",\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"call_1\",\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"{\\\"a\\\":1}\"}}]}}]}",
              "{\"id\":\"c1\",\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"tool_calls\"}]}",
              "[DONE]"));

  private static SealOwner owner(Dialect dialect) {
    return new SealOwner("acme", "m", dialect.word());
  }

  @TestFactory
  Stream<DynamicTest> whatAProviderGetsBackIsWhatItGave() {
    return ANSWERS.entrySet().stream()
        .flatMap(answer ->
            CLIENTS.stream()
                .filter(client -> !client.equals(answer.getKey()))
                .map(client ->
                    DynamicTest.dynamicTest(
                        "%s through %s".formatted(answer.getKey(), client),
                        () -> {
                          Dialect provider = answer.getKey();
                          Response straight = Decoded.response(provider, answer.getValue());
                          Response back =
                              back(provider, client, Decoded.events(provider, answer.getValue()));
                          assertThat(withoutItemIds(next(provider, back)))
                              .isEqualTo(withoutItemIds(next(provider, straight)));
                        })));
  }

  @TestFactory
  Stream<DynamicTest> whateverWasRecordedGoesBackInItsOrder() {
    return CLIENTS.stream()
        .flatMap(dialect ->
            Corpus.streams(dialect.word()).stream()
                .map(stream ->
                    DynamicTest.dynamicTest(
                        dialect.word() + "/" + stream.name(),
                        stream.file().toUri(),
                        () -> goesBack(dialect, stream.bytes()))));
  }

  private static void goesBack(Dialect provider, byte[] bytes) {
    List<StreamEvent> events = Decoded.events(provider, List.of(bytes));
    List<String> wanted = opaque(Decoded.response(withoutLateWords(events)));
    for (Dialect client : CLIENTS) {
      if (!client.equals(provider) && !wanted.isEmpty()) {
        assertThat(opaque(back(provider, client, events)))
            .as("through %s", client)
            .isEqualTo(wanted);
      }
    }
  }

  /** What the end of a response says anew comes too late for a client, and is as good as before. */
  private static List<StreamEvent> withoutLateWords(List<StreamEvent> events) {
    return events.stream()
        .map(event ->
            event instanceof ResponseEnd end
                ? new ResponseEnd(end.verdict(), end.word(), end.usage())
                : event)
        .toList();
  }

  /** The answer as the provider's next request has it after a client has carried it. */
  private static Response back(Dialect provider, Dialect client, List<StreamEvent> events) {
    List<StreamEvent> sealed = new ArrayList<>();
    var sealing =
        new SealedEvents(
            SEALS,
            owner(provider),
            client.serverSide().orElseThrow().reasoningCarrier(),
            sealed::add);
    events.forEach(sealing);
    Response seen = Decoded.response(RoundTrip.of(client, provider, sealed).after());
    Request.Builder request =
        Request.builder()
            .message(Message.user("Hi"))
            .message(new Message.Earlier(seen, client.word()));
    List<ToolOutput> outputs =
        seen.blocks(BlockKind.TOOL_CALL).stream()
            .map(call -> new ToolOutput(call.id(), String.valueOf(call.name()), "ok", false))
            .toList();
    if (!outputs.isEmpty()) {
      request.message(new Message.ToolOutputs(outputs));
    }
    Request read = Rewritten.read(client, Rewritten.write(client, request.build()));
    SealedMessages.Opened opened = SealedMessages.open(read.messages(), SEALS, owner(provider));
    assertThat(opened.dropped()).isEmpty();
    return opened.messages().stream()
        .filter(Message.Earlier.class::isInstance)
        .map(message -> ((Message.Earlier) message).response())
        .findFirst()
        // An answer that says nothing does not go back at all.
        .orElseGet(() -> Decoded.response(withoutLateWords(events)));
  }

  /** The ids of items that are calls stay at the provider: it takes calls without. */
  private static String withoutItemIds(Json next) {
    return JsonText.canonical(next).replace("\"id\":\"fc_1\",", "");
  }

  private static Json next(Dialect provider, Response response) {
    return READER.read(provider.clientSide().orElseThrow().nextRequest(response));
  }

  /** What only the provider can read, in its order; its tools' results are another matter. */
  private static List<String> opaque(Response response) {
    List<String> found = new ArrayList<>();
    for (Response.Block block : response.firstAnswer()) {
      Reasoning reasoning = block.reasoning();
      boolean isCarried =
          block.kind() != BlockKind.SERVER_TOOL && block.kind() != BlockKind.TOOL_OUTPUT;
      if (block.complete() && isCarried) {
        add(block.signature(), found);
        add(reasoning == null ? null : reasoning.signature(), found);
        add(reasoning == null ? null : reasoning.encrypted(), found);
      }
    }
    return found;
  }

  private static void add(@Nullable String text, List<String> found) {
    if (text != null) {
      found.add(text);
    }
  }
}
