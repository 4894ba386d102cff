package dev.weir.codec.dialect;

import dev.weir.codec.LimitExceededException;
import dev.weir.codec.Limits;
import dev.weir.codec.json.Json;
import dev.weir.event.BlockId;
import dev.weir.event.BlockKind;
import dev.weir.event.FinishReason;
import dev.weir.event.Reasoning;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamFault;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import dev.weir.event.number.ByNumber;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Writes the events of one response, so that the grammar holds by construction.
 *
 * <p>Every dialect writes through it: it opens the response before anything else, numbers blocks,
 * refuses deltas outside them, ends what is still open when the response ends, and is silent after
 * that. Belongs to one stream and one thread at a time.
 */
public final class EventWriter {
  private static final int PREVIEW_CHARS = 256;

  /** What has no place in events is kept whole up to this length. */
  private static final int MAX_CARRIED_CHARS = 64 << 10;

  private static final int MAX_PARTS = 4096;

  private final Limits limits;
  private final ByNumber<OpenBlock> open = new ByNumber<>(block -> block.id().block());
  private @Nullable BitSet endedOutputs;
  private Map<Integer, Reasoning> lateReasoning = Map.of();
  private final Gaps gaps = new Gaps();
  private Consumer<? super StreamEvent> out = event -> {};
  private boolean announced;
  private boolean started;
  private boolean alternatives;
  private boolean repeats = true;
  private boolean ended;
  private @Nullable Verdict cutVerdict;
  private @Nullable String cutWord;
  private @Nullable String responseId;
  private @Nullable String modelName;
  private Usage usage = Usage.NONE;
  private final ReportedUsage reported = new ReportedUsage();
  private int blocks;

  /** A writer that holds no more than that. */
  public EventWriter(Limits limits) {
    this.limits = limits;
  }

  /** Sets where the events of the next input go. */
  public void to(Consumer<? super StreamEvent> sink) {
    out = sink;
  }

  /**
   * The provider itself says that a response begins, before any of it comes. Call before {@link
   * #start}; from here on the response waits for the model.
   */
  public void announced() {
    announced |= !started;
  }

  /** Whether the provider announced the response before any of it came. */
  public boolean isAnnounced() {
    return announced;
  }

  /** How much text may be kept for one block. */
  public int maxBlockChars() {
    return limits.maxBlockChars();
  }

  /** How many blocks may be open at once, and how many alternatives there may be. */
  public int maxOpenBlocks() {
    return limits.maxOpenBlocks();
  }

  /** Whether the response has ended. */
  public boolean isEnded() {
    return ended;
  }

  /** The provider's id of the response, if it gave one. */
  public @Nullable String responseId() {
    return responseId;
  }

  /** The outputs of this dialect are alternatives. Call before the response is opened. */
  public void offersAlternatives() {
    alternatives = true;
  }

  /**
   * This dialect has only deltas of a text, without the whole of it at the end, so that nothing
   * needs to be known of them. Call before the response is opened; {@link #reconcile} must not be
   * called then.
   */
  public void repeatsNothing() {
    repeats = false;
  }

  /**
   * Opens the response, or adds names that became known after it was opened. An empty name is an
   * unknown one; a known name does not change.
   */
  public void start(@Nullable String id, @Nullable String model) {
    String newId = responseId == null && id != null && !id.isEmpty() ? id : null;
    String newModel = modelName == null && model != null && !model.isEmpty() ? model : null;
    responseId = newId == null ? responseId : newId;
    modelName = newModel == null ? modelName : newModel;
    if (!started) {
      started = true;
      emit(new StreamEvent.ResponseStart(newId, newModel, alternatives));
    } else if (newId != null || newModel != null) {
      emit(new StreamEvent.ResponseProgress("named", newId, newModel));
    }
  }

  /** The response moved on without content. */
  public void progress(String status) {
    emit(new StreamEvent.ResponseProgress(status, null, null));
  }

