package dev.weir.codec.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.codec.request.Message;
import dev.weir.codec.request.Message.Call;
import dev.weir.codec.request.Message.ToolOutput;
import dev.weir.codec.request.Message.ToolOutputs;
import dev.weir.event.BlockId;
import dev.weir.event.BlockKind;
import dev.weir.event.Reasoning;
import dev.weir.event.Response;
import dev.weir.event.ResponseAssembler;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamEvent.ResponseStart;
import dev.weir.event.Verdict;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CarriedAnswerTest {
  private static final Call CALL = new Call("c1", "forecast", "{\"city\":\"Bonn\"}");
  private static final ToolOutput OUTPUT = new ToolOutput("c1", "forecast", "sunny", false);
  private static final Message.Earlier EARLIER =
      new Message.Earlier(thoughtful(), "anthropic").from("claude");
  private static final @Nullable String CARRIED = CarriedAnswer.write(List.of(EARLIER));

  private static Response thoughtful() {
    var assembler = new ResponseAssembler();
    assembler.accept(new ResponseStart("r1", "m1"));
    block(assembler, 0, BlockKind.REASONING, null, null, "Hm.");
    block(assembler, 1, BlockKind.TEXT, null, null, "I look it up.");
    block(assembler, 2, BlockKind.TOOL_CALL, "c1", "forecast", CALL.arguments());
    assembler.accept(new ResponseEnd(Verdict.TOOL_CALLS, "tool_use", null));
    return assembler.response();
  }

  private static void block(
      ResponseAssembler assembler,
      int number,
      BlockKind kind,
      @Nullable String id,
      @Nullable String name,
      String text) {
    var block = new BlockId(0, number);
    Reasoning seal =
        kind == BlockKind.REASONING
            ? new Reasoning(null, List.of(), null, "seal", /* redacted= */ false)
            : null;
    assembler.accept(new BlockStart(block, kind, id, name, /* synthetic= */ false, Map.of()));
    assembler.accept(new BlockDelta(block, text));
    assembler.accept(
        new BlockEnd(
            block,
            /* complete= */ true,
            seal,
            kind == BlockKind.TOOL_CALL ? text : null,
            null,
            null));
  }

  @Test
  void whatIsCarriedGoesBackWithItsSealsAndItsProvider() {
    assertThat(
            CarriedAnswer.read(
                CARRIED, "I look it up.", List.of(CALL), List.of(OUTPUT), /* isLast= */ true))
        .containsExactly(EARLIER, new ToolOutputs(List.of(OUTPUT)));
  }

  @Test
  void aMessageThatWasChangedSinceGoesBackAsItShows() {
    assertThat(
            CarriedAnswer.read(
                CARRIED, "I looked.", List.of(CALL), List.of(OUTPUT), /* isLast= */ true))
        .containsExactly(
            Message.assistant("I looked.", List.of(CALL)), new ToolOutputs(List.of(OUTPUT)));
  }

  @Test
  void aMessageThatCarriesNothingGoesBackAsItShows() {
    assertThat(CarriedAnswer.read(null, "Hello.", List.of(), List.of(), /* isLast= */ false))
        .containsExactly(Message.assistant("Hello.", List.of()));
  }

  @Test
  void aCallThatNobodyRanHasAnOutputThatSaysSoUnlessItIsTheLastWord() {
    Message answer = Message.assistant(null, List.of(CALL));
    assertThat(CarriedAnswer.read(null, null, List.of(CALL), List.of(), /* isLast= */ true))
        .containsExactly(answer);
    assertThat(CarriedAnswer.read(null, null, List.of(CALL), List.of(), /* isLast= */ false))
        .hasSize(2)
        .startsWith(answer)
        .last()
        .isInstanceOf(ToolOutputs.class);
  }

  @Test
  void anAnswerShowsItsTextAndTheCallsThatAreToBeRun() {
    assertThat(CarriedAnswer.text(thoughtful())).isEqualTo("I look it up.");
    assertThat(CarriedAnswer.calls(thoughtful())).containsExactly(CALL);
    assertThat(CarriedAnswer.call(null, "now", "")).isEqualTo(new Call(null, "now", "{}"));
  }
}
