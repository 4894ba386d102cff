package dev.weir.codec.dialect.ollama;

import dev.weir.codec.Frame;
import dev.weir.codec.dialect.DialectEncoder;
import dev.weir.codec.dialect.EncodeOptions;
import dev.weir.codec.dialect.EventSource;
import dev.weir.codec.dialect.HeldText;
import dev.weir.codec.dialect.Loss;
import dev.weir.codec.dialect.Losses;
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
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes the lines of Ollama's {@code /api/chat}.
 *
 * <p>There is one output: of alternatives only the first is written, outputs that follow each other
 * become one. The line with {@code done} is written for an end that the provider brought about; a
 * failure is a line with {@code error}, and a stream that was cut, cancelled or that stalled just
 * ends.
 */
final class OllamaEncoder implements DialectEncoder {
  private final EventSource source;
  private final Losses losses = new Losses();
  private final OllamaLines lines;
  private final MessageRuns runs;
  private @Nullable OutputEnd finish;
  private @Nullable Fault lastFault;
  private boolean alternatives;
  private boolean errorSaid;

  OllamaEncoder(EncodeOptions options, EventSource source) {
    this.source = source;
    this.lines = new OllamaLines(options);
    this.runs = new MessageRuns(lines, source, losses, new HeldText(options));
  }

  @Override
  public List<Loss> losses() {
    return losses.list();
  }

  @Override
  public void accept(StreamEvent event, Consumer<? super Frame> out) {
    lines.to(out);
    switch (event) {
      case ResponseStart e -> start(e);
      case ResponseProgress e -> progress(e);
      case PassStart e -> losses.add(e, "lines have no passes");
      case PassEnd e -> losses.add(e, "lines have no passes");
      case BlockStart e -> {
        if (isWritten(e, e.block().output())) {
          runs.start(e);
        }
      }
      case BlockDelta e -> {
        if (isWritten(e, e.block().output())) {
          runs.delta(e);
        }
      }
      case BlockEnd e -> {
        if (isWritten(e, e.block().output())) {
          runs.end(e);
        }
      }
      case OutputEnd e -> outputEnd(e);
      case Fault e -> fault(e);
      case ResponseEnd e -> end(e);
      case UsageUpdate e -> {
        // Said once, at the end: the end of the response repeats the last numbers.
      }
      case Annotation e -> losses.add(e, "a message has no marks on its text");
      case ToolProgress e -> losses.add(e, "lines do not say how a tool progresses");
      case SequenceGap e -> losses.add(e, "lines have no sequence numbers");
      case BlockRepair e -> losses.add(e, "what was written cannot be taken back");
      case UnrepairedGap e -> losses.add(e, "there is no word for what is missing");
      case FailedTry e -> losses.add(e, "there is no word for what was tried before");
      case Seam e -> losses.add(e, "there is no word for where another model goes on");
      case Unrecognized e -> {
        if (!source.sameDialect() || !lines.carry(e)) {
          losses.add(e, "what another dialect's provider says of its own has no place here");
        }
      }
    }
  }

  private boolean isWritten(StreamEvent event, int output) {
    boolean written = !alternatives || output == 0;
    if (!written) {
      losses.add(event, "there are no alternatives; only the first is written");
    }
    return written;
  }

  private void start(ResponseStart start) {
    alternatives = start.alternatives();
    lines.model(start.modelName());
    lines.defaultModel();
    if (start.responseId() != null) {
      losses.add(start, "responseId", "a line has no id");
    }
  }

  private void progress(ResponseProgress progress) {
    boolean said = progress.modelName() != null && lines.model(progress.modelName());
    losses.add(progress, said ? "the next line names the model" : "lines have no such step");
  }

  private void outputEnd(OutputEnd end) {
    if (source.sameDialect() && end.output() == 0) {
      finish = end;
    } else {
      losses.add(end, "a message is done once, with the response");
    }
  }

  private void fault(Fault fault) {
    lastFault = fault;
    if (fault.fault().kind() != StreamFault.Kind.PROVIDER_ERROR) {
      losses.add(fault, "lines report only the provider's own errors");
    } else if (source.sameDialect()) {
      lines.error(fault.fault());
      errorSaid = true;
    }
  }

  private void end(ResponseEnd end) {
    boolean natural = end.verdict().isNatural();
    OutputEnd said = finish;
    if (end.verdict() == Verdict.FAILED) {
      failed(end);
    } else if (lastFault != null && !errorSaid) {
      losses.add(lastFault, "an error inside a stream would fail the whole response");
    }
    if (said != null) {
      lines.done(said.word(), usage(end));
    } else if (natural) {
      lines.done(word(end), usage(end));
    } else {
      unfinished(end);
    }
  }

  private void unfinished(ResponseEnd end) {
    if (lines.isEmpty()) {
      // Bytes that hold no line at all are not a stream; a reader could not tell what was cut.
      lines.text("");
    }
    if (end.usage() != null) {
      losses.add(end, "usage", "the counts are on the line that is never written");
    }
    if (end.verdict() != Verdict.FAILED && end.verdict() != Verdict.TRUNCATED) {
      losses.add(end, "verdict", "the stream just ends, as one that was cut");
    }
  }

  private void failed(ResponseEnd end) {
    Fault last = lastFault;
    if (errorSaid) {
      return;
    }
    if (last != null && last.fault().kind() != StreamFault.Kind.PROVIDER_ERROR) {
      losses.add(last, "kind", "it is written as an error of the provider");
    }
    if (last != null && last.fault().code() != null) {
      losses.add(last, "code", "an error is a text");
    }
    if (end.word() != null) {
      losses.add(end, "word", "a failure has no word");
    }
    String message = last == null ? "The response failed" : last.fault().message();
    lines.error(new StreamFault(StreamFault.Kind.PROVIDER_ERROR, message));
  }

  private @Nullable Usage usage(ResponseEnd end) {
    Usage usage = end.usage();
    if (usage != null
        && (usage.reasoningTokens() != null
            || usage.cachedInputTokens() != null
            || usage.cacheWriteTokens() != null)) {
      losses.add(end, "usage", "only what was read and what was written is counted");
    }
    return usage;
  }

  /** The word for an end in another dialect; calls are known by being there. */
  private String word(ResponseEnd end) {
    String word = end.verdict() == Verdict.LENGTH ? "length" : "stop";
    if (!word.equals(end.word())) {
      losses.add(end, "word", "«%s» is written for %s".formatted(word, end.verdict()));
    }
    boolean isTold =
        switch (end.verdict()) {
          case COMPLETE -> !runs.hasCalls();
          case TOOL_CALLS -> runs.hasCalls();
          case LENGTH -> true;
          case REFUSED, FILTERED, PAUSED, FAILED, TRUNCATED, CANCELLED, STALLED -> false;
        };
    if (!isTold) {
      losses.add(end, "verdict", "«%s» cannot say that it was %s".formatted(word, end.verdict()));
    }
    return word;
  }
}
