package dev.weir.codec.lifecycle;

import dev.weir.codec.lifecycle.LifecycleEvent.StatusFound;
import dev.weir.event.StreamEvent;
import dev.weir.event.status.Status;
import dev.weir.event.status.StatusTracker;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The statuses that were found, until their place in the lifecycle has come. */
final class FoundStatuses {
  private final Consumer<? super LifecycleEvent> out;
  private final List<Status> found = new ArrayList<>();
  private final StatusTracker tracker = new StatusTracker(found::add);

  FoundStatuses(Consumer<? super LifecycleEvent> out) {
    this.out = out;
  }

  /** Looks for statuses in an event, before it is told. */
  void accept(StreamEvent event) {
    tracker.accept(event);
  }

  /** Says what was found: what gave it away has been said. */
  void say() {
    found.forEach(status -> out.accept(new StatusFound(status)));
    found.clear();
  }

  /** Says what is left, before the thinking is said to have ended. */
  void sayLast() {
    tracker.endThinking();
    say();
  }
}
