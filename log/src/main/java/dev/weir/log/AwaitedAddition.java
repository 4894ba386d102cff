package dev.weir.log;

import dev.weir.event.StreamEvent;
import dev.weir.log.StreamLog.Addition;
import dev.weir.log.StreamLog.Appending;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** An addition whose caller wants to know where the stream stands after it. */
final class AwaitedAddition extends Appending {
  private final Addition addition;

  AwaitedAddition(Addition addition) {
    this.addition = addition;
  }

  @Override
  public String stream() {
    return addition.stream();
  }

  @Override
  public long position() {
    return addition.position();
  }

  @Override
  public long atMillis() {
    return addition.atMillis();
  }

  @Override
  public List<StreamEvent> events() {
    return addition.events();
  }

  /** The position after its last event, once it is kept. */
  CompletableFuture<Long> next() {
    var next = new CompletableFuture<Long>();
    // Not a stage of this: that would wrap what it fails with.
    var unused =
        whenComplete((kept, failed) -> {
          if (failed == null) {
            next.complete(addition.position() + addition.events().size());
          } else {
            next.completeExceptionally(failed);
          }
        });
    return next;
  }
}
