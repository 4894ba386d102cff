package dev.weir.terminal.view;

import dev.weir.event.BlockId;
import dev.weir.event.BlockKind;
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
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import dev.weir.event.status.StatusTracker;
import dev.weir.terminal.text.SafeText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Folds the events of one stream, and when they came, into the panels that show it.
 *
 * <p>A panel belongs to one output and appears with its first block. A delta costs its length.
 * Belongs to one stream and one thread at a time.
 */
public final class StreamPanels {
  private static final int MAX_REMARKS = 5;
  private static final int MAX_WORDS = 300;

  private final List<Panel> panels = new ArrayList<>();
  private final Map<Integer, Panel> current = new HashMap<>();
  private final Map<Integer, PanelBlock> blocks = new HashMap<>();
  private final List<Remark> remarks = new ArrayList<>();
  private int moreRemarks;
  private final String provider;
  private @Nullable String modelName;
  private @Nullable String responseId;
  private final StatusTracker statuses =
      new StatusTracker(found -> status = words(found.description()));
  private @Nullable String status;
  private @Nullable Usage usage;
  private @Nullable Verdict verdict;
  private @Nullable Long firstOutput;
  private @Nullable Long firstText;
  private long lastOutput;
  private long endMicros;
  private long characters;

  /**
   * @param provider who answers, in a word
   */
  public StreamPanels(String provider, @Nullable String modelName) {
    this.provider = words(provider);
    this.modelName = modelName == null ? null : words(modelName);
  }

  /** Takes the next event, with its time in microseconds since the request. */
  public void accept(StreamEvent event, long atMicros) {
    statuses.accept(event);
    status = statuses.isThinking() ? status : null;
    switch (event) {
      case ResponseStart start -> names(start.responseId(), start.modelName());
      case ResponseProgress progress -> names(progress.responseId(), progress.modelName());
      case BlockStart start -> start(start, atMicros);
      case BlockDelta delta -> delta(delta, atMicros);
      case BlockEnd end -> end(end, atMicros);
      case Annotation annotation -> {
        PanelBlock block = blocks.get(annotation.block().block());
        if (block != null) {
          block.annotated();
        }
      }
      case ToolProgress progress -> {
        PanelBlock block = blocks.get(progress.block().block());
        if (block != null) {
          block.progress(progress.status());
        }
      }
      case UsageUpdate update -> usage = update.usage();
      case SequenceGap gap -> blocks.values().forEach(block -> block.gap(gap.expected()));
      case BlockRepair repair -> repair(repair);
      case UnrepairedGap gap -> unrepaired(gap);
      case FailedTry e -> remark(e.message(), /* isFault= */ false);
      case Seam e -> {
        modelName = modelName == null ? e.nextModel() : modelName + " → " + e.nextModel();
        remark(e.message(), /* isFault= */ false);
      }
      case OutputEnd end -> {
        Panel panel = current.get(end.output());
        if (panel != null) {
          panel.finish();
        }
      }
      case Fault fault -> remark(message(fault.fault()));
      case PassStart start -> names(start.responseId(), start.modelName());
      case PassEnd end -> usage = end.usage() == null ? usage : end.usage();
      case ResponseEnd end -> {
        verdict = end.verdict();
        usage = end.usage() == null ? usage : end.usage();
        endMicros = atMicros;
        panels.forEach(Panel::finish);
      }
      case Unrecognized passing -> {}
    }
  }

  /** Nobody is watching any longer: what is still open is cut. */
  public void leave(long atMicros) {
    blocks.values().forEach(block -> block.end(/* complete= */ false, atMicros));
    blocks.clear();
    accept(new ResponseEnd(Verdict.CANCELLED, /* word= */ null, /* usage= */ null), atMicros);
  }

  private void names(@Nullable String id, @Nullable String model) {
    responseId = id == null ? responseId : id;
    modelName = model == null ? modelName : words(model);
  }

