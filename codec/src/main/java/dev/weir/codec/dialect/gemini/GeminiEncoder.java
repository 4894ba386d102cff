package dev.weir.codec.dialect.gemini;

import dev.weir.codec.Frame;
import dev.weir.codec.dialect.DialectEncoder;
import dev.weir.codec.dialect.EncodeOptions;
import dev.weir.codec.dialect.EventSource;
import dev.weir.codec.dialect.HeldText;
import dev.weir.codec.dialect.Loss;
import dev.weir.codec.dialect.Losses;
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
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Writes Gemini {@code generateContent} chunks.
 *
 * <p>Outputs that are alternatives become candidates; outputs that follow each other become one.
 * The finish reasons and the usage come last. The dialect has no terminal mark: a response without
 * a finish reason was cut, so one that was cut, cancelled or that stalled gets none, and a failure
 * is an {@code error}.
 */
final class GeminiEncoder implements DialectEncoder {
  private final EventSource source;
  private final Losses losses = new Losses();
  private final GeminiChunks chunks;
  private final HeldText held;
  private final GeminiTerminal terminal;
  private final Map<Integer, CandidateEncoder> candidates = new TreeMap<>();
  private boolean alternatives;

  GeminiEncoder(EncodeOptions options, EventSource source) {
    this.source = source;
    this.chunks = new GeminiChunks(options);
    this.held = new HeldText(options);
    this.terminal = new GeminiTerminal(chunks, source, losses);
  }

  @Override
  public List<Loss> losses() {
    return losses.list();
  }

  @Override
  public void accept(StreamEvent event, Consumer<? super Frame> out) {
    chunks.to(out);
    switch (event) {
      case ResponseStart e -> {
        alternatives = e.alternatives();
        chunks.names(e.responseId(), e.modelName());
        chunks.defaultNames();
      }
      case ResponseProgress e -> progress(e);
      case PassStart e -> losses.add(e, "chunks have no passes");
      case PassEnd e -> losses.add(e, "chunks have no passes");
      case BlockStart e -> {
        candidate(e.block().output()).start(e);
        if (e.kind() == BlockKind.TOOL_CALL) {
          terminal.called();
        }
      }
      case BlockDelta e -> candidate(e.block().output()).delta(e);
      case BlockEnd e -> candidate(e.block().output()).end(e);
      case Annotation e -> candidate(e.block().output()).annotation(e);
      case OutputEnd e -> terminal.outputEnd(e, alternatives);
      case Fault e -> terminal.fault(e);
      case ResponseEnd e -> {
        terminal.end(e, candidates.containsKey(0));
        chunks.carryRest();
      }
      case UsageUpdate e -> {
        // Said once, at the end: the end of the response repeats the last numbers.
      }
      case ToolProgress e -> losses.add(e, "chunks do not say how a tool progresses");
      case SequenceGap e -> losses.add(e, "chunks have no sequence numbers");
      case BlockRepair e -> losses.add(e, "what was written cannot be taken back");
      case UnrepairedGap e -> losses.add(e, "there is no word for what is missing");
      case FailedTry e -> losses.add(e, "there is no word for what was tried before");
      case Seam e -> losses.add(e, "there is no word for where another model goes on");
      case Unrecognized e -> {
        if (!source.sameDialect() || !chunks.carry(e)) {
          losses.add(e, "what another dialect's provider says of its own has no place here");
        }
      }
    }
  }

  private void progress(ResponseProgress progress) {
    boolean named = progress.responseId() != null || progress.modelName() != null;
    boolean hasBegun = !chunks.isEmpty();
    boolean fits = named && chunks.names(progress.responseId(), progress.modelName());
    if (!fits) {
      losses.add(progress, named ? "the response was already named" : "chunks have no such step");
    } else if (hasBegun) {
      chunks.plain(/* usage= */ null, json -> {});
    } else {
      losses.add(progress, "the first chunk has the names");
    }
  }

  private CandidateEncoder candidate(int output) {
    int index = alternatives ? output : 0;
    return candidates.computeIfAbsent(
        index, i -> new CandidateEncoder(chunks, source, losses, held, i));
  }
}
