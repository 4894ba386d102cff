package dev.weir.codec.dialect.anthropic;

import dev.weir.codec.Frame;
import dev.weir.codec.dialect.DialectEncoder;
import dev.weir.codec.dialect.EncodeOptions;
import dev.weir.codec.dialect.EventSource;
import dev.weir.codec.dialect.Loss;
import dev.weir.codec.dialect.Losses;
import dev.weir.codec.json.Json;
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
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes the events of a Messages stream.
 *
 * <p>All outputs that follow each other are one message; of alternatives only the first is written.
 * {@code message_start} waits until the names and the first usage are known, or until the first
 * block. Only an end that the provider brought about has its {@code message_stop}: a failure is an
 * {@code error} event, and a stream that was cut, cancelled or that stalled just ends, which is how
 * a reader of this dialect knows it.
 */
final class AnthropicEncoder implements DialectEncoder {
  /** Clients add to the counts of the start, and assume that they are numbers. */
  private static final Usage NOTHING_YET = new Usage(0L, 0L, null, null, null);

  /** Of the end they assume it too, but take its other counts as they come. */
  private static final Usage NO_OUTPUT_YET = new Usage(null, 0L, null, null, null);

  private final EncodeOptions options;
  private final EventSource source;
  private final Losses losses = new Losses();
  private final MessageEvents events = new MessageEvents();
  private final ContentEncoder content;
  private boolean started;
  private boolean alternatives;
  private boolean stopReasonSaid;
  private @Nullable String id;
  private @Nullable String model;
  private Usage usage = Usage.NONE;
  private Usage usageSaid = Usage.NONE;
  private @Nullable Json containerSaid;
  private @Nullable Fault error;
  private @Nullable Fault lastFault;

  AnthropicEncoder(EncodeOptions options, EventSource source) {
    this.options = options;
    this.source = source;
    this.content = new ContentEncoder(events, source, losses);
  }

  @Override
  public List<Loss> losses() {
    return losses.list();
  }

  @Override
  public void accept(StreamEvent event, Consumer<? super Frame> out) {
    events.to(out);
    switch (event) {
      case ResponseStart e -> start(e);
      case ResponseProgress e -> progress(e);
      case PassStart e -> losses.add(e, "a message has no passes");
      case PassEnd e -> losses.add(e, "a message has no passes");
      case BlockStart e -> {
        startMessage();
        if (alternatives && e.block().output() > 0) {
          losses.add(e, "a message has no alternatives; only the first output is written");
        } else {
          content.start(e);
        }
      }
      case BlockDelta e -> content.delta(e);
      case BlockEnd e -> content.end(e);
      case Annotation e -> content.annotation(e);
      case UsageUpdate e -> usage(e.usage());
      case OutputEnd e -> outputEnd(e);
      case Fault e -> fault(e);
      case ResponseEnd e -> end(e);
      case ToolProgress e -> losses.add(e, "a message does not say how a tool progresses");
      case SequenceGap e -> losses.add(e, "a message has no sequence numbers");
      case BlockRepair e -> losses.add(e, "what was written cannot be taken back");
      case UnrepairedGap e -> losses.add(e, "there is no word for what is missing");
      case FailedTry e -> losses.add(e, "there is no word for what was tried before");
      case Seam e -> losses.add(e, "there is no word for where another model goes on");
      case Unrecognized e -> {
        if (!source.sameDialect() || !events.carry(e, content.lastIndex())) {
          losses.add(e, "what another dialect's provider says of its own has no place here");
        }
      }
    }
  }

  private void start(ResponseStart start) {
    alternatives = start.alternatives();
    id = start.responseId();
    model = start.modelName();
    boolean usageMayFollow = source.sameDialect();
    if (id != null && model != null && !usageMayFollow) {
      startMessage();
    }
  }

  private void progress(ResponseProgress progress) {
    boolean named = progress.responseId() != null || progress.modelName() != null;
    if (named && !started) {
      id = id == null ? progress.responseId() : id;
      model = model == null ? progress.modelName() : model;
      losses.add(progress, "the message starts with the names that became known");
    } else {
      losses.add(progress, named ? "the message has started" : "a message has no such step");
    }
  }

  private void usage(Usage reported) {
    usage = Objects.requireNonNullElse(source.known(reported), usage);
    if (!started && source.sameDialect()) {
      startMessage();
    }
  }

