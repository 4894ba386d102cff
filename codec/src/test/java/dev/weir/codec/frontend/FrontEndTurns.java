package dev.weir.codec.frontend;

import dev.weir.event.BlockId;
import dev.weir.event.BlockKind;
import dev.weir.event.FinishReason;
import dev.weir.event.Reasoning;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamEvent.Fault;
import dev.weir.event.StreamEvent.OutputEnd;
import dev.weir.event.StreamEvent.PassEnd;
import dev.weir.event.StreamEvent.PassStart;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamEvent.ResponseStart;
import dev.weir.event.StreamFault;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns that show a front end everything it can be told. */
public final class FrontEndTurns {
  public static final String SEAL = "weirseal0001abcd";
  public static final AnswerPlace PLACE = new AnswerPlace("s1", "chat-1", "answer-1");

  private FrontEndTurns() {}

  /** Every turn, by what it shows. */
  public static Map<String, List<StreamEvent>> all() {
    Map<String, List<StreamEvent>> turns = new LinkedHashMap<>();
    turns.put("whole", whole());
    turns.put("clients call", clientsCall());
    turns.put("interleaved", interleaved());
    turns.put("nothing", List.of(start(), new ResponseEnd(Verdict.COMPLETE, "stop", null)));
    for (Verdict verdict : Verdict.values()) {
      turns.put("ends " + verdict, ending(verdict));
    }
    return turns;
  }

  private static StreamEvent start() {
    return new ResponseStart("r1", "model-1");
  }

  /** Two passes with a tool of ours, one that failed, a tool of the provider, a page, a picture. */
  public static List<StreamEvent> whole() {
    List<StreamEvent> events = new ArrayList<>();
    events.add(start());
    events.add(start(0, BlockKind.REASONING, null, null, Map.of()));
    events.add(new BlockDelta(id(0), 0, "First this."));
    events.add(new BlockDelta(id(0), 1, "Then that: 世界 🌊\u2028"));
    events.add(
        new BlockEnd(
            id(0), true, new Reasoning(null, List.of(), SEAL, null, false), null, null, null));
    events.addAll(block(1, BlockKind.TEXT, null, null, "Let me ", "look."));
    events.addAll(call(2, "call-1", "weather", "{\"city\":", "\"Bonn\"}"));
    events.addAll(call(3, "call-2", "weather", ""));
    events.add(new PassEnd(Verdict.TOOL_CALLS, "tool_use", null, null, Map.of()));
    events.addAll(output(4, "call-2", "weather", /* success= */ false, "No city"));
    events.addAll(output(5, "call-1", "weather", /* success= */ true, "9 degrees"));
    events.add(new PassStart("r2", "model-1"));
    var search = new BlockId(1, 6);
    events.add(
        new BlockStart(search, BlockKind.SERVER_TOOL, "ws_1", "web_search", false, Map.of()));
    events.add(new BlockEnd(search, true, null, "{\"query\":\"Bonn\"}", null, null));
    events.add(new OutputEnd(1, FinishReason.STOP, "completed"));
    var text = new BlockId(2, 7);
    events.add(new BlockStart(text, BlockKind.TEXT, null, null, false, Map.of()));
    events.add(new BlockDelta(text, "It is 9 degrees."));
    events.add(
        new StreamEvent.Annotation(
            text, "url_citation", "{\"url\":\"https://example.org/bonn\",\"title\":\"Bonn\"}"));
    events.add(
        new StreamEvent.Annotation(text, "url_citation", "{\"url\":\"javascript:alert(1)\"}"));
    events.add(new BlockEnd(text, true, null, null, null, null));
    events.addAll(block(8, BlockKind.MEDIA, null, "image/png", "iVBORw0K"));
    events.add(new ResponseEnd(Verdict.COMPLETE, "end_turn", new Usage(10L, 20L, 5L, null, null)));
    return events;
  }

  /** A call that is the front end's to run, without an id. */
  public static List<StreamEvent> clientsCall() {
    List<StreamEvent> events = new ArrayList<>();
    events.add(start());
    events.addAll(call(0, null, "locate", "{}"));
    events.add(new ResponseEnd(Verdict.TOOL_CALLS, "tool_calls", null));
    return events;
  }

