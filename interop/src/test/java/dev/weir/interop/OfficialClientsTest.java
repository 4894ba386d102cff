package dev.weir.interop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.dialect.EventSource;
import dev.weir.codec.registry.Dialects;
import dev.weir.event.BlockId;
import dev.weir.event.BlockKind;
import dev.weir.event.FinishReason;
import dev.weir.event.Reasoning;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OfficialClientsTest {
  private static final EventSource FOREIGN = EventSource.FOREIGN;
  private static final Usage USAGE = new Usage(10L, 20L, 5L, 3L, 2L);

  /** Reasoning, text and two calls, as any dialect may bring them. */
  private static final List<StreamEvent> TURN = turn();

  private static List<StreamEvent> turn() {
    List<StreamEvent> events = new ArrayList<>();
    events.add(new StreamEvent.ResponseStart("resp_42", "big-model"));
    var seal = new Reasoning(null, List.of(), null, "c2VhbA==", /* redacted= */ false);
    block(events, 0, BlockKind.REASONING, null, null, seal, "Let me ", "think.");
    block(events, 1, BlockKind.TEXT, null, null, null, "It is ", "«sunny» \uD83C\uDF1E\n");
    block(events, 2, BlockKind.TOOL_CALL, "call_a", "weather", null, "{\"city\":", "\"Rome\"}");
    block(events, 3, BlockKind.TOOL_CALL, "call_b", "time", null);
    events.add(new StreamEvent.OutputEnd(0, FinishReason.TOOL_CALLS, "whatever"));
    events.add(new StreamEvent.ResponseEnd(Verdict.TOOL_CALLS, "whatever", USAGE));
    return events;
  }

  private static void block(
      List<StreamEvent> events,
      int number,
      BlockKind kind,
      @Nullable String id,
      @Nullable String name,
      @Nullable Reasoning reasoning,
      String... deltas) {
    var block = new BlockId(0, number);
    boolean isCall = kind == BlockKind.TOOL_CALL;
    events.add(new BlockStart(block, kind, id, name, /* synthetic= */ false, Map.of()));
    for (String delta : deltas) {
      events.add(new BlockDelta(block, delta));
    }
    String arguments = isCall ? String.join("", deltas) : null;
    events.add(new BlockEnd(block, /* complete= */ true, reasoning, arguments, null, null));
  }

  @Test
  void openaiJavaReadsChatChunks() {
    var client = OpenAiHttp.client(Heard.write(Dialects.OPENAI_CHAT, FOREIGN, TURN));
    assertThat(Clients.chat(client, /* strict= */ true)).isEqualTo(Heard.of(TURN));
  }

  @Test
  void openaiJavaReadsResponses() {
    var client = OpenAiHttp.client(Heard.write(Dialects.OPENAI_RESPONSES, FOREIGN, TURN));
    assertThat(Clients.responses(client, /* strict= */ true)).isEqualTo(Heard.of(TURN));
  }

  @Test
  void googleGenaiReadsGeminiChunks() {
    try (var http = new GeminiHttp()) {
      byte[] bytes = Heard.write(Dialects.GEMINI, FOREIGN, TURN);
      assertThat(Clients.gemini(http.answering(bytes))).isEqualTo(Heard.of(TURN));
    }
  }

  @Test
  void anthropicJavaReadsMessages() {
    var client = AnthropicHttp.client(Heard.write(Dialects.ANTHROPIC, FOREIGN, TURN));
    assertThat(Clients.anthropic(client, /* strict= */ true)).isEqualTo(Heard.of(TURN));
  }
}