  private void startMessage() {
    if (!started) {
      started = true;
      usageSaid = usage;
      content.belongsTo(known(id, options.responseId()));
      events.messageStart(
          known(id, options.responseId()),
          known(model, options.modelName()),
          source.sameDialect() ? usage : NOTHING_YET.updatedBy(usage));
    }
  }

  private static String known(@Nullable String name, @Nullable String otherwise) {
    return name != null ? name : otherwise != null ? otherwise : "";
  }

  private void outputEnd(OutputEnd end) {
    startMessage();
    if (source.sameDialect()) {
      stopReason(end, end.reason(), end.word());
    } else {
      losses.add(end, "a message stops once, with the response");
    }
  }

  private void stopReason(StreamEvent end, FinishReason reason, @Nullable String word) {
    stopReasonSaid = true;
    content.stopAll(reason);
    if (word == null && source.sameDialect()) {
      // A message that came whole gives no reason, and none is made up.
      sayNews();
      return;
    }
    boolean says = word != null && source.sameDialect() && AnthropicStop.reason(word) == reason;
    String written = says && word != null ? word : AnthropicStop.word(reason);
    if (!written.equals(word)) {
      losses.add(end, "word", "«%s» is written for %s".formatted(written, reason));
    }
    messageDelta(written);
  }

  private void messageDelta(@Nullable String stopReason) {
    events.messageDelta(
        stopReason,
        source.sameDialect() ? usage : NO_OUTPUT_YET.updatedBy(usage),
        content.container());
    usageSaid = usage;
    containerSaid = content.container();
  }

  /** Says what is new since the last time, without a reason. */
  private void sayNews() {
    if (!usage.equals(usageSaid) || !Objects.equals(content.container(), containerSaid)) {
      messageDelta(/* stopReason= */ null);
    }
  }

  private void fault(Fault fault) {
    lastFault = fault;
    if (fault.fault().kind() != StreamFault.Kind.PROVIDER_ERROR) {
      losses.add(fault, "a message reports only the provider's own errors");
    } else if (error == null) {
      // An error ends the message, so it waits until everything else is written.
      error = fault;
      if (fault.fault().type() != null) {
        losses.add(fault, "errorType", "an error has one word for code and type");
      }
    } else {
      losses.add(fault, "a message ends with its first error");
    }
  }

  private void end(ResponseEnd end) {
    startMessage();
    usage = Objects.requireNonNullElse(source.known(end.usage()), usage);
    Verdict verdict = end.verdict();
    if (verdict.isNatural()) {
      if (!stopReasonSaid) {
        stopReason(end, reason(end), end.word());
      }
      sayNews();
      events.messageStop();
      if (error != null) {
        losses.add(error, "an error would end the message as failed");
      }
    } else {
      cut(end);
    }
  }

  private void cut(ResponseEnd end) {
    boolean hasReason = end.word() != null && source.sameDialect() && !stopReasonSaid;
    if (hasReason) {
      messageDelta(end.word());
    } else {
      sayNews();
    }
    if (end.verdict() == Verdict.FAILED) {
      error(end);
    } else if (end.verdict() != Verdict.TRUNCATED) {
      losses.add(end, "verdict", "the stream just ends, as one that was cut");
    }
  }

  private void error(ResponseEnd end) {
    Fault said = error != null ? error : lastFault;
    StreamFault fault =
        said != null
            ? said.fault()
            : new StreamFault(StreamFault.Kind.PROVIDER_ERROR, end.word(), "The response failed");
    if (said != null && fault.kind() != StreamFault.Kind.PROVIDER_ERROR) {
      losses.add(said, "kind", "it is written as an error of the provider");
    }
    String type = fault.code();
    if (type == null) {
      losses.add(said == null ? end : said, "code", "an error must have a type: api_error");
    }
    events.error(type == null ? "api_error" : type, fault);
  }

  private FinishReason reason(ResponseEnd end) {
    return switch (end.verdict()) {
      case LENGTH -> FinishReason.LENGTH;
      case TOOL_CALLS -> FinishReason.TOOL_CALLS;
      case REFUSED -> FinishReason.REFUSED;
      case FILTERED -> {
        losses.add(end, "verdict", "a message that was filtered can only say that it was refused");
        yield FinishReason.FILTERED;
      }
      case PAUSED -> FinishReason.PAUSED;
      case COMPLETE, FAILED, TRUNCATED, CANCELLED, STALLED -> FinishReason.STOP;
    };
  }
}