  /** Opens a block without id and name. */
  public OpenBlock open(int output, BlockKind kind) {
    return open(output, kind, null, null);
  }

  /** Opens a block. */
  public OpenBlock open(int output, BlockKind kind, @Nullable String id, @Nullable String name) {
    return open(output, kind, id, name, /* synthetic= */ false, Map.of());
  }

  /** Opens a block, which may be synthetic, with the provider's own facts about it. */
  public OpenBlock open(
      int output,
      BlockKind kind,
      @Nullable String id,
      @Nullable String name,
      boolean synthetic,
      Map<String, String> origin) {
    if (open.size() >= limits.maxOpenBlocks()) {
      throw new LimitExceededException(
          "More than %,d blocks are open at once; raise max-open-blocks or check the upstream"
              .formatted(limits.maxOpenBlocks()));
    }
    var block = new OpenBlock(new BlockId(output, blocks++), kind);
    open.put(block);
    emit(new StreamEvent.BlockStart(block.id(), kind, id, name, synthetic, origin));
    return block;
  }

  /** Adds text to a block. */
  public void delta(OpenBlock block, String text) {
    delta(block, 0, text);
  }

  /** Adds text to a block. Does nothing if the text is empty. */
  public void delta(OpenBlock block, int part, String text) {
    if (text.isEmpty() || ended) {
      return;
    }
    if (block.ended) {
      fault(
          StreamFault.Kind.ORPHAN,
          "Block %s received a delta after it ended".formatted(block.id()));
      return;
    }
    boundParts(part);
    block.append(part, text, repeats);
    keepArguments(block, text);
    String whole = joinSurrogates(block, part, text);
    if (!whole.isEmpty()) {
      emit(new StreamEvent.BlockDelta(block.id(), part, whole));
    }
  }

  private static void boundParts(int part) {
    if (part > MAX_PARTS) {
      throw new LimitExceededException(
          "A block has more than %,d parts; check the upstream".formatted(MAX_PARTS));
    }
  }

  private void keepArguments(OpenBlock block, String text) {
    StringBuilder arguments = block.arguments;
    if (arguments == null) {
      return;
    }
    if (arguments.length() + text.length() > limits.maxBlockChars()) {
      throw new LimitExceededException(
          "The arguments of block %s exceed %,d characters; raise max-block-chars or check the upstream"
              .formatted(block.id(), limits.maxBlockChars()));
    }
    arguments.append(text);
  }

  /** A character that two deltas share goes whole into the second, so no event holds half of it. */
  private static String joinSurrogates(OpenBlock block, int part, String text) {
    String joined = text;
    if (block.heldSurrogate != OpenBlock.NONE && block.heldPart == part) {
      joined = block.heldSurrogate + text;
      block.heldSurrogate = OpenBlock.NONE;
    }
    char last = joined.charAt(joined.length() - 1);
    if (Character.isHighSurrogate(last)) {
      block.heldSurrogate = last;
      block.heldPart = part;
      return joined.substring(0, joined.length() - 1);
    }
    return joined;
  }

  /** Compares what was streamed with the whole that the provider gives at the end. */
  public void reconcile(OpenBlock block, @Nullable String whole) {
    reconcile(block, 0, whole);
  }

