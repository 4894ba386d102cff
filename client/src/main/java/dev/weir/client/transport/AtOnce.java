package dev.weir.client.transport;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What the JDK's client gives away of its work, so as not to do it on the thread that waits for
 * sockets.
 *
 * <p>Most of it follows a read: decrypting, cutting into frames, calling our subscriber. That never
 * waits, for {@link JdkExchange} passes everything on at once, and is soon done, so it is done here
 * and now: handing it to another thread costs more than doing it, and that thread would have to
 * wake this one to read on. Everything else gets a thread: the steps of a handshake, which may
 * compute for long or ask someone about a certificate, and what follows the headers.
 *
 * <p>A step of a handshake holds the lock of its connection, which whatever follows a read of that
 * connection takes too. So a step begins only when what asked for it is done, and as long as there
 * is one, what follows reads gets threads as well.
 *
 * <p>The two are told apart by the JDK's class, which is not part of its API. If it has another
 * name one day, all of it gets threads: slower, and as safe.
 */
final class AtOnce implements Executor {
  static final String AFTER_A_READ =
      "jdk.internal.net.http.common.SequentialScheduler$SchedulableTask";

  private static final ClassValue<Boolean> IS_AFTER_A_READ =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> task) {
          return task.getName().equals(AFTER_A_READ);
        }
      };

  /** Begins what was asked for by the work that this thread is doing; absent if it does none. */
  private static final ThreadLocal<@Nullable Queue<Runnable>> ASKED = new ThreadLocal<>();

  private final AtomicInteger steps = new AtomicInteger();
  private final Executor threads;
  private final Predicate<Runnable> isSoonDone;

  /**
   * @param threads where everything else is done
   */
  AtOnce(Executor threads) {
    this(threads, task -> IS_AFTER_A_READ.get(task.getClass()));
  }

  AtOnce(Executor threads, Predicate<Runnable> isSoonDone) {
    this.threads = threads;
    this.isSoonDone = isSoonDone;
  }

  @Override
  public void execute(Runnable task) {
    if (!isSoonDone.test(task)) {
      step(task);
    } else if (steps.get() > 0) {
      threads.execute(task);
    } else if (ASKED.get() != null) {
      task.run();
    } else {
      runNow(task);
    }
  }

  private static void runNow(Runnable task) {
    Queue<Runnable> beginnings = new ArrayDeque<>(0);
    ASKED.set(beginnings);
    try {
      task.run();
    } finally {
      ASKED.remove();
      beginnings.forEach(Runnable::run);
    }
  }

  private void step(Runnable task) {
    steps.incrementAndGet();
    Runnable step =
        () -> {
          try {
            task.run();
          } finally {
            steps.decrementAndGet();
          }
        };
    Queue<Runnable> later = ASKED.get();
    if (later == null) {
      begin(step);
    } else {
      later.add(() -> begin(step));
    }
  }

  private void begin(Runnable step) {
    try {
      threads.execute(step);
    } catch (RejectedExecutionException closed) {
      // The JDK would take it for a refusal of the work that asked for it, and do that again.
      Thread.startVirtualThread(step);
    }
  }
}
