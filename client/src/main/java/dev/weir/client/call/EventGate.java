package dev.weir.client.call;

import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.Fault;
import dev.weir.event.StreamEvent.ResponseProgress;
import dev.weir.event.StreamEvent.ResponseStart;
import dev.weir.event.StreamFault;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Decides what is shown of a response, across all its tries.
 *
 * <p>The start of the response is handed on at once, so that a reader sees the wait; the start of a
 * second try then only updates its names. Faults are held until something visible follows or the
 * try is the last: a try that is repeated leaves none. Used by one thread at a time.
 */
final class EventGate {
  private final UnaryOperator<String> hideSecrets;
  private final Consumer<StreamEvent> out;
  private List<StreamEvent> held = List.of();
  private boolean started;
  private boolean visible;

  EventGate(UnaryOperator<String> hideSecrets, Consumer<StreamEvent> out) {
    this.hideSecrets = hideSecrets;
    this.out = out;
  }

  /** Whether anything was shown that a second try would show again. */
  boolean isVisible() {
    return visible;
  }

  List<StreamEvent> held() {
    return held;
  }

  /** The try came to nothing: what is held of it is forgotten. */
  void forget() {
    held = List.of();
  }

  /** Lets out all that is held, and everything from now on. */
  void open() {
    visible = true;
    held.forEach(this::pass);
    held = List.of();
  }

  /** Takes any event except the last; returns whether it is content. */
  boolean take(StreamEvent event) {
    boolean isContent = isContent(event);
    if (isContent && !visible) {
      open();
    }
    if (!visible && (event instanceof Fault || !held.isEmpty())) {
      held = held.isEmpty() ? new ArrayList<>() : held;
      held.add(safe(event));
    } else {
      pass(safe(event));
    }
    return isContent;
  }

  private static boolean isContent(StreamEvent event) {
    return switch (event) {
      case StreamEvent.BlockStart e -> true;
      case StreamEvent.BlockDelta e -> true;
      case StreamEvent.BlockEnd e -> true;
      case StreamEvent.BlockRepair e -> true;
      case StreamEvent.Annotation e -> true;
      case StreamEvent.ToolProgress e -> true;
      case StreamEvent.OutputEnd e -> true;
      case ResponseStart e -> false;
      case ResponseProgress e -> false;
      case StreamEvent.UsageUpdate e -> false;
      case StreamEvent.SequenceGap e -> false;
      case StreamEvent.UnrepairedGap e -> false;
      case StreamEvent.FailedTry e -> false;
      case StreamEvent.Seam e -> true;
      case StreamEvent.Unrecognized e -> false;
      case Fault e -> false;
      case StreamEvent.PassStart e -> false;
      case StreamEvent.PassEnd e -> false;
      case StreamEvent.ResponseEnd e -> false;
    };
  }

  private void pass(StreamEvent event) {
    if (!(event instanceof ResponseStart start)) {
      out.accept(event);
    } else if (!started) {
      started = true;
      out.accept(event);
    } else if (start.responseId() != null || start.modelName() != null) {
      out.accept(new ResponseProgress("named", start.responseId(), start.modelName()));
    }
  }

  /** Some servers repeat the key in their error messages. */
  private StreamEvent safe(StreamEvent event) {
    if (event instanceof Fault said) {
      StreamFault fault = said.fault();
      String code = fault.code();
      String type = fault.type();
      return new Fault(
          new StreamFault(
              fault.kind(),
              code == null ? null : hideSecrets.apply(code),
              hideSecrets.apply(fault.message()),
              type == null ? null : hideSecrets.apply(type)));
    }
    if (event instanceof StreamEvent.Unrecognized other) {
      String json = other.json();
      return new StreamEvent.Unrecognized(
          other.type(),
          hideSecrets.apply(other.preview()),
          other.length(),
          json == null ? null : hideSecrets.apply(json));
    }
    return event;
  }
}
