package dev.weir.codec.dialect.chat;

import dev.weir.codec.Frame;
import dev.weir.codec.dialect.DialectEncoder;
import dev.weir.codec.dialect.EncodeOptions;
import dev.weir.codec.dialect.EventSource;
import dev.weir.codec.dialect.HeldText;
import dev.weir.codec.dialect.Loss;
import dev.weir.codec.dialect.Losses;
import dev.weir.event.FinishReason;
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
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes chat completion chunks.
 *
 * <p>Outputs that are alternatives become choices; outputs that follow each other become one. The
 * finish chunk comes last, except for the usage chunk and {@code [DONE]}. Only an end that the
 * provider brought about is finished: a failure is an error chunk, and a stream that was cut,
 * cancelled or that stalled just ends, with no finish reason and no {@code [DONE]}, because the
 * dialect has no other way to say that more should have come.
 */
final class ChatEncoder implements DialectEncoder {
  private final EventSource source;
  private final Losses losses = new Losses();
  private final ChatChunks chunks;
  private final HeldText held;
  private final List<ChoiceEncoder> choices = new ArrayList<>();
  private boolean alternatives;
  private boolean errorSaid;
  private @Nullable Fault heldError;
  private @Nullable Fault lastFault;

  ChatEncoder(EncodeOptions options, EventSource source) {
    this.source = source;
    this.chunks = new ChatChunks(options);
    this.held = new HeldText(options);
  }

  @Override
  public List<Loss> losses() {
    return losses.list();
  }

  @Override
  public void accept(StreamEvent event, Consumer<? super Frame> out) {
    chunks.to(out);
    if (!(event instanceof BlockDelta)) {
      choices.forEach(ChoiceEncoder::flush);
    }
    switch (event) {
      case ResponseStart e -> start(e);
      case ResponseProgress e -> progress(e);
      case PassStart e -> losses.add(e, "chat chunks have no passes");
      case PassEnd e -> losses.add(e, "chat chunks have no passes");
      case BlockStart e -> choice(e.block().output()).start(e);
      case BlockDelta e -> choice(e.block().output()).delta(e);
      case BlockEnd e -> choice(e.block().output()).end(e);
      case Annotation e -> choice(e.block().output()).annotation(e);
      case OutputEnd e -> outputEnd(e);
      case Fault e -> fault(e);
      case ResponseEnd e -> end(e);
      case UsageUpdate e -> {
        // Said once, at the end: the end of the response repeats the last numbers.
      }
      case ToolProgress e -> losses.add(e, "chat chunks do not say how a tool progresses");
      case SequenceGap e -> losses.add(e, "chat chunks have no sequence numbers");
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

  private void start(ResponseStart start) {
    alternatives = start.alternatives();
    chunks.names(start.responseId(), start.modelName());
    chunks.defaultNames();
    choice(0);
  }

  private void progress(ResponseProgress progress) {
    boolean named = progress.responseId() != null || progress.modelName() != null;
    if (named && chunks.names(progress.responseId(), progress.modelName())) {
      chunks.plain(json -> {});
    } else {
      losses.add(
          progress,
          named
              ? "the response was already named, by the options"
              : "chat chunks do not say that a response is only " + progress.status());
    }
  }

  /** Readers count choices as they appear, so none is skipped. */
  private ChoiceEncoder choice(int output) {
    int index = alternatives ? output : 0;
    while (choices.size() <= index) {
      var choice = new ChoiceEncoder(chunks, source, losses, held, choices.size());
      choices.add(choice);
      choice.role();
    }
    return choices.get(index);
  }

  private void outputEnd(OutputEnd end) {
    if (alternatives) {
      choice(end.output()).finish(end, end.reason(), end.word());
    } else {
      losses.add(end, "a choice finishes once, with the response");
    }
  }

  private void fault(Fault fault) {
    lastFault = fault;
    if (fault.fault().kind() != StreamFault.Kind.PROVIDER_ERROR) {
      losses.add(fault, "chat chunks report only the provider's own errors");
    } else if (source.sameDialect()) {
      chunks.error(fault.fault());
      errorSaid = true;
    } else {
      // Any error makes a chat response a failure, which is known only at the end.
      heldError = fault;
    }
  }

  private void end(ResponseEnd end) {
    ChoiceEncoder first = choice(0);
    String word = first.word();
    String last = end.word();
    boolean isAnother = source.sameDialect() && word != null && last != null && !word.equals(last);
    if (end.verdict().isNatural() && (word == null || isAnother)) {
      // Servers may omit the reason, but clients insist on one; of several, the last counts.
      first.finish(end, reason(end.verdict()), end.word());
    }
    if (end.verdict() == Verdict.FAILED) {
      failed(end);
    } else if (heldError != null) {
      losses.add(heldError, "an error inside a chat stream would fail the whole response");
    }
    chunks.carryRest();
    Usage usage = source.known(end.usage());
    if (usage != null) {
      chunks.usage(usage);
    }
    if (end.verdict().isNatural()) {
      chunks.done();
    } else if (end.verdict() != Verdict.FAILED && end.verdict() != Verdict.TRUNCATED) {
      losses.add(end, "verdict", "the stream just ends, as one that was cut");
    }
  }

  private void failed(ResponseEnd end) {
    Fault held = heldError;
    if (held != null) {
      chunks.error(held.fault());
    } else if (!errorSaid && !choice(0).isFailed()) {
      Fault last = lastFault;
      if (last != null) {
        losses.add(last, "kind", "it is written as an error of the provider");
      }
      String message = last == null ? "The response failed" : last.fault().message();
      chunks.error(new StreamFault(StreamFault.Kind.PROVIDER_ERROR, end.word(), message));
    }
  }

  private static FinishReason reason(Verdict verdict) {
    return switch (verdict) {
      case LENGTH -> FinishReason.LENGTH;
      case TOOL_CALLS -> FinishReason.TOOL_CALLS;
      case REFUSED -> FinishReason.REFUSED;
      case FILTERED -> FinishReason.FILTERED;
      case PAUSED -> FinishReason.PAUSED;
      case FAILED -> FinishReason.FAILED;
      case COMPLETE, TRUNCATED, CANCELLED, STALLED -> FinishReason.STOP;
    };
  }
}
