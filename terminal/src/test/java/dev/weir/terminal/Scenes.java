package dev.weir.terminal;

import dev.weir.event.BlockId;
import dev.weir.event.BlockKind;
import dev.weir.event.FinishReason;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import dev.weir.testkit.EventScript;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Streams that are shown in tests, each with the moment at which it is looked at. */
enum Scenes {
  TWO_MESSAGES {
    @Override
    List<StreamEvent> events() {
      return EventScript.response()
          .text("The first message, ", "in two deltas.")
          .finish(FinishReason.STOP, "stop")
          .output(1)
          .text(
              "The second message. ",
              "It has a second sentence, which is long enough to be ",
              "wrapped on a narrow terminal.")
          .finish(FinishReason.STOP, "stop")
          .end(Verdict.COMPLETE, "stop", new Usage(10L, 20L, null, null, null));
    }
  },
  SEVERAL_REASONING_ITEMS {
    @Override
    List<StreamEvent> events() {
      return EventScript.response()
          .reasoning(null, "**Reading**\n\nThe question ", "is about rivers.")
          .finish(FinishReason.STOP, null)
          .output(1)
          .reasoning(null, "Now the lengths.")
          .finish(FinishReason.STOP, null)
          .output(2)
          .reasoning(null, "And the mouths.")
          .finish(FinishReason.STOP, null)
          .output(3)
          .text("The Rhine ", "is longer.")
          .finish(FinishReason.STOP, "stop")
          .end(Verdict.COMPLETE, "stop");
    }
  },
  PARALLEL_TOOL_CALLS {
    @Override
    List<StreamEvent> events() {
      var first = new BlockId(0, 0);
      var second = new BlockId(0, 1);
      return EventScript.response()
          .with(start(first, BlockKind.TOOL_CALL, "gauge"))
          .with(start(second, BlockKind.TOOL_CALL, "gauge"))
          .with(new BlockDelta(first, "{\"river\":"))
          .with(new BlockDelta(second, "{\"river\":"))
          .with(new BlockDelta(first, "\"Rhine\"}"))
          .with(new BlockDelta(second, "\"Elbe\"}"))
          .with(end(first, /* complete= */ true))
          .with(end(second, /* complete= */ true))
          .finish(FinishReason.TOOL_CALLS, "tool_calls")
          .end(Verdict.TOOL_CALLS, "tool_calls");
    }
  },
  REFUSAL {
    @Override
    List<StreamEvent> events() {
      return EventScript.response()
          .refusal("I cannot ", "help with that.")
          .finish(FinishReason.REFUSED, "refusal")
          .end(Verdict.REFUSED, "refusal");
    }
  },
  FAILURE {
    @Override
    List<StreamEvent> events() {
      var text = new BlockId(0, 0);
      return EventScript.response()
          .with(start(text, BlockKind.TEXT, null))
          .with(new BlockDelta(text, "It began well"))
          .with(new BlockDelta(text, ", but"))
          .error("529", "The engine is overloaded")
          .with(end(text, /* complete= */ false))
          .end(Verdict.FAILED, null);
    }
  },
  TEN_THOUSAND_DELTAS {
    @Override
    List<StreamEvent> events() {
      String[] deltas = new String[10_000];
      for (int i = 0; i < deltas.length; i++) {
        deltas[i] = i % 10 == 9 ? "w" + i + "\n" : "w" + i + " ";
      }
      return EventScript.response()
          .text(deltas)
          .finish(FinishReason.STOP, "stop")
          .end(Verdict.COMPLETE, "stop");
    }
  };

  abstract List<StreamEvent> events();

  /** All but what ends it. */
  List<StreamEvent> untilLastDelta() {
    List<StreamEvent> events = new ArrayList<>(events());
    while (!(events.getLast() instanceof BlockDelta)) {
      events.removeLast();
    }
    return events;
  }

  private static BlockStart start(
      BlockId block, BlockKind kind, @org.jspecify.annotations.Nullable String name) {
    return new BlockStart(block, kind, "id", name, /* synthetic= */ false, Map.of());
  }

  private static BlockEnd end(BlockId block, boolean complete) {
    return new BlockEnd(block, complete, null, null, null, null);
  }
}
