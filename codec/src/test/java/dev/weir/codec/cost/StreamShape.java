package dev.weir.codec.cost;

import dev.weir.event.BlockId;
import dev.weir.event.BlockKind;
import dev.weir.event.FinishReason;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.Annotation;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamEvent.OutputEnd;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamEvent.ResponseStart;
import dev.weir.event.Verdict;
import dev.weir.testkit.EventScript;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Responses of which a model or a provider chooses how much there is of one thing. */
enum StreamShape {
  DELTAS_OF_TEXT(n -> script().text(many("word ", n))),
  DELTAS_OF_REASONING(n -> script().reasoning(null, many("Let me look at it. ", n))),
  DELTAS_OF_ARGUMENTS(n -> {
    String[] deltas = many("\"a\",", n);
    deltas[0] = "{\"a\":[" + deltas[0];
    deltas[n - 1] = "\"a\"]}";
    return script().call("c", "f", deltas);
  }),
  ONE_LONG_TEXT(n -> script().text("word ".repeat(30 * n))),
  ONE_LONG_REASONING(n -> script().reasoning(null, "Next comes a line.\n".repeat(8 * n))),
  ONE_LONG_WORD(n -> script().text("x".repeat(150 * n))),
  MARKS(n ->
      script().reasoning(null, "**[STATUS: ".repeat(10 * n)).text("*_`[<think>".repeat(10 * n))),
  BLOCKS(n -> {
    EventScript script = script();
    for (int i = 0; i < n; i++) {
      script = i % 2 == 0 ? script.text("a") : script.reasoning(null, "b");
    }
    return script;
  }),
  CALLS(n -> {
    EventScript script = script();
    for (int i = 0; i < n; i++) {
      script.call("c" + i, "f" + i, "{\"a\":1}");
    }
    return script;
  }),
  CALLS_OF_ONE_NAME(n -> {
    EventScript script = script();
    for (int i = 0; i < n; i++) {
      script.call(null, "f", "{}");
    }
    return script;
  }),
  NAMES_OF_ARGUMENTS(n ->
      script()
          .call(
              "c",
              "f",
              IntStream.range(0, 5 * n)
                  .mapToObj(i -> "\"k%d\":%d".formatted(i, i))
                  .collect(java.util.stream.Collectors.joining(",", "{", "}")))),
  ANNOTATIONS(n -> {
    EventScript script = script();
    EventScript.Block block = EventScript.Block.of(BlockKind.TEXT);
    script.block(block, "a");
    List<StreamEvent> events = new ArrayList<>(script.events());
    StreamEvent end = events.removeLast();
    EventScript all = new EventScript();
    events.forEach(all::with);
    for (int i = 0; i < n; i++) {
      all.with(
          new Annotation(
              new BlockId(0, 0),
              "url",
              "{\"type\":\"url_citation\",\"url\":\"u%d\"}".formatted(i)));
    }
    return all.with(end);
  });

  @SuppressWarnings("ImmutableEnumChecker") // Lambdas without state.
  private final IntFunction<EventScript> make;

  StreamShape(IntFunction<EventScript> make) {
    this.make = make;
  }

  private static EventScript script() {
    return EventScript.response();
  }

  private static String[] many(String delta, int count) {
    String[] deltas = new String[count];
    Arrays.fill(deltas, delta);
    return deltas;
  }

  List<StreamEvent> of(int n) {
    return make.apply(n).finish(FinishReason.STOP, "stop").end(Verdict.COMPLETE, "stop");
  }

  /** Outputs that run beside each other, for dialects whose outputs are alternatives. */
  static List<StreamEvent> alternatives(int n) {
    List<StreamEvent> events = new ArrayList<>();
    events.add(new ResponseStart("r", "m", /* alternatives= */ true));
    for (int i = 0; i < n; i++) {
      var id = new BlockId(i, i);
      events.add(new BlockStart(id, BlockKind.TEXT, null, null, /* synthetic= */ false, Map.of()));
      events.add(new BlockDelta(id, "a"));
      events.add(new BlockEnd(id, /* complete= */ true, null, null, null, null));
      events.add(new OutputEnd(i, FinishReason.STOP, "stop"));
    }
    events.add(new ResponseEnd(Verdict.COMPLETE, "stop", null));
    return events;
  }
}
