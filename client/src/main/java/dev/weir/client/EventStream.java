package dev.weir.client;

import dev.weir.client.call.CallEvent;
import dev.weir.client.call.CallSink;
import dev.weir.client.call.ProviderError;
import dev.weir.client.call.StreamCall;
import dev.weir.client.call.Upstream;
import dev.weir.codec.request.Message;
import dev.weir.codec.request.Request;
import dev.weir.event.BlockKind;
import dev.weir.event.Response;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.Verdict;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The events of one response for a loop that waits for them. It can be iterated once, by one
 * thread: event by event, as {@link #text}, or all at once as {@link #answer}.
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
  private final Events cursor = new Events();
  private final AnswerAssembler assembler;
  private @Nullable StreamCall call;

  private EventStream(Upstream upstream) {
    this.assembler = new AnswerAssembler(upstream);
  }

  static EventStream open(Upstream upstream, Request request) {
    var stream = new EventStream(upstream);
    stream.call = upstream.open(request, stream.new Filling());
    return stream;
  }

  /**
   * @throws IllegalStateException if it was called before
   */
  @Override
  public Iterator<StreamEvent> iterator() {
    if (iterated) {
      throw new IllegalStateException("The events of a response can be iterated once; ask again");
    }
    iterated = true;
    return cursor;
  }

  /**
   * The text of the answer as it comes, without thinking, calls and alternatives. Consumes the
   * events: {@link #answer} tells afterwards how it ended.
   *
   * @throws IllegalStateException if the events were iterated before
   */
  public Iterable<String> text() {
    Iterator<StreamEvent> all = iterator();
    return () -> new Texts(all);
  }

  /**
   * The kind of the block that a delta of this stream belongs to.
   *
   * @throws IllegalArgumentException if the delta is not one that was handed over
   */
  public BlockKind kind(BlockDelta delta) {
    return assembler.assembler().kind(delta.block());
  }

  /** Whether a delta is text of the answer: not of thinking, a call or an alternative. */
  public boolean isText(BlockDelta delta) {
    return assembler.assembler().isText(delta);
  }

  /** Waits for what has not been taken yet, and returns the whole answer. */
  public Answer answer() {
    while (cursor.hasNext()) {
      cursor.next();
    }
    lock.lock();
    try {
      return assembler.answer(call);
    } finally {
      lock.unlock();
    }
  }

  /** The response of {@link #answer}: waits for what has not been taken yet. */
  public Response response() {
    return answer().response();
  }

  /** What {@link #answer} adds to the conversation: waits for what has not been taken yet. */
  public List<Message> newMessages() {
    return answer().newMessages();
  }

  /** Stops the request, even before its first byte; the loop gets the end. */
  public void cancel() {
    StreamCall opened = call;
    if (opened != null) {
      opened.cancel();
    }
  }

  /** What went wrong last, even if a later try went well. */
  public Optional<ProviderError> error() {
    lock.lock();
    try {
      return Optional.ofNullable(assembler.error());
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
      } else if (!(event instanceof CallEvent.Arrived)) {
        keep(event);
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
          if (events.size() == 1) {
            // The loop waits only while there is none.
            changed.signalAll();
          }
        }
      } finally {
        lock.unlock();
      }
    }

    private void keep(CallEvent onTheWay) {
      lock.lock();
      try {
        assembler.accept(onTheWay);
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
        if (events.size() == KEPT_EVENTS) {
          // The call waits only while there are as many.
          changed.signalAll();
        }
        StreamEvent event = events.poll();
        if (event == null) {
          event = new StreamEvent.ResponseEnd(Verdict.CANCELLED, null, null);
        }
        endTaken = event instanceof StreamEvent.ResponseEnd;
        assembler.accept(event);
        return event;
      } finally {
        lock.unlock();
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }

  /** The deltas that are text of the answer. */
  private final class Texts implements Iterator<String> {
    private final Iterator<StreamEvent> all;
    private @Nullable String next;

    Texts(Iterator<StreamEvent> all) {
      this.all = all;
    }

    @Override
    public boolean hasNext() {
      while (next == null && all.hasNext()) {
        next = all.next() instanceof BlockDelta delta && isText(delta) ? delta.text() : null;
      }
      return next != null;
    }

    @Override
    public String next() {
      if (!hasNext()) {
        throw new NoSuchElementException("The answer has no more text");
      }
      String text = Objects.requireNonNull(next);
      next = null;
      return text;
    }
  }
}
