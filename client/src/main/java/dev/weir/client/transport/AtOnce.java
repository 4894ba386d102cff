package dev.weir.client.transport;

import java.util.concurrent.Executor;

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
 * <p>The two are told apart by the JDK's class, which is not part of its API. If it has another
 * name one day, all of it gets threads: slower, and as safe.
 */
final class AtOnce implements Executor {
  static final String AFTER_A_READ =
      "jdk.internal.net.http.common.SequentialScheduler$SchedulableTask";

  private static final ClassValue<Boolean> IS_SOON_DONE =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> task) {
          return task.getName().equals(AFTER_A_READ);
        }
      };

  private final Executor threads;

  /**
   * @param threads where everything else is done
   */
  AtOnce(Executor threads) {
    this.threads = threads;
  }

  @Override
  public void execute(Runnable task) {
    if (IS_SOON_DONE.get(task.getClass())) {
      task.run();
    } else {
      threads.execute(task);
    }
  }
}
