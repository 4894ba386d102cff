package dev.weir.codec.dialect.responses;

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
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Writes Responses events.
 *
 * <p>Outputs of this dialect become the items they were; of another dialect, every block becomes an
 * item of its own, and of alternatives only the first is written. What is repeated at the end of a
 * text, an item and the response is kept until then, within the limit of the options.
 *
 * <p>Only {@code completed}, {@code incomplete} and {@code failed} end a response. One that was
 * cut, that stalled or that we cancelled just ends, with items that were never done.
 */
final class ResponsesEncoder implements DialectEncoder {
  private static final int MAX_ERRORS = 16;

  private final EventSource source;
  private final Losses losses = new Losses();
  private final ResponseEvents events;
  private final ItemEncoders items;
  private final ResponseTerminal terminal;
  private final List<Fault> errors = new ArrayList<>();
  private boolean alternatives;
  private boolean created;

  ResponsesEncoder(EncodeOptions options, EventSource source) {
    this.source = source;
    this.events = new ResponseEvents(options);
    var held = new HeldText(options);
    this.items = new ItemEncoders(new ItemEncoder.Shared(events, source, losses, held));
    this.terminal = new ResponseTerminal(events, items, source, losses);
  }

  @Override
  public List<Loss> losses() {
    return losses.list();
  }

  @Override
  public void accept(StreamEvent event, Consumer<? super Frame> out) {
    events.to(out);
    switch (event) {
      case ResponseStart e -> {
        alternatives = e.alternatives();
        events.names(e.responseId(), e.modelName());
        if (source.sameDialect() || events.isNamed()) {
          create();
        }
      }
      case ResponseProgress e -> progress(e);
      case PassStart e -> losses.add(e, "a response has no passes");
      case PassEnd e -> losses.add(e, "a response has no passes");
      case BlockStart e -> {
        create();
        if (alternatives && e.block().output() > 0) {
          losses.add(e, "a response has no alternatives; only the first output is written");
        } else {
          items.start(e);
        }
      }
      case BlockDelta e -> items.delta(e);
      case BlockEnd e -> items.end(e);
      case Annotation e -> items.annotation(e);
      case ToolProgress e -> items.progress(e);
      case OutputEnd e -> {
        create();
        items.outputEnd(e);
      }
      case Fault e -> fault(e);
      case ResponseEnd e -> {
        create();
        terminal.write(e, errors);
      }
      case UsageUpdate e -> {
        // Said once, at the end: the end of the response repeats the last numbers.
      }
      case SequenceGap e -> losses.add(e, "what is written has no gaps");
      case BlockRepair e -> losses.add(e, "what was written cannot be taken back");
      case UnrepairedGap e -> losses.add(e, "there is no word for what is missing");
      case FailedTry e -> losses.add(e, "there is no word for what was tried before");
      case Seam e -> losses.add(e, "there is no word for where another model goes on");
      case Unrecognized e -> {
        if (!source.sameDialect() || !events.carry(e)) {
          losses.add(e, "what another dialect's provider says of its own has no place here");
        }
      }
    }
  }

  /** Waits with the first event, so that names that become known a moment later are still in it. */
  private void create() {
    if (!created) {
      created = true;
      events.response("created", ResponseEvents.Snapshot.of("in_progress"));
      if (!source.sameDialect()) {
        events.response("in_progress", ResponseEvents.Snapshot.of("in_progress"));
      }
    }
  }

  private void progress(ResponseProgress progress) {
    boolean named = progress.responseId() != null || progress.modelName() != null;
    if (named) {
      events.names(progress.responseId(), progress.modelName());
      if (created && source.sameDialect()) {
        // The next event that holds the response has them.
        return;
      }
      losses.add(progress, created ? "the response was created" : "the first event has the names");
      return;
    }
    create();
    switch (progress.status()) {
      case "queued", "in_progress" ->
          events.response(progress.status(), ResponseEvents.Snapshot.of(progress.status()));
      default -> losses.add(progress, "a response has no such step");
    }
  }

  private void fault(Fault fault) {
    if (fault.fault().kind() == StreamFault.Kind.PROVIDER_ERROR) {
      if (errors.size() < MAX_ERRORS) {
        // If it ends the response, the last event has it.
        errors.add(fault);
        if (fault.fault().type() != null) {
          losses.add(fault, "errorType", "an error has only a code");
        }
      } else {
        losses.add(fault, "enough errors are known");
      }
    } else {
      losses.add(fault, "only the provider's own errors are reported");
      terminal.remember(fault);
    }
  }
}
