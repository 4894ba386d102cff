package dev.weir.client.transport;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * Runs tasks in order, one at a time, on a virtual thread that is theirs while there are any. None
 * is refused, so that even those of a transport that is being closed are told.
 */
final class InTurn implements Executor {
  private final Consumer<? super Throwable> broken;
  private final Queue<Runnable> tasks = new ArrayDeque<>(2);
  private boolean isRunning;

  /**
   * @param broken takes what a task throws; later tasks still run
   */
  InTurn(Consumer<? super Throwable> broken) {
    this.broken = broken;
  }

  @Override
  public void execute(Runnable task) {
    synchronized (this) {
      tasks.add(task);
      if (isRunning) {
        return;
      }
      isRunning = true;
    }
    Thread.ofVirtual().name("weir-stream").start(this::runAll);
  }

  private void runAll() {
    while (true) {
      Runnable next;
      synchronized (this) {
        next = tasks.poll();
        isRunning = next != null;
      }
      if (next == null) {
        return;
      }
      try {
        next.run();
      } catch (Throwable problem) { // Otherwise no later task would ever run.
        broken.accept(problem);
      }
    }
  }
}
