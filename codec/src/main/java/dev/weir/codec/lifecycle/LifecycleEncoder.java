package dev.weir.codec.lifecycle;

import dev.weir.codec.Frame;
import dev.weir.codec.json.FrameWriter;
import dev.weir.codec.json.JsonText;
import dev.weir.codec.lifecycle.LifecycleEvent.Failed;
import dev.weir.codec.lifecycle.LifecycleEvent.ImageComplete;
import dev.weir.codec.lifecycle.LifecycleEvent.TextDelta;
import dev.weir.codec.lifecycle.ShownBlocks.Shown;
import dev.weir.event.BlockId;
import dev.weir.event.BlockKind;
import dev.weir.event.FirstAnswer;
import dev.weir.event.StreamEvent;
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
import dev.weir.event.StreamFault;
import dev.weir.event.Verdict;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Turns the stream of one turn into what a chat front end receives.
 *
 * <p>The next phase begins with each further pass of a turn ({@code pass_start}), and with
 * reasoning that comes after content or a call: a phase thinks once, then answers. {@link #end} or
 * {@link #fail} finishes the turn, whatever state it is in. After that nothing is said.
 *
 * <p>Times are the arrival times of the events in epoch milliseconds; a clock that goes back is
 * held at its latest time. Deltas are passed on in the order in which they come. Belongs to one
 * turn and one thread at a time.
 */
public final class LifecycleEncoder {
  private static final int MAX_REFUSAL_CHARS = 4000;
  private static final int MAX_BLANK = 1000;
  private static final String GOES_ON = "continue";

  private final LifecycleOptions options;
  private final FrameWriter out;
  private final ShownBlocks blocks = new ShownBlocks();
  private final Consumer<LifecycleEvent> saying = this::say;
  private final Repairs repairs = new Repairs(saying);
  private @Nullable ToolCalls tools;
  private @Nullable StringBuilder refusal;
  private String blank = "";
  private int blankBlock;
  private final FirstAnswer firstAnswer = new FirstAnswer();
  private final FoundStatuses statuses = new FoundStatuses(saying);
  private LifecyclePhase phase;
  private int phaseNumber;
  private long lastId;
  private long now;

  private boolean inStream;
  private boolean hasText;
  private boolean isEnded;
  private @Nullable StreamFault fault;
  private @Nullable Problem problem;
  private @Nullable String responseId;
  private @Nullable String modelName;

  /** Writes frames for one turn. */
  public LifecycleEncoder(LifecycleOptions options, Consumer<? super LifecycleFrame> out) {
    this(options, FrameWriter.to(frame -> out.accept(LifecycleFrame.of(frame))));
  }

  /**
   * Hands over frames for the wire: their data is valid only for the time of the call, because the
   * next frame is written in the same place.
   */
  public static LifecycleEncoder toFrames(LifecycleOptions options, Consumer<? super Frame> out) {
    return into(options, FrameWriter.to(out));
  }

  /** Writes frames for the wire where they leave from. */
  public static LifecycleEncoder into(LifecycleOptions options, FrameWriter out) {
    return new LifecycleEncoder(options, out);
  }

  private LifecycleEncoder(LifecycleOptions options, FrameWriter out) {
    this.options = options;
    this.out = out;
    this.phase = new LifecyclePhase(statuses, saying);
  }

  /** Takes the next event of the turn. */
  public void accept(StreamEvent event, long atMillis) {
    at(atMillis);
    firstAnswer.accept(event);
    statuses.accept(event);
    switch (event) {
      case ResponseStart start -> {
        inStream = true;
        names(start.responseId(), start.modelName());
      }
      case ResponseProgress progress -> names(progress.responseId(), progress.modelName());
      case PassEnd end -> closeLast(end.verdict());
      case PassStart start -> {
        nextPass();
        names(start.responseId(), start.modelName());
      }
      case BlockStart start -> blockStart(start);
      case BlockDelta delta -> blockDelta(delta);
      case BlockRepair repair -> repair(repair);
      case UnrepairedGap gap -> gap(gap);
      case FailedTry tried -> say(new LifecycleEvent.TryFailed(tried));
      case Seam seam -> seam(seam);
      case ToolProgress progress -> tools().progress(progress);
      case BlockEnd end -> blockEnd(end);
      case OutputEnd end -> outputEnd(end);
      case Fault wrong -> fault(wrong.fault());
      case ResponseEnd end -> streamEnd(end.verdict());
      case Annotation unseen -> {}
      case UsageUpdate unseen -> {}
      case SequenceGap unseen -> {}
      case Unrecognized unseen -> {}
    }
  }

  /** Ends the turn. A stream that has not ended on its own counts as cut off. */
  public void end(long atMillis) {
    at(atMillis);
    if (inStream) {
      streamEnd(Verdict.TRUNCATED);
    }
    finish();
  }

  /** Ends the turn with an error that no stream reported. */
  public void fail(String code, String message, boolean retryable, long atMillis) {
    at(atMillis);
    closeLast(Verdict.FAILED);
    problem = new Problem(code, message, retryable);
    finish();
  }

  /** Whether the last frame was written. */
  public boolean isEnded() {
    return isEnded;
  }

  private void finish() {
    if (isEnded) {
      return;
    }
    Problem last = problem;
    if (last != null) {
      say(new Failed(last));
    }
    out.done();
    isEnded = true;
  }

  private void at(long atMillis) {
    now = Math.max(now, atMillis);
  }

  private void nextPass() {
    nextPhase(GOES_ON);
    hasText = false;
    fault = null;
    refusal = null;
    blocks.clear();
    repairs.clear();
    if (tools != null) {
      tools.nextPass();
    }
  }

  private ToolCalls tools() {
    ToolCalls known = tools;
    if (known == null) {
      known = new ToolCalls(options.tellsRuns(), saying);
      tools = known;
    }
    return known;
  }

  private void names(@Nullable String id, @Nullable String model) {
    responseId = id == null ? responseId : id;
    modelName = model == null ? modelName : model;
  }

  private void nextPhase(String finishReason) {
    phase.close(finishReason, now);
    phase = new LifecyclePhase(statuses, saying);
    phaseNumber++;
  }

  private void blockStart(BlockStart start) {
    if (!firstAnswer.has(start.block().output())) {
      return;
    }
    if (start.synthetic() && start.kind() != BlockKind.REASONING) {
      // Kept for the provider, not for showing.
      return;
    }
    blocks.start(start);
    switch (start.kind()) {
      case TOOL_CALL, SERVER_TOOL -> {
        phase.endThinking(now);
        tools().start(start);
      }
      case TOOL_OUTPUT, MEDIA -> phase.endThinking(now);
      // A block of text may stay empty, and one of reasoning may only keep metadata.
      case TEXT, REASONING, REFUSAL -> {}
    }
  }

  private void blockDelta(BlockDelta delta) {
    Shown block = blocks.find(delta.block());
    if (block == null || delta.text().isEmpty()) {
      return;
    }
    switch (block.kind()) {
      case REASONING -> {
        if (!phase.canThink()) {
          nextPhase(GOES_ON);
        }
        phase.thinkingDelta(delta, now);
      }
      case TEXT -> text(delta.block().block(), delta.text());
      case REFUSAL -> {
        phase.endThinking(now);
        refused(delta.text());
      }
      case TOOL_OUTPUT, MEDIA -> blocks.keep(block, delta.text());
      case TOOL_CALL, SERVER_TOOL -> tools().delta(delta);
    }
  }

  private void refused(String more) {
    StringBuilder words = refusal == null ? new StringBuilder() : refusal;
    int room = MAX_REFUSAL_CHARS - words.length();
    refusal = words.append(more, 0, Math.min(room, more.length()));
  }

  /**
   * Text begins with its first visible character: models send a blank line before they think, and
   * between two thoughts. What is held goes before the next text.
   */
  private void text(int block, String content) {
    boolean isHeld =
        !phase.hasText() && content.isBlank() && blank.length() + content.length() <= MAX_BLANK;
    if (isHeld) {
      blank += content;
      blankBlock = block;
    } else {
      hasText = true;
      phase.textDelta(blank.isEmpty() ? content : blank + content, now);
      blankSaid();
      repairs.said(block, phaseNumber, content);
    }
  }

  private void blankSaid() {
    if (!blank.isEmpty()) {
      repairs.said(blankBlock, phaseNumber, blank);
      blank = "";
    }
  }

  private void repair(BlockRepair repair) {
    BlockId block = repair.block();
    Shown shown = blocks.find(block);
    if (shown != null && shown.isShownAtEnd()) {
      blocks.repair(shown, repair.text());
    } else if (shown != null && shown.kind() == BlockKind.TEXT && !repairs.isSaid(block)) {
      // Everything that came of it was held.
      if (blankBlock == block.block()) {
        blank = "";
      }
      text(block.block(), repair.text());
    } else if (firstAnswer.has(block.output())) {
      repairs.repaired(repair, shown, phaseNumber);
    }
  }

  private void gap(UnrepairedGap gap) {
    BlockId block = gap.block();
    if (block == null || firstAnswer.has(block.output())) {
      repairs.left(gap, block == null ? null : blocks.find(block), phaseNumber);
    }
  }

  private void seam(Seam seam) {
    if (firstAnswer.has(seam.block().output())) {
      say(new LifecycleEvent.SeamTold(seam, repairs.place(seam.block(), seam.at())));
    }
  }

  private void blockEnd(BlockEnd end) {
    Shown block = blocks.end(end.block());
    if (block == null) {
      return;
    }
    switch (block.kind()) {
      case TOOL_CALL, SERVER_TOOL -> {
        phase.endThinking(now);
        tools().called(block, end);
      }
      case TOOL_OUTPUT -> {
        if (block.start.isByClient()) {
          tools().clientResult(block, end);
        } else {
          tools().serverResult(block, end);
        }
      }
      case MEDIA -> {
        if (block.isImage()) {
          say(new ImageComplete(block.image(end.complete())));
        }
      }
      case TEXT, REASONING, REFUSAL -> {}
    }
  }

  private void outputEnd(OutputEnd end) {
    // Where outputs are steps of one answer, the end of one is not the end of the thinking.
    if (firstAnswer.offersAlternatives()) {
      if (firstAnswer.has(end.output())) {
        phase.endThinking(now);
      }
    } else if (tools != null) {
      tools.outputEnd(end);
    }
  }

  private void fault(StreamFault wrong) {
    if (wrong.isFinal()) {
      phase.endThinking(now);
    }
    StreamFault known = fault;
    if (known == null || (wrong.isFinal() && !known.isFinal())) {
      fault = wrong;
    }
  }

  private void streamEnd(Verdict verdict) {
    inStream = false;
    closeLast(verdict);
    String words = refusal == null ? "" : refusal.toString();
    problem = Problem.of(verdict, fault, words, hasText);
  }

  /** Closes the phase with all that is held, however the stream ends. */
  private void closeLast(Verdict verdict) {
    if (!blank.isEmpty()) {
      phase.textDelta(blank, now);
      blankSaid();
    }
    phase.close(Problem.finishReason(verdict), now);
  }

  private void say(LifecycleEvent event) {
    if (isEnded) {
      return;
    }
    JsonText json = out.begin(++lastId);
    if (event instanceof TextDelta text && options.openaiText()) {
      LifecycleJson.chatChunk(json, text.content(), responseId, modelName, now);
    } else {
      LifecycleJson.write(json, event, phaseNumber, now);
    }
    out.written();
  }
}
