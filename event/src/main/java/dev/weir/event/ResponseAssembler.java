package dev.weir.event;

import dev.weir.event.StreamEvent.Annotation;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.BlockEnd;
import dev.weir.event.StreamEvent.BlockRepair;
import dev.weir.event.StreamEvent.BlockStart;
import dev.weir.event.StreamEvent.FailedTry;
import dev.weir.event.StreamEvent.Fault;
import dev.weir.event.StreamEvent.OutputEnd;
import dev.weir.event.StreamEvent.PassEnd;
import dev.weir.event.StreamEvent.PassStart;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamEvent.ResponseProgress;
import dev.weir.event.StreamEvent.ResponseStart;
import dev.weir.event.StreamEvent.Seam;
import dev.weir.event.StreamEvent.SequenceGap;
import dev.weir.event.StreamEvent.ToolProgress;
import dev.weir.event.StreamEvent.Unrecognized;
import dev.weir.event.StreamEvent.UnrepairedGap;
import dev.weir.event.StreamEvent.UsageUpdate;
import dev.weir.event.number.ByNumber;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Folds events into the response they amount to.
 *
 * <p>{@link #response()} may be asked at any time and gives what has come so far. Belongs to one
 * stream and one thread at a time.
 */
public final class ResponseAssembler {
  private final ByNumber<Growing> blocks = new ByNumber<>(growing -> growing.number);
  private Map<Integer, FinishReason> finishes = Map.of();
  private List<StreamFault> faults = List.of();
  private List<UnrepairedGap> gaps = List.of();
  private List<FailedTry> tries = List.of();
  private List<Seam> seams = List.of();
  private Set<Integer> alternatives = Set.of();

  private final FirstAnswer firstAnswer = new FirstAnswer();
  private @Nullable String responseId;
  private @Nullable String modelName;
  private @Nullable Verdict verdict;
  private @Nullable String word;
  private @Nullable Usage usage;

  /** The block that was asked for last: most deltas are of the same as the one before. */
  private @Nullable Growing last;

  /** Adds the next event. */
  public void accept(StreamEvent event) {
    firstAnswer.accept(event);
    switch (event) {
      case ResponseStart start -> names(start.responseId(), start.modelName());
      case ResponseProgress progress -> names(progress.responseId(), progress.modelName());
      case BlockStart start -> {
        last = new Growing(start);
        blocks.put(last);
        see(start.block().output());
      }
      case BlockDelta delta -> growing(delta.block()).append(delta);
      case BlockRepair repair -> growing(repair.block()).repair(repair);
      case BlockEnd end -> growing(end.block()).end = end;
      case Annotation annotation -> growing(annotation.block()).annotate(annotation);
      case UsageUpdate update -> usage = update.usage();
      case OutputEnd end -> {
        finishes = finishes.isEmpty() ? new TreeMap<>() : finishes;
        finishes.put(end.output(), end.reason());
        see(end.output());
      }
      case Fault fault -> faults = with(faults, fault.fault());
      case PassStart start -> names(start.responseId(), start.modelName());
      case PassEnd end -> {
        usage = end.usage() == null ? usage : end.usage();
        end.reasoning().forEach(this::updateReasoning);
      }
      case ResponseEnd end -> {
        verdict = end.verdict();
        word = end.word();
        usage = end.usage() == null ? usage : end.usage();
        end.reasoning().forEach(this::updateReasoning);
      }
      case UnrepairedGap gap -> gaps = with(gaps, gap);
      case FailedTry tried -> tries = with(tries, tried);
      case Seam seam -> {
        seams = with(seams, seam);
        names(/* id= */ null, seam.nextModel());
        // From here on the other model's reports count; this one's are in the seam.
        usage = null;
      }
      case ToolProgress passing -> {}
      case SequenceGap passing -> {}
      case Unrecognized passing -> {}
    }
  }

  /** Most responses have none of such things, and then no list of them. */
  private static <T> List<T> with(List<T> known, T more) {
    List<T> all = known.isEmpty() ? new ArrayList<>(/* capacity= */ 1) : known;
    all.add(more);
    return all;
  }

  /**
   * The kind of a block that has begun: its deltas do not say it.
   *
   * @throws IllegalArgumentException if no such block has begun
   */
  public BlockKind kind(BlockId block) {
    return growing(block).start.kind();
  }

  /** Whether a block of that kind has begun. */
  public boolean has(BlockKind kind) {
    for (Growing growing : blocks.values()) {
      if (growing.start.kind() == kind) {
        return true;
      }
    }
    return false;
  }

  /** The lowest number that the next block can have. */
  public int nextBlock() {
    Growing highest = blocks.last();
    return highest == null ? 0 : highest.number + 1;
  }

  /** Whether a delta is text of the answer: not of thinking, a call or an alternative. */
  public boolean isText(BlockDelta delta) {
    return kind(delta.block()) == BlockKind.TEXT && firstAnswer.has(delta.block().output());
  }

  /** What the events so far amount to. */
  public Response response() {
    return new Response(
        responseId,
        modelName,
        blocks.values().stream().map(Growing::block).toList(),
        finishes,
        alternatives,
        verdict,
        word,
        usage,
        faults,
        gaps,
        tries,
        seams);
  }

  private void see(int output) {
    if (!firstAnswer.has(output)) {
      alternatives = alternatives.isEmpty() ? new TreeSet<>() : alternatives;
      alternatives.add(output);
    }
  }

  private void names(@Nullable String id, @Nullable String model) {
    responseId = id == null ? responseId : id;
    modelName = model == null ? modelName : model;
  }

  private void updateReasoning(int block, Reasoning later) {
    Growing growing = blocks.get(block);
    if (growing != null) {
      growing.lateReasoning = later;
    }
  }

  private Growing growing(BlockId block) {
    Growing known = last;
    if (known != null && known.number == block.block()) {
      return known;
    }
    Growing growing = blocks.get(block.block());
    last = growing;
    if (growing == null) {
      throw new IllegalArgumentException(
          "Block %s was never started; check the events with GrammarChecker".formatted(block));
    }
    return growing;
  }

  private static final class Growing {
    final BlockStart start;
    final int number;

    /** Its first part, and mostly the only one. */
    final GrowingText text = new GrowingText();

    private List<GrowingText> furtherParts = List.of();
    private List<String> annotations = List.of();
    @Nullable BlockEnd end;
    @Nullable Reasoning lateReasoning;

    Growing(BlockStart start) {
      this.start = start;
      this.number = start.block().block();
    }

    void append(BlockDelta delta) {
      part(delta.part()).append(delta.text());
    }

    void annotate(Annotation annotation) {
      annotations = with(annotations, annotation.json());
    }

    void repair(BlockRepair repair) {
      GrowingText part = part(repair.part());
      part.clear();
      part.append(repair.text());
    }

    private GrowingText part(int part) {
      if (part == 0) {
        return text;
      }
      while (furtherParts.size() < part) {
        furtherParts = with(furtherParts, new GrowingText());
      }
      return furtherParts.get(part - 1);
    }

    private List<String> parts() {
      List<String> parts = new ArrayList<>(1 + furtherParts.size());
      parts.add(text.toString());
      furtherParts.forEach(part -> parts.add(part.toString()));
      return parts;
    }

    Response.Block block() {
      BlockEnd e = end;
      return new Response.Block(
          start.block(),
          start.kind(),
          start.id(),
          start.name(),
          start.synthetic(),
          start.origin(),
          parts(),
          e != null && e.complete(),
          reasoning(e == null ? null : e.reasoning()),
          e == null ? null : e.signature(),
          e == null ? null : e.source(),
          annotations);
    }

    private @Nullable Reasoning reasoning(@Nullable Reasoning said) {
      Reasoning later = lateReasoning;
      if (later == null) {
        return said;
      }
      return said == null ? later : said.updatedBy(later);
    }
  }
}
