package dev.weir.client;

import dev.weir.client.call.CallEvent;
import dev.weir.client.call.CallSink;
import dev.weir.client.call.StreamCall;
import dev.weir.client.call.Upstream;
import dev.weir.codec.request.Request;
import dev.weir.event.StreamEvent;
import java.util.concurrent.Flow;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Publishes the events of a response, with one request for each subscriber. What nobody demanded is
 * not read: the demand reaches back to the provider's socket. A cancelled subscription hears no
 * more. A subscriber that throws has its request cancelled, and gets what it threw as its error.
 */
final class EventPublisher implements Flow.Publisher<StreamEvent> {
  private final Asker asker;
  private final Request request;

  private final boolean failing;

  /**
   * @param failing whether a response that does not come to its end is an error of the subscription
   */
  EventPublisher(Asker asker, Request request, boolean failing) {
    this.asker = asker;
    this.request = request;
    this.failing = failing;
  }

  @Override
  public void subscribe(Flow.Subscriber<? super StreamEvent> subscriber) {
    Upstream upstream = asker.here();
    var assembler = failing ? new AnswerAssembler(upstream) : null;
    var subscription = new Subscribed(subscriber, assembler);
    subscriber.onSubscribe(subscription);
    // The first event may come before this returns; it waits until it is demanded.
    Thread.ofVirtual().name("weir-publish").start(() -> subscription.open(upstream, request));
  }

  private static final class Subscribed implements Flow.Subscription, CallSink {
    private final Flow.Subscriber<? super StreamEvent> subscriber;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private long demand;
    private boolean cancelled;
    private @Nullable IllegalArgumentException wrongDemand;
    private @Nullable StreamCall call;
    private @Nullable Throwable thrown;

    private final @Nullable AnswerAssembler assembler;

    Subscribed(
        Flow.Subscriber<? super StreamEvent> subscriber, @Nullable AnswerAssembler assembler) {
      this.subscriber = subscriber;
      this.assembler = assembler;
    }

    void open(Upstream upstream, Request request) {
      StreamCall opened;
      try {
        opened = upstream.open(request, this);
      } catch (IllegalArgumentException wrong) {
        subscriber.onError(wrong);
        return;
      }
      boolean late;
      lock.lock();
      try {
        call = opened;
        late = cancelled;
      } finally {
        lock.unlock();
      }
      if (late) {
        opened.cancel();
      }
    }

    @Override
    public void request(long n) {
      lock.lock();
      try {
        if (n <= 0) {
          wrongDemand =
              new IllegalArgumentException(
                  "The demand must be at least 1 (rule 3.9 of Reactive Streams), saw " + n);
        } else {
          demand = demand + n < 0 ? Long.MAX_VALUE : demand + n;
        }
        changed.signalAll();
      } finally {
        lock.unlock();
      }
    }

    @Override
    public void cancel() {
      StreamCall opened;
      lock.lock();
      try {
        cancelled = true;
        opened = call;
        changed.signalAll();
      } finally {
        lock.unlock();
      }
      if (opened != null) {
        opened.cancel();
      }
    }

    @Override
    public void accept(CallEvent event) {
      if (!(event instanceof CallEvent.Streamed streamed)) {
        if (assembler != null) {
          assembler.accept(event);
        }
        return;
      }
      if (assembler != null) {
        assembler.accept(streamed.event());
      }
      Throwable broken = thrown;
      if (broken == null) {
        publish(streamed.event());
      } else if (streamed.event() instanceof StreamEvent.ResponseEnd) {
        subscriber.onError(broken);
      }
    }

    private void publish(StreamEvent event) {
      IllegalArgumentException wrong;
      lock.lock();
      try {
        while (demand == 0 && !cancelled && wrongDemand == null) {
          changed.awaitUninterruptibly();
        }
        if (cancelled) {
          return;
        }
        wrong = wrongDemand;
        demand--;
        cancelled = wrong != null;
      } finally {
        lock.unlock();
      }
      if (wrong != null) {
        cancel();
        subscriber.onError(wrong);
        return;
      }
      try {
        subscriber.onNext(event);
      } catch (Throwable problem) {
        // A subscriber is foreign code; what it threw is remembered and passed on.
        thrown = problem;
        throw problem;
      }
      if (event instanceof StreamEvent.ResponseEnd end) {
        if (assembler == null || end.verdict().isNatural()) {
          subscriber.onComplete();
        } else {
          subscriber.onError(new ResponseException(assembler.answer(call)));
        }
      }
    }
  }
}
