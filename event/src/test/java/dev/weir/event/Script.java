package dev.weir.event;

import dev.weir.event.StreamEvent.Annotation;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamEvent.Fault;
import dev.weir.event.StreamEvent.OutputEnd;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamEvent.ResponseStart;
import dev.weir.event.StreamEvent.UsageUpdate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Streams in shorthand, for tables: {@code 0r} reasoning of output 0, {@code 0c} content, {@code
 * 0x} refusal, {@code 0t} a client's call, {@code 0s} a provider's call, {@code 0a} a citation,
 * {@code 0f} finish, {@code 0-} an empty delta of reasoning, {@code u} usage, {@code !} a
 * provider's error. Runs of one kind share a block, which ends with the stream. The response ends
 * well with {@code .}, fails with {@code ✗}, and is cut short with {@code …}.
 */
final class Script {
  static final Usage USAGE = new Usage(1L, 2L, null, null, null);
  static final StreamFault OVERLOADED =
      new StreamFault(StreamFault.Kind.PROVIDER_ERROR, "overloaded", "Overloaded");

  private final List<StreamEvent> events =
      new ArrayList<>(List.of(new ResponseStart("resp-1", "m")));
  private final Map<String, BlockId> open = new LinkedHashMap<>();
  private int blocks;

  static List<StreamEvent> of(String words) {
    var script = new Script();
    for (String word : words.isBlank() ? new String[0] : words.strip().split(" +")) {
      script.add(word);
    }
    return script.events;
  }

  private void add(String word) {
    switch (word) {
      case "." -> end(Verdict.COMPLETE);
      case "✗" -> end(Verdict.FAILED);
      case "…" -> end(Verdict.TRUNCATED);
      case "u" -> events.add(new UsageUpdate(USAGE));
      case "!" -> events.add(new Fault(OVERLOADED));
      default -> output(word.charAt(0) - '0', word.charAt(1));
    }
  }

  private void output(int output, char what) {
    switch (what) {
      case 'r' -> events.add(new BlockDelta(block(output, BlockKind.REASONING), "hm"));
      case '-' -> events.add(new BlockDelta(block(output, BlockKind.REASONING), ""));
      case 'c' -> events.add(new BlockDelta(block(output, BlockKind.TEXT), "hi"));
      case 'x' -> events.add(new BlockDelta(block(output, BlockKind.REFUSAL), "no"));
      case 'a' -> events.add(new Annotation(block(output, BlockKind.TEXT), "url", "{}"));
      case 't' -> call(output, BlockKind.TOOL_CALL);
      case 's' -> call(output, BlockKind.SERVER_TOOL);
      case 'f' -> events.add(new OutputEnd(output, FinishReason.STOP, "stop"));
      default -> throw new IllegalArgumentException("Unknown shorthand " + what);
    }
  }

  private void call(int output, BlockKind kind) {
    var block = new BlockId(output, blocks++);
    events.add(new BlockStart(block, kind, "c1", "look", /* synthetic= */ false, Map.of()));
    events.add(new BlockDelta(block, "{}"));
    events.add(new BlockEnd(block, /* complete= */ true, null, "{}", null, null));
  }

  private BlockId block(int output, BlockKind kind) {
    return open.computeIfAbsent(
        output + kind.word(),
        key -> {
          var block = new BlockId(output, blocks++);
          events.add(new BlockStart(block, kind, null, null, /* synthetic= */ false, Map.of()));
          return block;
        });
  }

  private void end(Verdict verdict) {
    open.values()
        .forEach(
            block -> events.add(new BlockEnd(block, verdict.isNatural(), null, null, null, null)));
    events.add(new ResponseEnd(verdict, null, USAGE));
  }
}
