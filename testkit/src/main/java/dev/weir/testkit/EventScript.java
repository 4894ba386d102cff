package dev.weir.testkit;

import dev.weir.event.BlockId;
import dev.weir.event.BlockKind;
import dev.weir.event.FinishReason;
import dev.weir.event.Reasoning;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.Annotation;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamFault;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes down sequences of events for tests, block after block. */
public final class EventScript {
  private final List<StreamEvent> events = new ArrayList<>();
  private int blocks;
  private int output;

  /** A response with names. */
  public static EventScript response() {
    return new EventScript().with(new StreamEvent.ResponseStart("resp_1", "big-model"));
  }

  /** A response with names, in a dialect whose outputs are alternatives. */
  public static EventScript alternatives() {
    return new EventScript()
        .with(new StreamEvent.ResponseStart("resp_1", "big-model", /* alternatives= */ true));
  }

  public EventScript with(StreamEvent event) {
    events.add(event);
    return this;
  }

  /** Where the next blocks belong. */
  public EventScript output(int number) {
    output = number;
    return this;
  }

  public EventScript text(String... deltas) {
    return block(Block.of(BlockKind.TEXT), deltas);
  }

  public EventScript refusal(String... deltas) {
    return block(Block.of(BlockKind.REFUSAL), deltas);
  }

  public EventScript reasoning(@Nullable Reasoning reasoning, String... deltas) {
    return block(Block.of(BlockKind.REASONING).reasoning(reasoning), deltas);
  }

  public EventScript call(@Nullable String id, String name, String... arguments) {
    return block(Block.of(BlockKind.TOOL_CALL).named(id, name), arguments);
  }

  /** A block from its start to its end. */
  public EventScript block(Block block, String... deltas) {
    var id = new BlockId(output, blocks++);
    with(new BlockStart(id, block.kind, block.id, block.name, block.synthetic, block.origin));
    for (String delta : deltas) {
      with(new BlockDelta(id, delta));
    }
    block.annotations.forEach((json, kind) -> with(new Annotation(id, kind, json)));
    boolean isCall = block.kind == BlockKind.TOOL_CALL || block.kind == BlockKind.SERVER_TOOL;
    return with(
        new BlockEnd(
            id,
            block.complete,
            block.reasoning,
            isCall ? String.join("", deltas) : null,
            block.signature,
            block.source));
  }

  /** What has been written down so far. */
  public List<StreamEvent> events() {
    return List.copyOf(events);
  }

  public EventScript error(@Nullable String code, String message) {
    return with(
        new StreamEvent.Fault(new StreamFault(StreamFault.Kind.PROVIDER_ERROR, code, message)));
  }

  public EventScript finish(FinishReason reason, @Nullable String word) {
    return with(new StreamEvent.OutputEnd(output, reason, word));
  }

  public List<StreamEvent> end(Verdict verdict, @Nullable String word) {
    return end(verdict, word, /* usage= */ null);
  }

  public List<StreamEvent> end(Verdict verdict, @Nullable String word, @Nullable Usage usage) {
    return List.copyOf(with(new StreamEvent.ResponseEnd(verdict, word, usage)).events);
  }

  /** What one block is besides its text. */
  public static final class Block {
    private final BlockKind kind;
    private final Map<String, String> origin = new LinkedHashMap<>();
    private final Map<String, String> annotations = new LinkedHashMap<>();
    private @Nullable String id;
    private @Nullable String name;
    private boolean synthetic;
    private boolean complete = true;
    private @Nullable Reasoning reasoning;
    private @Nullable String signature;
    private @Nullable String source;

    private Block(BlockKind kind) {
      this.kind = kind;
    }

    public static Block of(BlockKind kind) {
      return new Block(kind);
    }

    public Block named(@Nullable String newId, @Nullable String newName) {
      id = newId;
      name = newName;
      return this;
    }

    public Block origin(String field, String value) {
      origin.put(field, value);
      return this;
    }

    public Block synthetic() {
      synthetic = true;
      return this;
    }

    public Block cut() {
      complete = false;
      return this;
    }

    public Block reasoning(@Nullable Reasoning value) {
      reasoning = value;
      return this;
    }

    public Block signature(String value) {
      signature = value;
      return this;
    }

    public Block source(String json) {
      source = json;
      return this;
    }

    public Block annotation(String annotationKind, String json) {
      annotations.put(json, annotationKind);
      return this;
    }
  }
}
