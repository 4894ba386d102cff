package dev.weir.codec.dialect.responses;

import dev.weir.codec.dialect.CallIds;
import dev.weir.codec.json.JsonText;
import dev.weir.event.FinishReason;
import dev.weir.event.Reasoning;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.Annotation;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamEvent.OutputEnd;
import dev.weir.event.StreamEvent.ToolProgress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The items of one response, and which of them a block belongs to. */
final class ItemEncoders {
  private final ItemEncoder.Shared shared;
  private final List<ItemEncoder> items = new ArrayList<>();
  private final Map<Integer, ItemEncoder> byOutput = new HashMap<>();
  private final Map<Integer, ItemEncoder> byBlock = new HashMap<>();

  ItemEncoders(ItemEncoder.Shared shared) {
    this.shared = shared;
  }

  private boolean sameDialect() {
    return shared.source().sameDialect();
  }

  void start(BlockStart start) {
    if (!isWritten(start)) {
      return;
    }
    int output = start.block().output();
    ItemEncoder item = sameDialect() ? byOutput.get(output) : null;
    if (item == null || item.isDone() || !item.takes(start)) {
      if (item != null) {
        shared.losses().add(start, "output", "its item is of another kind");
      }
      if (sameDialect()) {
        fillUpTo(output);
      }
      item = create(start);
      byOutput.put(output, item);
    }
    byBlock.put(start.block().block(), item);
    item.start(start);
  }

  private boolean isWritten(BlockStart start) {
    return switch (start.kind()) {
      case TEXT, REFUSAL, REASONING, TOOL_CALL -> true;
      case SERVER_TOOL, TOOL_OUTPUT, MEDIA -> {
        if (!sameDialect()) {
          shared
              .losses()
              .add(start, "media and tools of another dialect's provider are not translated");
        }
        yield sameDialect();
      }
    };
  }

  /** Writes an output without blocks as a message without parts, because outputs are counted. */
  private void fillUpTo(int output) {
    while (items.size() < output) {
      int index = items.size();
      if (!byOutput.containsKey(index)) {
        byOutput.put(index, add(new MessageEncoder(shared, index, "msg_" + index, null)));
      } else {
        return;
      }
    }
  }

  private ItemEncoder create(BlockStart start) {
    int index = items.size();
    return add(
        switch (start.kind()) {
          case TEXT, REFUSAL -> new MessageEncoder(shared, index, id("msg_", start), start);
          case REASONING -> new ReasoningItemEncoder(shared, index, id("rs_", start));
          case TOOL_CALL -> call(start, index);
          case SERVER_TOOL, TOOL_OUTPUT ->
              new ToolItemEncoder(shared, index, id("item_", start), start);
          case MEDIA -> new MessageEncoder(shared, index, id("msg_", start), start);
        });
  }

  private ItemEncoder add(ItemEncoder item) {
    shared.held().entry();
    items.add(item);
    return item;
  }

  private String id(String prefix, BlockStart start) {
    String known = start.id();
    if (known == null) {
      lostId(start);
    }
    return known == null ? prefix + items.size() : known;
  }

  private void lostId(BlockStart start) {
    if (sameDialect()) {
      shared.losses().add(start, "id", "an item must have one, so it is made up");
    }
  }

  private CallEncoder call(BlockStart start, int index) {
    String item = sameDialect() ? start.origin().get("item") : null;
    String callId = start.id();
    if (callId == null) {
      shared.losses().add(start, "id", "a call must have one, so it is made up");
      callId = CallIds.of(shared.events().id(), start.block());
    }
    if (item == null && sameDialect()) {
      shared.losses().add(start, "origin", "an item must have an id, so it is made up");
    }
    boolean isCustom = start.origin().getOrDefault("type", "").startsWith("custom");
    String ours = (isCustom ? "ctc_" : "fc_") + index;
    return new CallEncoder(shared, index, item == null ? ours : item, callId, start);
  }

  private @Nullable ItemEncoder of(StreamEvent event, int block) {
    ItemEncoder item = byBlock.get(block);
    if (item == null) {
      shared.losses().add(event, "its block is not written");
    }
    return item;
  }

  void delta(BlockDelta delta) {
    ItemEncoder item = of(delta, delta.block().block());
    if (item != null) {
      item.delta(delta);
    }
  }

  void annotation(Annotation annotation) {
    ItemEncoder item = of(annotation, annotation.block().block());
    if (item != null) {
      item.annotation(annotation);
    }
  }

  void progress(ToolProgress progress) {
    ItemEncoder item = of(progress, progress.block().block());
    if (item != null) {
      item.progress(progress);
    }
  }

  void end(BlockEnd end) {
    ItemEncoder item = of(end, end.block().block());
    if (item == null) {
      return;
    }
    item.end(end);
    byBlock.remove(end.block().block());
    if (!sameDialect() && end.complete()) {
      item.done(item instanceof ReasoningItemEncoder ? null : "completed");
    }
  }

  void outputEnd(OutputEnd end) {
    if (!sameDialect()) {
      shared.losses().add(end, "an item ends with its block");
      return;
    }
    fillUpTo(end.output() + 1);
    ItemEncoder item = byOutput.get(end.output());
    if (item == null || item.isDone()) {
      return;
    }
    boolean failed = end.reason() == FinishReason.FAILED;
    if (item.isWhole() || !failed) {
      item.done(end.word());
    }
  }

  /** Whether a call was written that the client must run. */
  boolean calls() {
    return items.stream().anyMatch(CallEncoder.class::isInstance);
  }

  /** Whether a refusal was written. */
  boolean refuses() {
    return items.stream().anyMatch(item -> item instanceof MessageEncoder m && m.refuses());
  }

  /** The response ended before the remaining items: they are done, as incomplete. */
  void finishCut() {
    items.forEach(item -> item.done("incomplete"));
  }

  /** Writes the items that are done, with what was later said of their reasoning. */
  void write(JsonText json, Map<Integer, Reasoning> late) {
    for (ItemEncoder item : items) {
      if (item.isDone()) {
        Integer block = item.reasoningBlock();
        item.write(json, block == null ? null : late.get(block));
      }
    }
  }
}
