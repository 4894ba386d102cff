package dev.weir.event;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One thing that happened in a stream, in the order it happened.
 *
 * <p>A stream opens with {@link ResponseStart} and closes with {@link ResponseEnd}. Blocks may be
 * open at the same time; one block is always start, then deltas, then end. The grammar is written
 * down in {@code docs/grammar.md} and checked by {@link GrammarChecker}.
 */
public sealed interface StreamEvent {

  /** The name of this event's type in the JSON form. */
  default String typeName() {
    return switch (this) {
      case ResponseStart e -> "response_start";
      case ResponseProgress e -> "response_progress";
      case BlockStart e -> "block_start";
      case BlockDelta e -> "block_delta";
      case BlockEnd e -> "block_end";
      case Annotation e -> "annotation";
      case ToolProgress e -> "tool_progress";
      case UsageUpdate e -> "usage";
      case SequenceGap e -> "sequence_gap";
      case BlockRepair e -> "block_repair";
      case UnrepairedGap e -> "unrepaired_gap";
      case FailedTry e -> "failed_try";
      case Seam e -> "seam";
      case OutputEnd e -> "output_end";
      case Unrecognized e -> "unrecognized";
      case Fault e -> "fault";
      case PassStart e -> "pass_start";
      case PassEnd e -> "pass_end";
      case ResponseEnd e -> "response_end";
    };
  }

  /**
   * The first event of every stream. What the provider has not said yet is absent.
   *
   * @param alternatives whether outputs are other answers to the same question, of which the first
   *     counts; else each is the sequel of the one before
   */
  record ResponseStart(
      @Nullable String responseId, @Nullable String modelName, boolean alternatives)
      implements StreamEvent {
    public ResponseStart(@Nullable String responseId, @Nullable String modelName) {
      this(responseId, modelName, /* alternatives= */ false);
    }
  }

  /**
   * The response moved on without content: queued, in progress, or its names became known.
   *
   * @param status the provider's own word, whatever it is
   */
  record ResponseProgress(String status, @Nullable String responseId, @Nullable String modelName)
      implements StreamEvent {}

  /**
   * Opens a block.
   *
   * @param id the id that goes back to the provider: of a call, or of an item
   * @param name the tool's name, or the media type
   * @param synthetic whether the block only keeps metadata, so that live consumers may skip it
   * @param origin the provider's own facts about the block, by the provider's own names; {@code
   *     part=summary} marks a reasoning summary
   */
  record BlockStart(
      BlockId block,
      BlockKind kind,
      @Nullable String id,
      @Nullable String name,
      boolean synthetic,
      Map<String, String> origin)
      implements StreamEvent {

    public BlockStart {
      // Map.copyOf would forget the order, and the JSON form of an event must not vary.
      origin =
          origin.size() < 2
              ? Map.copyOf(origin)
              : Collections.unmodifiableMap(new LinkedHashMap<>(origin));
    }

    /** Whether this is a provider's summary of reasoning rather than the reasoning itself. */
    public boolean isSummary() {
      return "summary".equals(origin.get("part"));
    }

    /** Whether the client gave this, not the provider: the result of a tool in a turn. */
    public boolean isByClient() {
      return "client".equals(origin.get("by"));
    }
  }

  /**
   * Adds text to an open block.
   *
   * @param part which part of the block it belongs to, from zero; reasoning, the commands of a
   *     shell call and their outputs may have several
   */
  record BlockDelta(BlockId block, int part, String text) implements StreamEvent {
    public BlockDelta(BlockId block, String text) {
      this(block, 0, text);
    }
  }

  /**
   * Closes a block.
   *
   * @param complete whether the provider ended it; {@code false} means that it was cut, or that a
   *     call's arguments are damaged: such a call must not be run
   * @param reasoning what a reasoning block carries besides its text
   * @param arguments the whole arguments of a call, exactly as the deltas gave them; absent if they
   *     have several parts
   * @param signature the provider's seal over a block that is not reasoning
   * @param source the provider's own final JSON, for what has no field of ours
   */
  record BlockEnd(
      BlockId block,
      boolean complete,
      @Nullable Reasoning reasoning,
      @Nullable String arguments,
      @Nullable String signature,
      @Nullable String source)
      implements StreamEvent {}

