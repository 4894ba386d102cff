package dev.weir.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.exception.TimeoutException;
import dev.langchain4j.model.chat.response.ChatModelStreamingEvent;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.CompleteResponse;
import dev.langchain4j.model.chat.response.CompleteToolCall;
import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.chat.response.PartialThinking;
import dev.langchain4j.model.chat.response.PartialToolCall;
import dev.langchain4j.model.chat.response.RawStreamingEvent;
import dev.langchain4j.model.output.FinishReason;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.Message;
import dev.weir.event.BlockId;
import dev.weir.event.BlockKind;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamEvent.OutputEnd;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamEvent.ResponseStart;
import dev.weir.event.StreamEvent.Unrecognized;
import dev.weir.event.StreamEvent.UsageUpdate;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChatFoldTest {
  private final ChatFold fold = new ChatFold("claude", Dialects.ANTHROPIC, "sonnet");

  private List<ChatModelStreamingEvent> told(StreamEvent... events) {
    List<ChatModelStreamingEvent> told = new ArrayList<>();
    for (StreamEvent event : events) {
      ChatModelStreamingEvent one = fold.of(event);
      if (one != null) {
        told.add(one);
      }
    }
    return told;
  }

  private static BlockStart start(
      int block, BlockKind kind, @Nullable String id, @Nullable String name) {
    return new BlockStart(new BlockId(0, block), kind, id, name, /* synthetic= */ false, Map.of());
  }

  private static BlockDelta delta(int block, String text) {
    return new BlockDelta(new BlockId(0, block), text);
  }

  private static BlockEnd end(int block, boolean complete, @Nullable String arguments) {
    return new BlockEnd(new BlockId(0, block), complete, null, arguments, null, null);
  }

  @Test
  void thinkingTextAndCallsComeInTheirOrder() {
    var usage = new Usage(10L, 5L, 2L, 1L, null);
    List<ChatModelStreamingEvent> told =
        told(
            new ResponseStart("r1", "m1"),
            start(0, BlockKind.REASONING, null, null),
            delta(0, "Hm."),
            end(0, /* complete= */ true, null),
            start(1, BlockKind.TEXT, null, null),
            delta(1, "I look."),
            end(1, /* complete= */ true, null),
            start(2, BlockKind.TOOL_CALL, "c1", "forecast"),
            delta(2, "{\"city\":"),
            delta(2, "\"Bonn\"}"),
            end(2, /* complete= */ true, "{\"city\":\"Bonn\"}"),
            start(3, BlockKind.TOOL_CALL, "c2", "now"),
            end(3, /* complete= */ true, ""),
            new UsageUpdate(usage),
            new OutputEnd(0, dev.weir.event.FinishReason.TOOL_CALLS, "tool_use"),
            new ResponseEnd(Verdict.TOOL_CALLS, "tool_use", usage));
    var forecast = ChatResponses.request(new Message.Call("c1", "forecast", "{\"city\":\"Bonn\"}"));
    var now = ChatResponses.request(new Message.Call("c2", "now", "{}"));
    assertThat(told)
        .hasSize(7)
        .startsWith(
            new PartialThinking("Hm."),
            new PartialResponse("I look."),
            partial("{\"city\":"),
            partial("\"Bonn\"}"),
            new CompleteToolCall(0, forecast),
            new CompleteToolCall(1, now));
    ChatResponse response = ((CompleteResponse) told.getLast()).chatResponse();
    AiMessage message = response.aiMessage();
    assertThat(message.text()).isEqualTo("I look.");
    assertThat(message.thinking()).isEqualTo("Hm.");
    assertThat(message.toolExecutionRequests()).containsExactly(forecast, now);
    assertThat(response.id()).isEqualTo("r1");
    assertThat(response.modelName()).isEqualTo("m1");
    assertThat(response.finishReason()).isEqualTo(FinishReason.TOOL_EXECUTION);
    assertThat(response.tokenUsage()).isEqualTo(new WeirTokenUsage(usage));
    assertThat(response.tokenUsage().totalTokenCount()).isEqualTo(15);
  }

  private static PartialToolCall partial(String arguments) {
    return PartialToolCall.builder()
        .index(0)
        .id("c1")
        .name("forecast")
        .partialArguments(arguments)
        .build();
  }

  @Test
  void whatLangChain4jHasNoWordForComesRaw() {
    var unknown = new Unrecognized("new_thing", "{}", 2);
    var search = start(0, BlockKind.SERVER_TOOL, "s1", "web_search");
    assertThat(told(new ResponseStart(null, null), unknown, search))
        .containsExactly(RawStreamingEvent.of(unknown), RawStreamingEvent.of(search));
  }

  @Test
  void aDamagedCallIsNeitherCompleteNorToBeRun() {
    BlockEnd damaged = end(0, /* complete= */ false, "{\"a\"");
    List<ChatModelStreamingEvent> told =
        told(
            new ResponseStart(null, null),
            start(0, BlockKind.TOOL_CALL, "c1", "add"),
            damaged,
            new ResponseEnd(Verdict.TOOL_CALLS, null, null));
    assertThat(told.getFirst()).isEqualTo(RawStreamingEvent.of(damaged));
    assertThat(
            ((CompleteResponse) told.getLast()).chatResponse().aiMessage().toolExecutionRequests())
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "COMPLETE, STOP",
    "LENGTH, LENGTH",
    "TOOL_CALLS, TOOL_EXECUTION",
    "REFUSED, CONTENT_FILTER",
    "FILTERED, CONTENT_FILTER",
    "PAUSED, OTHER"
  })
  void aNaturalEndIsAResponse(Verdict verdict, FinishReason reason) {
    List<ChatModelStreamingEvent> told =
        told(new ResponseStart(null, null), new ResponseEnd(verdict, null, null));
    ChatResponse response = ((CompleteResponse) told.getLast()).chatResponse();
    assertThat(response.finishReason()).isEqualTo(reason);
    assertThat(response.modelName()).as("nobody said who answered").isEqualTo("sonnet");
    assertThat(fold.failure()).isNull();
  }

  @Test
  void anyOtherEndIsAFailure() {
    assertThat(told(new ResponseStart(null, null), new ResponseEnd(Verdict.STALLED, null, null)))
        .isEmpty();
    assertThat(fold.failure()).isInstanceOf(TimeoutException.class);
  }
}