  /**
   * Compares a final payload with the deltas before it: a missing end is added as a delta. A
   * payload that differs repairs the text if chunks were lost on the way to us; else it is a fault,
   * and what was streamed stays. A block that has ended takes no more text, so there a missing end
   * is a difference too. Providers repeat final payloads; a block is reported once.
   */
  public void reconcile(OpenBlock block, int part, @Nullable String whole) {
    if (!repeats) {
      throw new IllegalStateException("A dialect that repeats nothing compares a whole text");
    }
    if (whole == null || whole.isEmpty() || block.contradicted) {
      return;
    }
    boundParts(part);
    RunningText streamed = block.part(part);
    boolean continues = streamed.isPrefixOf(whole);
    if (continues && streamed.length() == whole.length()) {
      streamed.confirm();
    } else if (continues && !block.ended) {
      delta(block, part, whole.substring(streamed.length()));
      streamed.confirm();
    } else if (gaps.isAny()) {
      repair(block, part, whole);
      streamed.confirm();
    } else {
      block.contradicted = true;
      block.damaged();
      fault(
          StreamFault.Kind.CONTRADICTION,
          ("The final payload of block %s (%,d characters) does not continue the %,d characters"
                  + " that were streamed; the streamed text stays")
              .formatted(block.id(), whole.length(), streamed.length()));
    }
  }

  private void repair(OpenBlock block, int part, String whole) {
    block.part(part).become(whole);
    if (block.heldPart == part) {
      block.heldSurrogate = OpenBlock.NONE;
    }
    StringBuilder arguments = block.arguments;
    if (arguments != null && !block.ended) {
      arguments.setLength(0);
      keepArguments(block, whole);
    }
    emit(new StreamEvent.BlockRepair(block.id(), part, whole));
  }

  /**
   * Sets what a reasoning block carries besides its text. The block's end carries it; if the
   * provider says it after the block has ended, the response's end does.
   */
  public void reasoning(OpenBlock block, Reasoning reasoning) {
    if (block.ended && !reasoning.equals(block.reasoning())) {
      lateReasoning = lateReasoning.isEmpty() ? new TreeMap<>() : lateReasoning;
      lateReasoning.put(block.id().block(), reasoning);
    }
    block.reasoning(reasoning);
  }

  /** Ends a block that the provider completed. Does nothing if it has ended. */
  public void end(OpenBlock block) {
    end(block, /* complete= */ true);
  }

  /** Ends a block. Does nothing if it has ended. */
  public void end(OpenBlock block, boolean complete) {
    if (block.ended || ended) {
      return;
    }
    if (block.heldSurrogate != OpenBlock.NONE) {
      block.heldSurrogate = OpenBlock.NONE;
      emit(new StreamEvent.BlockDelta(block.id(), block.heldPart, "\uFFFD"));
    }
    if (gaps.ends(block, this::emit)) {
      block.damaged();
    }
    block.ended = true;
    open.remove(block.id().block());
    // Parts may arrive interleaved, so there is no single text of them all.
    StringBuilder arguments = block.hasParts ? null : block.arguments;
    emit(
        new StreamEvent.BlockEnd(
            block.id(),
            complete && block.isRunnable(),
            block.reasoningIfAny(),
            arguments == null ? null : arguments.toString(),
            block.signature(),
            block.source()));
  }

  /** Ends the open blocks of one output, in order of their numbers. */
  public void endBlocks(int output, boolean complete) {
    for (OpenBlock block : open.values()) {
      if (block.id().output() == output) {
        end(block, complete);
      }
    }
  }

  /** The block of that name if it is open. */
  public @Nullable OpenBlock openBlock(BlockId id) {
    return open.get(id.block());
  }

  /** The blocks that are open, in order of their numbers. */
  public List<OpenBlock> openBlocks() {
    return open.values();
  }

  /** Says something about a block, such as where a statement was found. */
  public void annotation(OpenBlock block, String kind, String json) {
    if (!block.ended) {
      emit(new StreamEvent.Annotation(block.id(), kind, json));
    }
  }

  /** Says how far a tool of the provider is. */
  public void toolProgress(OpenBlock block, String status) {
    if (!block.ended) {
      emit(new StreamEvent.ToolProgress(block.id(), status));
    }
  }

  /**
   * Takes what the provider reported, as its own JSON; writes an event only if it changes what is
   * known.
   *
   * @param counting turns everything reported so far into counts
   */
  public void usage(Json report, Function<Json, Usage> counting) {
    if (reported.take(report)) {
      counted(counting.apply(reported.json()).withRaw(reported.text()));
    }
  }