  /** A citation or another mark on a block, in the provider's own JSON. */
  record Annotation(BlockId block, String kind, String json) implements StreamEvent {}

  /** A tool of the provider moved on: searching, interpreting, completed. */
  record ToolProgress(BlockId block, String status) implements StreamEvent {}

  /**
   * The provider's counts so far; later numbers replace earlier ones.
   *
   * @param usage in a turn: of all passes so far
   * @param passUsage in a further pass of a turn: what the pass itself reported
   */
  record UsageUpdate(Usage usage, @Nullable Usage passUsage) implements StreamEvent {
    public UsageUpdate(Usage usage) {
      this(usage, null);
    }
  }

  /** Chunks were lost between us and the provider. */
  record SequenceGap(long expected, long actual) implements StreamEvent {
    /** What happened, for people. */
    public String message() {
      long lost = actual - expected;
      return "Expected sequence number %,d, saw %,d: %,d %s lost"
          .formatted(expected, actual, lost, lost == 1 ? "chunk" : "chunks");
    }
  }

  /**
   * Chunks were lost, and the provider's final payload says what a part of a block really is: this
   * text takes the place of all that its deltas gave. It may follow the end of its block.
   */
  record BlockRepair(BlockId block, int part, String text) implements StreamEvent {}

  /**
   * Chunks were lost, and nothing that came later says what they held. Said before the end of the
   * block that may lack something, else before the end of the response.
   *
   * @param block the block that was open at the gap; absent if none was
   * @param part which part of it was growing
   * @param at how many characters of that part had come
   */
  record UnrepairedGap(long expected, long actual, @Nullable BlockId block, int part, int at)
      implements StreamEvent {
    /** What happened, for people. */
    public String message() {
      return ("Expected sequence number %,d, saw %,d, and nothing that came later says what was"
              + " missing; the answer may lack something here, or be out of order")
          .formatted(expected, actual);
    }
  }

  /**
   * In a route: a try came to nothing, and another follows. Nothing of it was seen, unless a {@link
   * Seam} follows. Said with the first content, because a route says nothing before that.
   *
   * @param provider who was asked
   * @param code the provider's own word for what went wrong, else one of ours
   * @param next who is asked next; the same for another try
   * @param waitMillis how long until then
   */
  record FailedTry(
      String provider,
      @Nullable String modelName,
      String code,
      String why,
      @Nullable String next,
      @Nullable String nextModel,
      long waitMillis)
      implements StreamEvent {
    /** Whether another provider or model is asked next. */
    public boolean isSwitch() {
      return next != null && (!next.equals(provider) || !Objects.equals(nextModel, modelName));
    }

    /** What happened, for people. */
    public String message() {
      String then =
          next == null
              ? ""
              : isSwitch() ? "; asked %s next".formatted(name(next, nextModel)) : "; tried again";
      boolean isSentence = why.endsWith(".") && !then.isEmpty();
      return "%s failed (%s): %s%s"
          .formatted(
              name(provider, modelName),
              code,
              isSentence ? why.substring(0, why.length() - 1) : why,
              then);
    }

    private static String name(String provider, @Nullable String model) {
      return model == null ? provider : provider + "/" + model;
    }
  }