  /** Two blocks that grow by turns, and two calls with one id. */
  public static List<StreamEvent> interleaved() {
    List<StreamEvent> events = new ArrayList<>();
    events.add(start());
    events.add(start(0, BlockKind.REASONING, null, null, Map.of()));
    events.add(start(1, BlockKind.TEXT, null, null, Map.of()));
    events.add(new BlockDelta(id(0), "a"));
    events.add(new BlockDelta(id(1), "x"));
    events.add(new BlockDelta(id(0), "b"));
    events.add(new BlockDelta(id(1), "y"));
    events.add(new BlockEnd(id(0), true, null, null, null, null));
    events.add(new BlockEnd(id(1), true, null, null, null, null));
    events.add(start(2, BlockKind.TOOL_CALL, "same", "t", Map.of()));
    events.add(start(3, BlockKind.TOOL_CALL, "same", "t", Map.of()));
    events.add(new BlockDelta(id(3), "{\"n\":2}"));
    events.add(new BlockDelta(id(2), "{\"n\":1}"));
    events.add(new BlockEnd(id(2), true, null, "{\"n\":1}", null, null));
    events.add(new BlockEnd(id(3), true, null, "{\"n\":2}", null, null));
    events.add(new ResponseEnd(Verdict.TOOL_CALLS, "tool_calls", null));
    return events;
  }

  /** Text and half a call, then the end. */
  public static List<StreamEvent> ending(Verdict verdict) {
    boolean isWhole = verdict.isNatural();
    List<StreamEvent> events = new ArrayList<>();
    events.add(start());
    events.addAll(block(0, BlockKind.TEXT, null, null, "Half"));
    events.add(start(1, BlockKind.TOOL_CALL, "call-1", "weather", Map.of()));
    events.add(new BlockDelta(id(1), isWhole ? "{}" : "{\"ci"));
    if (!isWhole) {
      events.add(
          new Fault(new StreamFault(StreamFault.Kind.CONNECTION, "cut", "The answer was cut")));
    }
    events.add(new BlockEnd(id(1), isWhole, null, isWhole ? "{}" : "{\"ci", null, null));
    events.add(new ResponseEnd(verdict, null, null));
    return events;
  }

  public static BlockId id(int block) {
    return new BlockId(0, block);
  }

  private static StreamEvent start(
      int block,
      BlockKind kind,
      @Nullable String id,
      @Nullable String name,
      Map<String, String> origin) {
    return new BlockStart(id(block), kind, id, name, /* synthetic= */ false, origin);
  }

  private static List<StreamEvent> block(
      int block, BlockKind kind, @Nullable String id, @Nullable String name, String... texts) {
    List<StreamEvent> events = new ArrayList<>();
    events.add(start(block, kind, id, name, Map.of()));
    for (String text : texts) {
      events.add(new BlockDelta(id(block), text));
    }
    events.add(new BlockEnd(id(block), true, null, null, null, null));
    return events;
  }

  private static List<StreamEvent> call(
      int block, @Nullable String id, String name, String... arguments) {
    List<StreamEvent> events =
        new ArrayList<>(block(block, BlockKind.TOOL_CALL, id, name, arguments));
    events.removeLast();
    events.add(new BlockEnd(id(block), true, null, String.join("", arguments), null, null));
    return events;
  }

  private static List<StreamEvent> output(
      int block, String callId, String name, boolean success, String text) {
    Map<String, String> origin = new LinkedHashMap<>();
    origin.put("by", "client");
    origin.put("success", Boolean.toString(success));
    List<StreamEvent> events = new ArrayList<>();
    events.add(start(block, BlockKind.TOOL_OUTPUT, callId, name, origin));
    events.add(new BlockDelta(id(block), text));
    String shown = success ? "{\"degrees\":9}" : null;
    events.add(new BlockEnd(id(block), true, null, null, null, shown));
    return events;
  }

  /** The frames of a turn as a front end gets them, without their numbers. */
  public static List<String> frames(FrontEnd frontEnd, List<StreamEvent> events) {
    List<String> frames = new ArrayList<>();
    var encoder = frontEnd.encoder(PLACE, frame -> frames.add(frame.data().toString()));
    events.forEach(encoder);
    return frames;
  }
}
