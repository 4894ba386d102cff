package dev.weir.log.file;

import dev.weir.codec.Bytes;
import dev.weir.log.NotRecordedException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Writes what many streams append, in groups: while the disk makes one group durable the next one
 * gathers, so that a thousand streams cost one {@code fsync} at a time.
 *
 * <p>Only after that {@code fsync} are a group's appends acknowledged. If it fails, they are not,
 * and it is not tried again: the kernel may have dropped the pages and would report success.
 */
final class GroupWriter {
  private final Segments segments;
  private final long maxPendingBytes;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Thread thread;
  private List<Pending> queue = new ArrayList<>();
  private long queuedBytes;
  private boolean closing;

  /** An append that waits for the disk. */
  private record Pending(
      StoredStream stream, LogRecord record, Bytes bytes, CompletableFuture<Long> future) {}

  GroupWriter(Segments segments, long maxPendingBytes) {
    this.segments = segments;
    this.maxPendingBytes = maxPendingBytes;
    this.thread = Thread.ofPlatform().daemon().name("weir-log").unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  /** Takes a record; the future completes when it is durable. */
  CompletableFuture<Long> add(StoredStream stream, LogRecord record) {
    var future = new CompletableFuture<Long>();
    var pending = new Pending(stream, record, Bytes.of(record.encode()), future);
    String problem = offer(pending);
    if (problem != null) {
      fail(pending, new IOException(problem));
    }
    return future;
  }

  private @Nullable String offer(Pending pending) {
    lock.lock();
    try {
      if (closing) {
        return "the log is closed";
      }
      if (queuedBytes + pending.bytes.length() > maxPendingBytes && queuedBytes > 0) {
        return "the disk is behind: %,d bytes wait for it".formatted(queuedBytes);
      }
      queue.add(pending);
      queuedBytes += pending.bytes.length();
      changed.signal();
      return null;
    } finally {
      lock.unlock();
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
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    for (List<Pending> group = take(); !group.isEmpty(); group = take()) {
      try {
        write(group);
      } catch (RuntimeException unexpected) {
        // The loop goes on for the other streams; these must not wait for ever.
        var why = new IOException("unexpected: " + unexpected, unexpected);
        group.forEach(pending -> fail(pending, why));
      }
    }
  }

  private List<Pending> take() {
    lock.lock();
    try {
      while (queue.isEmpty() && !closing) {
        changed.awaitUninterruptibly();
      }
      List<Pending> group = queue;
      queue = new ArrayList<>();
      queuedBytes = 0;
      return group;
    } finally {
      lock.unlock();
    }
  }

  private void write(List<Pending> group) {
    List<Pending> sound = new ArrayList<>(group.size());
    int length = 0;
    for (Pending pending : group) {
      StoredStream.Refusal refusal = pending.stream.refusal();
      if (refusal != null && pending.record.kind() != LogRecord.Kind.EXPIRE) {
        fail(pending, new IOException("an earlier append was not recorded", refusal.cause()));
      } else {
        sound.add(pending);
        length += pending.bytes.length();
      }
    }
    if (sound.isEmpty()) {
      return;
    }
    ByteBuffer bytes = ByteBuffer.allocate(length);
    sound.forEach(pending -> bytes.put(pending.bytes.array()));
    try {
      long location = segments.append(bytes.flip());
      for (Pending pending : sound) {
        pending.stream.kept(pending.record, location);
        location += pending.bytes.length();
      }
      sound.forEach(p -> p.future.complete(p.record.position() + p.record.events().size()));
    } catch (IOException failed) {
      sound.forEach(pending -> fail(pending, failed));
    }
  }

  private static void fail(Pending pending, IOException why) {
    pending.stream.cut(why);
    pending.future.completeExceptionally(
        new NotRecordedException(
            "Stream \"%s\" is not recorded from event %,d on: %s"
                .formatted(pending.stream.name, pending.record.position(), why.getMessage()),
            why));
  }
}
