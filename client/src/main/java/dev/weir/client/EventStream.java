package dev.weir.client;

import dev.weir.client.call.CallEvent;
import dev.weir.client.call.CallSink;
import dev.weir.client.call.ProviderError;
import dev.weir.client.call.StreamCall;
import dev.weir.client.call.Upstream;
import dev.weir.codec.request.Request;
import dev.weir.event.StreamEvent;
import dev.weir.event.Verdict;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The events of one response for a loop that waits for them. It can be gone through once, by one
 * thread.
 *
 * <p>Few events are kept: a loop that takes its time slows the provider down. Closing before the
 * end cancels the request; after it, closing does nothing. A thread that is interrupted while it
 * waits cancels the request too, and gets the end with the verdict CANCELLED.
 */
public final class EventStream implements Iterable<StreamEvent>, AutoCloseable {
  private static final int KEPT_EVENTS = 256;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Queue<StreamEvent> events = new ArrayDeque<>();
  private boolean closed;
  private boolean endTaken;
  private boolean iterated;
  private @Nullable ProviderError error;
  private @Nullable StreamCall call;

  private EventStream() {}

  static EventStream open(Upstream upstream, Request request) {
    var stream = new EventStream();
    stream.call = upstream.open(request, stream.new Filling());
    return stream;
  }

  /**
   * @throws IllegalStateException if it was called before
   */
  @Override
  public Iterator<StreamEvent> iterator() {
    if (iterated) {
      throw new IllegalStateException(
          "The events of a response can be gone through once; ask anew");
    }
    iterated = true;
    return new Events();
  }

  /** Stops the request, also before its first byte; the loop gets the end. */
  public void cancel() {
    StreamCall opened = call;
    if (opened != null) {
      opened.cancel();
    }
  }

  /** What went wrong last, also if a later try went well. */
  public Optional<ProviderError> error() {
    lock.lock();
    try {
      return Optional.ofNullable(error);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      events.clear();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    cancel();
  }

  private final class Filling implements CallSink {
    @Override
    public void accept(CallEvent event) {
      if (event instanceof CallEvent.Streamed streamed) {
        keep(streamed.event());
      } else if (event instanceof CallEvent.Problem problem) {
        keep(problem.error());
      }
    }

    private void keep(StreamEvent event) {
      lock.lock();
      try {
        while (events.size() >= KEPT_EVENTS && !closed) {
          changed.awaitUninterruptibly();
        }
        if (!closed) {
          events.add(event);
          changed.signalAll();
        }
      } finally {
        lock.unlock();
      }
    }

    private void keep(ProviderError seen) {
      lock.lock();
      try {
        error = seen;
      } finally {
        lock.unlock();
      }
    }
  }

  private final class Events implements Iterator<StreamEvent> {

    @Override
    public boolean hasNext() {
      lock.lock();
      try {
        return !endTaken && !closed;
      } finally {
        lock.unlock();
      }
    }

    @Override
    public StreamEvent next() {
      if (!hasNext()) {
        throw new NoSuchElementException("The response has ended, or the stream was closed");
      }
      boolean interrupted = false;
      lock.lock();
      try {
        while (events.isEmpty() && !closed) {
          if (interrupted) {
            changed.awaitUninterruptibly();
            continue;
          }
          try {
            changed.await();
          } catch (InterruptedException stop) {
            interrupted = true;
            cancel();
          }
        }
        StreamEvent event = events.poll();
        changed.signalAll();
        if (event == null) {
          event = new StreamEvent.ResponseEnd(Verdict.CANCELLED, null, null);
        }
        endTaken = event instanceof StreamEvent.ResponseEnd;
        return event;
      } finally {
        lock.unlock();
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }
}
