package dev.weir.client.transport;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** Runs tasks in order, one at a time, on a thread that is theirs while there are any. */
final class InTurn implements Executor, Runnable {
  private final Executor threads;
  private final Consumer<? super Throwable> broken;
  private final Queue<Runnable> tasks = new ArrayDeque<>(2);
  private boolean isRunning;

  /**
   * @param threads makes a thread for each task
   * @param broken takes what a task throws; later tasks still run
   */
  InTurn(Executor threads, Consumer<? super Throwable> broken) {
    this.threads = threads;
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
    threads.execute(this);
  }

  @Override
  public void run() {
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
