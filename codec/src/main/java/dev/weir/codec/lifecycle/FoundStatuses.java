package dev.weir.codec.lifecycle;

import dev.weir.codec.lifecycle.LifecycleEvent.StatusFound;
import dev.weir.event.StreamEvent;
import dev.weir.event.status.Status;
import dev.weir.event.status.StatusTracker;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Holds the statuses that were found until their place in the lifecycle comes. */
final class FoundStatuses {
  private final Consumer<? super LifecycleEvent> out;
  private final StatusTracker tracker = new StatusTracker(this::find);
  private List<Status> found = List.of();

  FoundStatuses(Consumer<? super LifecycleEvent> out) {
    this.out = out;
  }

  /** Looks for statuses in an event, before it is passed on. */
  void accept(StreamEvent event) {
    tracker.accept(event);
  }

  private void find(Status status) {
    found = found.isEmpty() ? new ArrayList<>() : found;
    found.add(status);
  }

  /** Says what was found, after the reasoning that it was found in. */
  void say() {
    if (!found.isEmpty()) {
      found.forEach(status -> out.accept(new StatusFound(status)));
      found = List.of();
    }
  }

  /** Says what is left, before the end of the thinking. */
  void sayLast() {
    tracker.endThinking();
    say();
  }
}
