package dev.weir.codec.seal;

import dev.weir.codec.dialect.ReasoningCarrier;
import dev.weir.event.BlockId;
import dev.weir.event.BlockKind;
import dev.weir.event.Reasoning;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockRepair;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamEvent.PassEnd;
import dev.weir.event.StreamEvent.PassStart;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamEvent.ResponseStart;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Turns events into those for a client whose dialect is not the provider's: reasoning, and whatever
 * else only the provider can read, travels as a seal where the client's dialect carries such
 * things.
 *
 * <p>A seal holds its block whole, text included, because clients return the seal unchanged, but
 * not always the text. What a provider signs besides reasoning, such as the calls of Gemini, has no
 * place in other dialects: its seal follows as a reasoning block without text. And where clients
 * drop reasoning but keep what is signed after it, the seal travels on that.
 */
public final class SealedEvents implements Consumer<StreamEvent> {
  private static final int MAX_CHARS = 4 << 20;

  /** Blocks of our own are numbered from here, far above those of any provider. */
  private static final int OWN_BLOCKS = 1 << 24;

  private static final class Open {
    final BlockStart start;
    final Map<Integer, StringBuilder> parts = new HashMap<>();
    int chars;

    Open(BlockStart start) {
      this.start = start;
    }
  }

  private final Seals seals;
  private final SealOwner owner;
  private final ReasoningCarrier carrier;
  private final Consumer<StreamEvent> out;
  private final Map<BlockId, Open> open = new HashMap<>();
  private final List<StreamEvent> waiting = new ArrayList<>();
  private boolean alternatives;
  private int ownBlocks;

  /**
   * @param carrier how the client's dialect carries what is opaque; with none it is dropped
   */
  public SealedEvents(
      Seals seals, SealOwner owner, ReasoningCarrier carrier, Consumer<StreamEvent> out) {
    this.seals = seals;
    this.owner = owner;
    this.carrier = carrier;
    this.out = out;
  }

  @Override
  public void accept(StreamEvent event) {
    switch (event) {
      case BlockStart start -> {
        open.put(start.block(), new Open(start));
        out.accept(start);
      }
      case BlockDelta delta -> {
        keep(delta);
        out.accept(delta);
      }
      case BlockRepair repair -> {
        repair(repair);
        out.accept(repair);
      }
      case BlockEnd end -> end(end);
      // A client already has the seal, so what the end later says of that block comes too late.
      case PassEnd e -> {
        rest(/* output= */ 0);
        out.accept(new PassEnd(e.verdict(), e.word(), e.usage(), e.passUsage(), Map.of()));
      }
      case ResponseEnd e -> {
        rest(/* output= */ 0);
        out.accept(new ResponseEnd(e.verdict(), e.word(), e.usage(), e.passUsage(), Map.of()));
      }
      case ResponseStart e -> {
        alternatives = e.alternatives();
        out.accept(e);
      }
      case StreamEvent.ResponseProgress e -> out.accept(e);
      case StreamEvent.Annotation e -> out.accept(e);
      case StreamEvent.ToolProgress e -> out.accept(e);
      case StreamEvent.UsageUpdate e -> out.accept(e);
      case StreamEvent.SequenceGap e -> out.accept(e);
      case StreamEvent.UnrepairedGap e -> out.accept(e);
      case StreamEvent.FailedTry e -> out.accept(e);
      case StreamEvent.Seam e -> out.accept(e);
      case StreamEvent.OutputEnd e -> {
        // Outputs that follow each other are one answer: something may still come to carry the
        // seal.
        if (alternatives) {
          rest(e.output());
        }
        out.accept(e);
      }
      case StreamEvent.Unrecognized e -> out.accept(e);
      case StreamEvent.Fault e -> out.accept(e);
      case PassStart e -> {
        alternatives = e.alternatives();
        out.accept(e);
      }
    }
  }

