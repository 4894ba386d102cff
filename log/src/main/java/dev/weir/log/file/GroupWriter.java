package dev.weir.log.file;

import dev.weir.log.NotRecordedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * Writes what many streams append, in groups: while the disk makes one group durable the next one
 * gathers, so a thousand streams cost one {@code fsync} at a time.
 *
 * <p>Only after that {@code fsync} are a group's appends acknowledged. If it fails, they are not,
 * and it is not tried again: the kernel may have dropped the pages and would report success. If the
 * disk cannot even take back what it may have of them, nobody is told until it can: what readers
 * are told once must be what they find later.
 *
 * <p>Where no {@code fsync} is asked for, a write costs less than waking another thread up, and
 * whoever appends writes. The log's own thread does it only when the operating system keeps a
 * writer waiting, or another thread is writing.
 */
final class GroupWriter {
  /** A write that takes longer shows that the system has to make room first. */
  private static final long SLOW_NANOS = 20_000_000;

  private static final long SLOW_FOR_NANOS = 1_000_000_000;

  /** How long to wait before asking a disk again that can neither keep nor take back. */
  private static final long SETTLE_NANOS = 1_000_000_000;

  /** Another thread's write takes a few microseconds, and falling asleep takes more. */
  private static final int SPINS = 200;

  private final Segments segments;
  private final long maxPendingBytes;
  private final boolean waitsForDisk;

  /** Its holder takes the queue and writes. Futures complete under it, so in order. */
  private final ReentrantLock writing = new ReentrantLock();

  private boolean isStopped;

  /** Appends that may or may not reappear: nobody is told of them before that is known. */
  private final List<Pending> held = new ArrayList<>();

  private volatile boolean isHolding;
  private final LongSupplier nanoClock;
  private volatile long slowUntil;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Thread thread;
  private List<Pending> queue = new ArrayList<>();
  private long queuedBytes;
  private boolean closing;