  /**
   * In a route: the words of one model end here, and another goes on with the same block.
   *
   * @param at how many characters of the block had come
   * @param way how the other was asked to go on: {@code prefill} or {@code instruct}
   * @param overlap how many characters it repeated, which were dropped: they prove the seam
   * @param usage what the first reported until it broke off; the end of the response has the
   *     other's
   */
  record Seam(
      BlockId block,
      int at,
      String provider,
      @Nullable String modelName,
      String nextProvider,
      @Nullable String nextModel,
      String way,
      int overlap,
      @Nullable Usage usage)
      implements StreamEvent {
    /** What happened, for people. */
    public String message() {
      return "%s broke off after %,d characters, and %s went on (%s; %,d repeated characters dropped)"
          .formatted(
              FailedTry.name(provider, modelName),
              at,
              FailedTry.name(nextProvider, nextModel),
              way,
              overlap);
    }

    Seam moved(BlockId to) {
      return new Seam(to, at, provider, modelName, nextProvider, nextModel, way, overlap, usage);
    }
  }

  /**
   * One output finished.
   *
   * @param word the provider's own word for the reason
   */
  record OutputEnd(int output, FinishReason reason, @Nullable String word) implements StreamEvent {}

  /**
   * Something this version does not know: carried, recorded and replayed, never dropped.
   *
   * @param type the provider's name for it; {@code field …} with its place for a field, {@code also
   *     …} for a known one that has no place in events
   * @param preview its beginning, cut on a character boundary
   * @param length its whole length in characters
   * @param json all of it, if the preview is not and it is not too long to keep
   */
  record Unrecognized(String type, String preview, int length, @Nullable String json)
      implements StreamEvent {
    public Unrecognized(String type, String preview, int length) {
      this(type, preview, length, null);
    }

    /** All of it; absent if it was too long to keep. */
    public @Nullable String whole() {
      return json == null && preview.length() == length ? preview : json;
    }
  }

  /** Something wrong in what the provider sent. The stream goes on if it can. */
  record Fault(StreamFault fault) implements StreamEvent {}

  /** In a turn: a further pass begins, in place of its {@link ResponseStart}. */
  record PassStart(@Nullable String responseId, @Nullable String modelName, boolean alternatives)
      implements StreamEvent {
    public PassStart(@Nullable String responseId, @Nullable String modelName) {
      this(responseId, modelName, /* alternatives= */ false);
    }
  }

  /**
   * In a turn: a pass ended and the turn goes on, in place of its {@link ResponseEnd}. What the
   * client's tools returned follows, then the next pass or the end of the turn.
   *
   * @param word the provider's own word for the end
   * @param usage the last known counts, of all passes so far
   * @param passUsage in a further pass: what the pass itself reported
   * @param reasoning what the provider said later about blocks of this pass, as in {@link
   *     ResponseEnd}
   */
  record PassEnd(
      Verdict verdict,
      @Nullable String word,
      @Nullable Usage usage,
      @Nullable Usage passUsage,
      Map<Integer, Reasoning> reasoning)
      implements StreamEvent {

    public PassEnd {
      reasoning = Collections.unmodifiableMap(new TreeMap<>(reasoning));
    }
  }

  /**
   * The last event of every stream, and the end of a pass that is still under way.
   *
   * @param word the provider's own word for the end
   * @param usage the last known counts, even if the stream failed; in a turn, of all passes
   * @param passUsage at the end of a further pass: what the pass itself reported
   * @param reasoning what the provider said later about blocks that had ended, by their numbers; it
   *     replaces the reasoning in the block's end, and the encrypted part of its source
   */
  record ResponseEnd(
      Verdict verdict,
      @Nullable String word,
      @Nullable Usage usage,
      @Nullable Usage passUsage,
      Map<Integer, Reasoning> reasoning)
      implements StreamEvent {

    public ResponseEnd {
      reasoning = Collections.unmodifiableMap(new TreeMap<>(reasoning));
    }

    public ResponseEnd(
        Verdict verdict,
        @Nullable String word,
        @Nullable Usage usage,
        Map<Integer, Reasoning> reasoning) {
      this(verdict, word, usage, null, reasoning);
    }

    public ResponseEnd(Verdict verdict, @Nullable String word, @Nullable Usage usage) {
      this(verdict, word, usage, null, Map.of());
    }
  }
}