  private void keep(BlockDelta delta) {
    Open block = open.get(delta.block());
    if (block == null || block.start.kind() != BlockKind.REASONING) {
      return;
    }
    block.chars += delta.text().length();
    if (block.chars > MAX_CHARS) {
      block.parts.clear();
    } else {
      block.parts.computeIfAbsent(delta.part(), p -> new StringBuilder()).append(delta.text());
    }
  }

  private void repair(BlockRepair repair) {
    Open block = open.get(repair.block());
    if (block != null && block.start.kind() == BlockKind.REASONING) {
      block.parts.put(repair.part(), new StringBuilder(repair.text()));
    }
  }

  private void end(BlockEnd end) {
    Open block = open.remove(end.block());
    boolean isThought = block != null && block.start.kind() == BlockKind.REASONING;
    boolean isOpaque = isThought || (block != null && end.signature() != null);
    if (block != null && isOpaque && isSealable(block, end)) {
      waiting.addAll(events(block, end));
    }
    if (block != null && isThought && carrier != ReasoningCarrier.NEXT_PART) {
      out.accept(carried(end, reasoning(block.start, seal()), null));
    } else if (isThought) {
      out.accept(carried(end, Reasoning.NONE, null));
    } else if (block != null && isNextPart(block, end)) {
      out.accept(carried(end, null, seal()));
    } else if (isOpaque) {
      out.accept(carried(end, null, null));
      rest(end.block().output());
    } else {
      out.accept(end);
    }
  }

  /** Whether what waits for a seal travels on this; tools of another provider are not written. */
  private boolean isNextPart(Open block, BlockEnd end) {
    BlockKind kind = block.start.kind();
    return carrier == ReasoningCarrier.NEXT_PART
        && (kind == BlockKind.TEXT || kind == BlockKind.TOOL_CALL)
        && end.complete()
        && !waiting.isEmpty();
  }

  /** What has found nothing to travel on gets a block of its own. */
  private void rest(int output) {
    String seal = seal();
    if (seal != null) {
      var id = new BlockId(output, OWN_BLOCKS + ownBlocks++);
      var start =
          new BlockStart(id, BlockKind.REASONING, null, null, /* synthetic= */ true, Map.of());
      out.accept(start);
      out.accept(new BlockEnd(id, /* complete= */ true, reasoning(start, seal), null, null, null));
    }
  }

  private static BlockEnd carried(
      BlockEnd end, @Nullable Reasoning reasoning, @Nullable String signature) {
    return new BlockEnd(end.block(), end.complete(), reasoning, end.arguments(), signature, null);
  }

  /** Text has a signature beside it where the dialect has one; what has no text is all opaque. */
  private Reasoning reasoning(BlockStart start, @Nullable String seal) {
    boolean isSigned =
        carrier == ReasoningCarrier.SIGNATURE || carrier == ReasoningCarrier.NEXT_PART;
    return new Reasoning(
        null,
        List.of(),
        isSigned && !start.synthetic() ? null : seal,
        isSigned ? seal : null,
        /* redacted= */ seal != null && start.synthetic());
  }

  private boolean isSealable(Open block, BlockEnd end) {
    return carrier != ReasoningCarrier.NONE && end.complete() && block.chars <= MAX_CHARS;
  }

  /** A seal over what waits for one; absent if nothing does. */
  private @Nullable String seal() {
    if (waiting.isEmpty()) {
      return null;
    }
    List<StreamEvent> events = new ArrayList<>();
    events.add(new ResponseStart(null, null, alternatives));
    events.addAll(waiting);
    waiting.clear();
    return seals.seal(new SealedBlocks(owner, events));
  }

  private static List<StreamEvent> events(Open block, BlockEnd end) {
    List<StreamEvent> events = new ArrayList<>();
    events.add(block.start);
    block.parts.forEach(
        (part, text) -> events.add(new BlockDelta(end.block(), part, text.toString())));
    // The arguments of a call come back in the call itself.
    events.add(
        new BlockEnd(
            end.block(),
            end.complete(),
            end.reasoning(),
            block.start.kind() == BlockKind.REASONING ? end.arguments() : null,
            end.signature(),
            end.source()));
    return events;
  }
}
