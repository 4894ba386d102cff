package dev.weir.codec.lifecycle;

import dev.weir.codec.Limits;
import dev.weir.codec.dialect.EventWriter;
import dev.weir.codec.dialect.OpenBlock;
import dev.weir.codec.json.Json;
import dev.weir.codec.json.JsonReader;
import dev.weir.event.BlockKind;
import dev.weir.event.FinishReason;
import dev.weir.event.StreamEvent.PassEnd;
import dev.weir.event.StreamEvent.PassStart;
import dev.weir.event.StreamFault;
import dev.weir.event.Verdict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Plays the stream of a turn to an encoder, with a clock that the test sets. */
final class Turn {
  private static final JsonReader READER = new JsonReader(/* maxDepth= */ 50, 1 << 20);

  final List<LifecycleFrame> frames = new ArrayList<>();
  final LifecycleEncoder encoder;
  private final Map<BlockKind, OpenBlock> open = new HashMap<>();
  private final EventWriter writer = new EventWriter(Limits.DEFAULT);
  private final boolean alternatives;
  private int output;
  private long now;

  Turn() {
    this(/* alternatives= */ true, LifecycleOptions.DEFAULT);
  }

  Turn(boolean alternatives, LifecycleOptions options) {
    this.alternatives = alternatives;
    if (alternatives) {
      writer.offersAlternatives();
    }
    encoder = new LifecycleEncoder(options, frames::add);
    writer.to(event -> encoder.accept(event, now));
  }

  /** The provider tells how far the response is, in its own word. */
  Turn tells(String status) {
    writer.progress(status);
    return this;
  }

  /** The model has called tools. */
  Turn runsTools() {
    writer.endBlocks(output, /* complete= */ true);
    writer.outputEnd(output, FinishReason.TOOL_CALLS, null);
    encoder.accept(new PassEnd(Verdict.TOOL_CALLS, null, null, null, Map.of()), now);
    return this;
  }

  /** The model goes on with what the tools gave. */
  Turn goesOn() {
    open.clear();
    output++;
    encoder.accept(new PassStart(null, null, alternatives), now);
    return this;
  }

  Turn at(long millis) {
    now = millis;
    return this;
  }

  Turn start() {
    writer.start("resp-1", "model-1");
    return this;
  }

  Turn thinks(String... deltas) {
    return run(BlockKind.REASONING, deltas);
  }

  Turn says(String... deltas) {
    return run(BlockKind.TEXT, deltas);
  }

  Turn refuses(String... deltas) {
    return run(BlockKind.REFUSAL, deltas);
  }

  private Turn run(BlockKind kind, String... deltas) {
    OpenBlock block = open.computeIfAbsent(kind, k -> writer.open(output, k));
    for (String delta : deltas) {
      writer.delta(block, delta);
    }
    return this;
  }

  Turn anotherOutputSays(String text) {
    OpenBlock block = writer.open(output + 1, BlockKind.TEXT);
    writer.delta(block, text);
    writer.end(block);
    return this;
  }

  /** The other output was the last one of its pass, so that the next free number is higher. */
  Turn skipsOutput() {
    output++;
    return this;
  }

  Turn keepsOnlyMetadata() {
    writer.end(
        writer.open(output, BlockKind.REASONING, "rs_1", null, /* synthetic= */ true, Map.of()));
    return this;
  }

  Turn calls(@Nullable String id, String name, String... arguments) {
    return block(BlockKind.TOOL_CALL, id, name, arguments);
  }

  Turn block(BlockKind kind, @Nullable String id, String name, String... deltas) {
    OpenBlock block = writer.open(output, kind, id, name);
    for (String delta : deltas) {
      writer.delta(block, delta);
    }
    writer.end(block);
    return this;
  }

  Turn callsAndIsCut(String id, String name, String arguments) {
    writer.delta(writer.open(output, BlockKind.TOOL_CALL, id, name), arguments);
    return this;
  }

  Turn fault(String code, String message) {
    writer.fault(new StreamFault(StreamFault.Kind.PROVIDER_ERROR, code, message));
    return this;
  }

  Turn limit(String code, String message) {
    writer.fault(new StreamFault(StreamFault.Kind.LIMIT, code, message));
    return this;
  }

  Turn finishes(FinishReason reason) {
    writer.endBlocks(output, /* complete= */ true);
    writer.outputEnd(output, reason, null);
    return ends(reason.verdict());
  }

  Turn ends(Verdict verdict) {
    writer.end(verdict, null);
    return this;
  }

  /** A tool of the client worked, and the model reads this. */
  Turn gives(String id, String name, String text) {
    OpenBlock block =
        writer.open(
            ++output,
            BlockKind.TOOL_OUTPUT,
            id,
            name,
            /* synthetic= */ false,
            Map.of("by", "client", "success", "true"));
    writer.delta(block, text);
    writer.end(block);
    return this;
  }

  Turn toolGives(@Nullable String id, String name, boolean success, String shown, String data) {
    Map<String, String> origin = new LinkedHashMap<>();
    origin.put("by", "client");
    origin.put("success", String.valueOf(success));
    if (!shown.isEmpty()) {
      origin.put("shown", shown);
    }
    OpenBlock block =
        writer.open(++output, BlockKind.TOOL_OUTPUT, id, name, /* synthetic= */ false, origin);
    writer.delta(block, "what the model reads");
    block.source(data);
    writer.end(block);
    return this;
  }

  /** Ends the turn and gives its data, one line each. */
  String lines() {
    encoder.end(now);
    return frames.stream().map(LifecycleFrame::data).collect(Collectors.joining("\n", "", "\n"));
  }

  static Json json(String text) {
    return READER.read(text);
  }
}
