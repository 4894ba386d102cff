package dev.weir.gateway.stream;

import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.Fault;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamFault;
import dev.weir.event.Verdict;
import dev.weir.gateway.settings.StreamLimits;
import org.jspecify.annotations.Nullable;

/**
 * What one stream may still cost. A stream that costs more is cancelled, and says that it failed
 * and why rather than that somebody cancelled it.
 */
final class StreamBudget {
  private final StreamLimits limits;
  private long events;
  private long bytes;
  private boolean isOver;

  StreamBudget(StreamLimits limits) {
    this.limits = limits;
  }

  void arrived(int more) {
    bytes += more;
  }

  /** The event as the stream reports it: the end of one that was cut off is a failure. */
  StreamEvent told(StreamEvent event) {
    events++;
    return isOver && event instanceof ResponseEnd end
        ? new ResponseEnd(Verdict.FAILED, end.word(), end.usage(), end.passUsage(), end.reasoning())
        : event;
  }

  /** What to say, once, when the budget is used up; absent as long as it is not. */
  @Nullable Fault usedUp() {
    if (isOver || (events < limits.maxEvents() && bytes <= limits.maxBytes())) {
      return null;
    }
    isOver = true;
    String seen =
        events < limits.maxEvents()
            ? "%,d bytes; raise gateway.max-stream-megabytes".formatted(limits.maxBytes())
            : "%,d events; raise gateway.max-stream-events".formatted(limits.maxEvents());
    return new Fault(
        new StreamFault(
            StreamFault.Kind.LIMIT,
            "stream_too_long",
            "The provider sent more than a stream may have here: "
                + seen
                + ", or check why it does not end"));
  }
}