  /**
   * @param nanoClock tells how long a write takes
   */
  GroupWriter(Segments segments, LogOptions options, LongSupplier nanoClock) {
    this.segments = segments;
    this.nanoClock = nanoClock;
    this.slowUntil = nanoClock.getAsLong();
    this.maxPendingBytes = options.maxPendingBytes();
    this.waitsForDisk = options.durability() == LogOptions.Durability.DISK;
    this.thread = Thread.ofPlatform().daemon().name("weir-log").unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  /**
   * Takes records that have not failed. Returns whether their bytes are needed no more, because
   * they are written or never will be.
   *
   * @param group is empty afterwards, or holds those that were written
   */
  boolean add(List<Pending> group) {
    if (group.isEmpty() || writeHere(group)) {
      return true;
    }
    offer(group);
    return false;
  }

  /** Writes on this thread, if that means no waiting. */
  private boolean writeHere(List<Pending> group) {
    if (waitsForDisk || nanoClock.getAsLong() - slowUntil < 0 || !claim()) {
      return false;
    }
    try {
      if (isStopped || !isIdle()) {
        return false;
      }
      long begun = nanoClock.getAsLong();
      write(group);
      long now = nanoClock.getAsLong();
      if (now - begun > SLOW_NANOS) {
        slowUntil = now + SLOW_FOR_NANOS;
      }
      return true;
    } finally {
      writing.unlock();
    }
  }

  private boolean claim() {
    for (int i = 0; i < SPINS; i++) {
      if (writing.tryLock()) {
        return true;
      }
      Thread.onSpinWait();
    }
    return false;
  }

  /** Whether nothing is waiting that must be written first. */
  private boolean isIdle() {
    lock.lock();
    try {
      return queue.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  private void offer(List<Pending> group) {
    List<Pending> tooMany = new ArrayList<>();
    String problem = "";
    lock.lock();
    try {
      for (Pending pending : group) {
        boolean isFull = queuedBytes + pending.length() > maxPendingBytes && queuedBytes > 0;
        if (closing || isFull) {
          problem =
              closing
                  ? "the log is closed"
                  : "the disk is behind: %,d bytes are waiting for it".formatted(queuedBytes);
          tooMany.add(pending);
        } else {
          queue.add(pending);
          queuedBytes += pending.length();
        }
      }
      changed.signal();
    } finally {
      lock.unlock();
    }
    failAll(tooMany, problem);
  }

  private static void failAll(Collection<Pending> group, String problem) {
    for (Pending pending : group) {
      fail(pending, new IOException(problem));
    }
  }

  /** Writes what is still waiting, then stops. */
  void close() {
    lock.lock();
    try {
      closing = true;
      changed.signal();
    } finally {
      lock.unlock();
    }
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException wait) {
        // What was appended is worth the wait.
        interrupted = true;
      }
    }
    // A thread that is writing may finish.
    writing.lock();
    try {
      isStopped = true;
      for (Pending pending : held) {
        pending
            .future()
            .completeExceptionally(
                new NotRecordedException(
                    "The log was closed before the disk could be asked", null));
      }
    } finally {
      writing.unlock();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    while (awaitWork()) {
      writing.lock();
      try {
        write(take());
      } finally {
        writing.unlock();
      }
    }
  }

  /** Returns false when nothing is waiting and nothing will be. */
  private boolean awaitWork() {
    lock.lock();
    try {
      while (queue.isEmpty() && !closing) {
        if (!isHolding) {
          changed.awaitUninterruptibly();
        } else if (changed.awaitNanos(SETTLE_NANOS) <= 0) {
          return true;
        }
      }
      return !queue.isEmpty();
    } catch (InterruptedException nobodyMeansThisThread) {
      return true;
    } finally {
      lock.unlock();
    }
  }

  private List<Pending> take() {
    lock.lock();
    try {
      List<Pending> group = queue;
      queue = new ArrayList<>();
      queuedBytes = 0;
      return group;
    } finally {
      lock.unlock();
    }
  }

  private void write(List<Pending> group) {
    try {
      writeSound(group);
    } catch (RuntimeException | OutOfMemoryError unexpected) {
      // The log goes on for the other streams; these must not wait forever.
      var why = new IOException("unexpected: " + unexpected, unexpected);
      group.stream().filter(p -> !p.future().isDone()).forEach(p -> fail(p, why));
    }
  }

  private void writeSound(List<Pending> group) {
    settle();
    group.removeIf(this::isLeftOut);
    if (group.isEmpty()) {
      return;
    }
    try {
      long location = append(group);
      // By number, as everything that is done with every event: an iterator would be made for each.
      for (int i = 0; i < group.size(); i++) {
        Pending pending = group.get(i);
        pending.kept(location);
        location += pending.length();
      }
      group.forEach(Pending::tell);
    } catch (UnsettledException unknown) {
      hold(group);
    } catch (IOException failed) {
      group.forEach(pending -> fail(pending, failed));
    }
  }

  /** Whether a record is not to be written: it fails, or waits for others that may reappear. */
  private boolean isLeftOut(Pending pending) {
    StoredStream.Refusal refusal = pending.stream().refusal();
    if (refusal != null && !pending.isForOver()) {
      fail(pending, new IOException("an earlier append was not recorded", refusal.cause()));
      return true;
    }
    boolean isHeld =
        !held.isEmpty()
            && held.stream().anyMatch(earlier -> earlier.stream().equals(pending.stream()));
    if (isHeld) {
      held.add(pending);
    }
    return isHeld;
  }

  /** Appends all: from where they are if they lie one behind the other, as those of a loop do. */
  private long append(List<Pending> all) throws IOException {
    Pending first = all.getFirst();
    int end = first.from();
    for (int i = 0; i < all.size(); i++) {
      Pending pending = all.get(i);
      if (!pending.bytes().equals(first.bytes()) || pending.from() != end) {
        byte[] gathered = gathered(all);
        return segments.append(gathered, 0, gathered.length);
      }
      end = pending.to();
    }
    return segments.append(first.bytes().array(), first.from(), end);
  }

  private static byte[] gathered(List<Pending> all) {
    byte[] gathered = new byte[all.stream().mapToInt(Pending::length).sum()];
    int end = 0;
    for (Pending pending : all) {
      System.arraycopy(pending.bytes().array(), pending.from(), gathered, end, pending.length());
      end += pending.length();
    }
    return gathered;
  }

  private void hold(List<Pending> unknown) {
    held.addAll(unknown);
    lock.lock();
    try {
      isHolding = true;
      changed.signal();
    } finally {
      lock.unlock();
    }
  }

  /** Fails those that were held, once it is certain that they will not reappear. */
  private void settle() {
    if (held.isEmpty()) {
      return;
    }
    try {
      segments.settle();
    } catch (IOException still) {
      return;
    }
    isHolding = false;
    List<Pending> refused = List.copyOf(held);
    held.clear();
    refused.forEach(
        p -> fail(p, new IOException("the disk failed, and the append was taken back")));
  }

  private static void fail(Pending pending, IOException why) {
    StoredStream stream = pending.stream();
    if (!pending.isForOver()) {
      stream.cut(why);
    }
    pending
        .future()
        .completeExceptionally(
            new NotRecordedException(
                "Stream \"%s\" is not recorded from event %,d on: %s"
                    .formatted(stream.name, pending.position(), why.getMessage()),
                why));
  }
}