  private void start(BlockStart start, long atMicros) {
    if (start.synthetic()) {
      return;
    }
    var block = new PanelBlock(start, atMicros);
    blocks.put(start.block().block(), block);
    panel(start.block().output()).add(block);
  }

  /** What comes after the end of an output gets a panel of its own: the first one may be gone. */
  private Panel panel(int output) {
    Panel panel = current.get(output);
    if (panel == null || panel.isFinished()) {
      panel = new Panel(output);
      current.put(output, panel);
      panels.add(panel);
    }
    return panel;
  }

  private void delta(BlockDelta delta, long atMicros) {
    PanelBlock block = blocks.get(delta.block().block());
    if (block == null || delta.text().isEmpty()) {
      return;
    }
    block.append(delta, atMicros);
    firstOutput = firstOutput == null ? (Long) atMicros : firstOutput;
    boolean isRead = block.kind() == BlockKind.TEXT || block.kind() == BlockKind.REFUSAL;
    firstText = firstText == null && isRead ? (Long) atMicros : firstText;
    lastOutput = atMicros;
    characters += block.kind() == BlockKind.MEDIA ? 0 : delta.text().length();
  }

  private void repair(BlockRepair repair) {
    PanelBlock block = blocks.get(repair.block().block());
    boolean isShown = block != null && block.repair(repair.text());
    remark(
        isShown
            ? "Chunks were lost; the text is as the provider said it at its end"
            : "Chunks were lost; what they held came later, and is not shown above");
  }

  private void unrepaired(UnrepairedGap gap) {
    BlockId id = gap.block();
    PanelBlock block = id == null ? null : blocks.get(id.block());
    if (block != null) {
      block.mark(gap.expected());
    }
    remark(gap.message());
  }

  private void end(BlockEnd end, long atMicros) {
    PanelBlock block = blocks.remove(end.block().block());
    if (block != null) {
      block.gave(end.source());
      block.end(end.complete(), atMicros);
    }
  }

  private static String message(StreamFault fault) {
    String code = fault.code();
    return code == null ? fault.message() : "[%s] %s".formatted(code, fault.message());
  }

  /**
   * Something to know about an answer.
   *
   * @param isFault whether it is a fault that was not put right
   */
  record Remark(String words, boolean isFault) {}

  private void remark(String message) {
    remark(message, /* isFault= */ true);
  }

  private void remark(String message, boolean isFault) {
    if (remarks.size() < MAX_REMARKS) {
      remarks.add(new Remark(words(message), isFault));
    } else {
      moreRemarks++;
    }
  }

  private static String words(String text) {
    String line = SafeText.line(text.substring(0, Math.min(text.length(), MAX_WORDS)));
    return text.length() > MAX_WORDS ? line + "…" : line;
  }

  /** Whether the stream has come to its end. */
  public boolean isEnded() {
    return verdict != null;
  }

  /** The provider's id of the response, if it gave one. */
  public @Nullable String responseId() {
    return responseId;
  }

  List<Panel> panels() {
    return Collections.unmodifiableList(panels);
  }

  String provider() {
    return provider;
  }

  @Nullable String modelName() {
    return modelName;
  }

  /** What the model is busy with, in a few words, while it thinks. */
  @Nullable String status() {
    return status;
  }

  @Nullable Usage usage() {
    return usage;
  }

  @Nullable Verdict verdict() {
    return verdict;
  }

  @Nullable Long firstText() {
    return firstText;
  }

  @Nullable Long firstOutput() {
    return firstOutput;
  }

  long lastOutput() {
    return lastOutput;
  }

  long endMicros() {
    return endMicros;
  }

  long characters() {
    return characters;
  }

  /** What happened on the way. */
  List<Remark> remarks() {
    List<Remark> all = new ArrayList<>(remarks);
    if (moreRemarks > 0) {
      all.add(new Remark("%,d more faults".formatted(moreRemarks), /* isFault= */ true));
    }
    return all;
  }
}
