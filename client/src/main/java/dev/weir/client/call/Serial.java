package dev.weir.client.call;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Runs tasks one at a time and in order, on the thread that brought the first of them. Nobody
 * waits: a thread that brings a task while another runs leaves it there and goes on.
 */
public final class Serial {
  private final Queue<Runnable> tasks;
  private final AtomicInteger waiting = new AtomicInteger();
  private final Consumer<? super Throwable> broken;

  /**
   * @param broken takes what a task throws; later tasks still run. An OutOfMemoryError is rethrown
   *     to whoever brought the task, who may free some memory
   */
  public Serial(Consumer<? super Throwable> broken) {
    this(broken, new ConcurrentLinkedQueue<>());
  }

  Serial(Consumer<? super Throwable> broken, Queue<Runnable> tasks) {
    this.broken = broken;
    this.tasks = tasks;
  }

  /** Runs a task after all that were given before, on this thread or the one that is at it. */
  public void run(Runnable task) {
    run(task, () -> task);
  }

  /**
   * The same for a task that is another if it has to wait, because it needs what is lent to it.
   *
   * @param later makes the one that can wait
   */
  public void run(Runnable now, Supplier<? extends Runnable> later) {
    Runnable next = now;
    if (!waiting.compareAndSet(0, 1)) {
      tasks.add(later.get());
      if (waiting.getAndIncrement() != 0) {
        return;
      }
      next = tasks.poll();
    } else if (!tasks.isEmpty()) {
      // Another thread has queued a task but not counted it yet; one of ours may be behind it,
      // where the thread that ran it did not look.
      tasks.add(later.get());
      next = tasks.poll();
    }
    // A thread that is alone needs no queue.
    OutOfMemoryError full = null;
    while (true) {
      try {
        if (next != null) {
          attempt(next);
        }
      } catch (OutOfMemoryError problem) {
        // Later tasks, such as the end, must still run: they may need less.
        full = problem;
      }
      if (waiting.decrementAndGet() == 0) {
        break;
      }
      next = tasks.poll();
    }
    if (full != null) {
      throw full;
    }
  }

  private void attempt(Runnable task) {
    try {
      task.run();
    } catch (OutOfMemoryError full) {
      throw full;
    } catch (Throwable problem) { // Otherwise no later task would ever run.
      broken.accept(problem);
    }
  }
}