  /** The same for a dialect that reports in every chunk; its own numbers come only at the end. */
  public void runningUsage(Json report, Function<Json, Usage> counting) {
    if (reported.take(report)) {
      counted(counting.apply(reported.json()));
    }
  }

  /**
   * The same for a report of which only the numbers were read.
   *
   * @param names all that counting asks for
   * @param counts the numbers of the first names; -1 stands for one that is absent
   */
  public void runningUsage(
      List<String> names, Function<ReportedCounts, Usage> counting, long... counts) {
    if (reported.take(names, counts)) {
      counted(counting.apply(reported));
    }
  }

  private void counted(Usage counted) {
    Usage counts = counted.raw() == null ? counted : counted.withRaw(null);
    if (!counted.equals(usage) && !counts.equals(Usage.NONE)) {
      usage = counted;
      emit(new StreamEvent.UsageUpdate(counted));
    }
  }

  /** Notes that sequence numbers are missing. */
  public void sequenceGap(long expected, long actual) {
    emit(new StreamEvent.SequenceGap(expected, actual));
    gaps.opened(expected, actual, open.values());
  }

  /**
   * The provider has repeated the whole response, and all of it was compared with what had come:
   * nothing is missing because of a gap.
   */
  public void whole() {
    gaps.whole();
  }

  /** Says why an output ended. Only the first time counts. */
  public void outputEnd(int output, FinishReason reason, @Nullable String word) {
    BitSet known = endedOutputs == null ? new BitSet() : endedOutputs;
    if (!known.get(output)) {
      known.set(output);
      endedOutputs = known;
      emit(new StreamEvent.OutputEnd(output, reason, word));
    }
  }

  /** Hands over a chunk of an unknown kind. */
  public void unrecognized(String type, String json) {
    boolean isKept = json.length() > PREVIEW_CHARS && json.length() <= MAX_CARRIED_CHARS;
    emit(new StreamEvent.Unrecognized(type, preview(json), json.length(), isKept ? json : null));
  }

  /** Notes that something is wrong inside the stream. */
  public void fault(StreamFault.Kind kind, String message) {
    fault(new StreamFault(kind, message));
  }

  /** Notes that something is wrong inside the stream. */
  public void fault(StreamFault fault) {
    emit(new StreamEvent.Fault(fault));
  }

  /**
   * The input was cut from our side: if the response turns out truncated, this is its verdict
   * instead.
   */
  public void cut(Verdict verdict, @Nullable String word) {
    cutVerdict = verdict;
    cutWord = word;
  }

  /** Ends the response; blocks that are still open were cut. */
  public void end(Verdict verdict, @Nullable String word) {
    Verdict cut = cutVerdict;
    if (verdict == Verdict.TRUNCATED && cut != null) {
      end(cut, cutWord);
      return;
    }
    if (ended) {
      return;
    }
    for (OpenBlock block : open.values()) {
      end(block, /* complete= */ false);
    }
    gaps.end(this::emit);
    Usage known = usage.equals(Usage.NONE) ? null : usage.withRaw(reported.text());
    emit(new StreamEvent.ResponseEnd(verdict, word, known, lateReasoning));
    ended = true;
  }

  /** The beginning of a text, never ending in half a character. */
  public static String preview(String text) {
    if (text.length() <= PREVIEW_CHARS) {
      return text;
    }
    int cut = Character.isHighSurrogate(text.charAt(PREVIEW_CHARS - 1)) ? 1 : 0;
    return text.substring(0, PREVIEW_CHARS - cut);
  }

  private void emit(StreamEvent event) {
    if (ended) {
      return;
    }
    if (!started) {
      started = true;
      out.accept(new StreamEvent.ResponseStart(null, null, alternatives));
    }
    out.accept(event);
  }
}
