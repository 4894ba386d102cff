package dev.weir.gateway.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.Message.ToolOutput;
import dev.weir.event.BlockKind;
import dev.weir.event.FinishReason;
import dev.weir.event.Reasoning;
import dev.weir.event.StreamEvent;
import dev.weir.event.Verdict;
import dev.weir.testkit.EventScript;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a kept turn adds to the conversation; GoingBackTest has the table. */
final class PastTurnTest {

  @Test
  void reasoningGoesBackWithAnAnswerThatReachedItsLengthAsItDoesInALiveTurn() throws Exception {
    var sealed = new Reasoning(null, List.of(), null, "sig", false);
    List<StreamEvent> events =
        EventScript.response()
            .reasoning(sealed, "hm")
            .block(EventScript.Block.of(BlockKind.TEXT).cut(), "So")
            .finish(FinishReason.LENGTH, "max_tokens")
            .end(Verdict.LENGTH, "max_tokens");

    List<Message> messages = PastTurn.messages(events, Dialects.ANTHROPIC, List.of());

    assertThat(((Message.Earlier) messages.getFirst()).response().blocks())
        .extracting(block -> block.kind() + " " + block.text())
        .containsExactly("REASONING hm", "TEXT So");
  }

  @Test
  void onlyTheCallsOfTheFirstAlternativeAreAnswered() throws Exception {
    List<StreamEvent> events =
        EventScript.alternatives()
            .call("c1", "weather", "{}")
            .finish(FinishReason.TOOL_CALLS, "tool_calls")
            .output(1)
            .call("c2", "weather", "{}")
            .finish(FinishReason.TOOL_CALLS, "tool_calls")
            .end(Verdict.TOOL_CALLS, "tool_calls");
    var sunny = new ToolOutput("c1", "weather", "sunny", /* isError= */ false);

    List<Message> messages = PastTurn.messages(events, Dialects.OPENAI_CHAT, List.of(sunny));

    assertThat(messages.getLast()).isEqualTo(new Message.ToolOutputs(List.of(sunny)));
  }
}
