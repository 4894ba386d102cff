package dev.weir.client.call;

import dev.weir.client.call.CallClocks.Clock;
import dev.weir.client.provider.Provider;
import dev.weir.client.transport.HttpCall;
import dev.weir.client.transport.Transport;
import dev.weir.client.transport.Transport.Exchange;
import dev.weir.codec.json.Json;
import dev.weir.codec.request.Rendered;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamMetrics;
import dev.weir.event.Verdict;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One response being fetched over HTTP: all that can happen to it, in one place.
 *
 * <pre>
 *            headers 2xx          end of the response        end of bytes, or soon
 *   WAITING ────────────► STREAMING ────────────────► DRAINING ────────────► OVER
 *   ▲ ▲ └──────────────► REFUSED │                                             ▲
 *   │ │   other headers      │   │ broke, and can be fetched on                │
 *   │ └───── BROKEN ◄────────┼───┘                                             │
 *   └─────── BETWEEN ◄───────┴── nothing seen, may be tried again ─────────────┘ else
 * </pre>
 *
 * <p>A try may be repeated only as long as nothing visible came of it: {@link EventGate} knows, and
 * {@link RetryRule} decides. A response that its provider keeps is fetched on instead, in a further
 * exchange of the same try: {@link Resumption}.
 *
 * <p>Everything runs in {@link Serial}: slices, timers and cancel come on threads of their own and
 * do not wait for each other. One timer is set at a time; when it rings, the clocks are compared
 * with the times at which things came. A sink that takes its time stops the clocks, because time
 * counts from when the next slice could have been taken.
 */
final class HttpStreamCall implements StreamCall {
  private static final System.Logger LOG = System.getLogger(HttpStreamCall.class.getName());
  private static final int MAX_ERROR_BODY = 64 << 10;

  private enum State {
    WAITING,
    REFUSED,
    STREAMING,
    BROKEN,
    BETWEEN,
    DRAINING,
    OVER
  }

  private final Provider provider;
  private final Transport transport;
  private final CallOptions options;
  private final CallSink sink;
  private final CallWriter writer;
  private final RetryRule rule;
  private final EventGate gate;
  private final CallTally tally = new CallTally();
  private final long opened = System.nanoTime();
  private final Serial serial = new Serial(this::sinkBroke);
  private final Alarm alarm;

  private volatile boolean cancelled;
  private volatile boolean concluded;
  private volatile boolean paused;
  private volatile @Nullable Exchange exchange;

  private State state = State.BETWEEN;
  private int attempts;
  private @Nullable Attempt current;
  private @Nullable Leg leg;
  private long blockedNanos;

  HttpStreamCall(
      Provider provider, Transport transport, CallOptions options, Timers timers, CallSink sink) {
    this.provider = provider;
    this.transport = transport;
    this.options = options;
    this.sink = sink;
    this.alarm = new Alarm(timers, serial);
    this.writer = new CallWriter(provider, options.connect());
    this.rule = RetryRule.of(options);
    this.gate = new EventGate(provider::hideSecretsIn, this::hand);
  }

  void start(Rendered rendered) {
    serial.run(() -> attempt(rendered));
  }

  @Override
  public void cancel() {
    if (concluded) {
      // Its exchange may have ended too, and its connection may be another call's by now.
      return;
    }
    cancelled = true;
    cancelExchange();
    serial.run(() -> {
      if (state != State.DRAINING && state != State.OVER) {
        // Between tries the last one has ended for itself, and cannot end the response.
        Attempt now = state == State.BETWEEN ? null : current;
        cut(now == null ? new Attempt(null) : now, Verdict.CANCELLED, null);
      }
    });
  }

  @Override
  public void pause() {
    paused = true;
    Exchange known = exchange;
    if (known != null) {
      known.pause();
    }
  }

  @Override
  public void resume() {
    paused = false;
    serial.run(() -> {
      Attempt now = current;
      if (now != null) {
        now.reception.clocks().touched(System.nanoTime());
      }
    });
    Exchange known = exchange;
    if (known != null) {
      known.resume();
    }
  }

  // ── tries ──────────────────────────────────────────────────────────────────────────────────

  private void attempt(Rendered rendered) {
    if (cancelled || state == State.OVER) {
      return;
    }
    attempts++;
    var attempt = new Attempt(rendered);
    current = attempt;
    HttpCall call = writer.ask(rendered);
    tell(new CallEvent.Trying(attempts, call, at()));
    send(call, new Leg(attempt, /* isFirst= */ true), options.firstEvent());
  }

  private void send(HttpCall call, Leg next, Duration patience) {
    state = State.WAITING;
    leg = next;
    wakeAfter(patience);
    Exchange opening = transport.send(call, next);
    exchange = opening;
    if (cancelled) {
      opening.cancel();
    } else if (paused) {
      opening.pause();
    }
  }

  /** Tries again if that is safe and may help; else ends the response with what is wrong. */
  private void cameToNothing(Attempt attempt, ProviderError said) {
    ProviderError error = safe(said);
    cancelExchange();
    Rendered fallback = attempt.fallback();
    boolean refusesArguments = error.status() != null && error.status() == 400;
    if (fallback != null && refusesArguments && !gate.isVisible()) {
      tell(new CallEvent.Problem(error, Duration.ZERO, at()));
      between();
      attempts--;
      attempt(fallback);
      return;
    }
    Duration wait = waitBeforeNext(error);
    Rendered rendered = attempt.rendered;
    tell(new CallEvent.Problem(error, wait, at()));
    if (wait == null || rendered == null) {
      attempt.end(() -> attempt.reception.fail(error.toFault(), at()));
      return;
    }
    between();
    alarm.set(wait, () -> attempt(rendered));
  }

  private void between() {
    state = State.BETWEEN;
    gate.forget();
    alarm.cancel();
  }

  private @Nullable Duration waitBeforeNext(ProviderError error) {
    return cancelled ? null : rule.beforeNext(attempts, gate.isVisible(), error);
  }

  private ProviderError safe(ProviderError error) {
    return error.withoutSecrets(provider::hideSecretsIn);
  }

  /**
   * Fetches a response on that broke, if that is possible.
   *
   * @param otherwise what the break comes to if the response cannot be fetched on, now or later
   */
  private void broke(Attempt attempt, ProviderError error, Runnable otherwise) {
    Resumption resumption = attempt.reception.resumption();
    Duration wait = resumption == null ? null : rule.after(resumption.count() + 1, error);
    if (resumption == null || wait == null || cancelled || !resumption.isPossible()) {
      attempt.reception.feedRest(at());
      otherwise.run();
      return;
    }
    cancelExchange();
    alarm.cancel();
    state = State.BROKEN;
    attempt.otherwise = otherwise;
    HttpCall call = resumption.next();
    tell(new CallEvent.Problem(safe(error), wait, at()));
    alarm.set(
        wait,
        () -> {
          if (state == State.BROKEN && !cancelled) {
            fetchOn(attempt, call);
          }
        });
  }

  private void fetchOn(Attempt attempt, HttpCall call) {
    tell(new CallEvent.Resuming(call, at()));
    attempt.reception.clocks().touched(System.nanoTime());
    send(call, new Leg(attempt, /* isFirst= */ false), options.dead());
  }

  /** The rest of a response cannot be had for now, or not at all. */
  private void notFetched(Attempt attempt, ProviderError error) {
    cancelExchange();
    Runnable otherwise = attempt.otherwise;
    if (error.retryable()) {
      broke(attempt, error, otherwise);
    } else {
      tell(new CallEvent.Problem(safe(error), null, at()));
      attempt.reception.feedRest(at());
      otherwise.run();
    }
  }

  // ── clocks ─────────────────────────────────────────────────────────────────────────────────

  private void wakeAfter(Duration delay) {
    Attempt attempt = current;
    alarm.set(
        delay,
        () -> {
          if (attempt != null && attempt == current) {
            rung(attempt);
          }
        });
  }

  private void rung(Attempt attempt) {
    switch (state) {
      case WAITING, STREAMING -> {
        Clock due = attempt.reception.due(paused);
        if (due.left().isPositive()) {
          wakeAfter(due.left());
        } else {
          late(attempt, due);
        }
      }
      case REFUSED -> {
        Leg now = leg;
        if (now != null) {
          now.refusedWhole();
        }
      }
      case DRAINING -> {
        cancelExchange();
        over();
      }
      case BROKEN, BETWEEN, OVER -> {
        // An old timer.
      }
    }
  }

  private void late(Attempt attempt, Clock clock) {
    if (attempt.reception.isSettled()) {
      cancelExchange();
      attempt.end(() -> attempt.reception.end(at()));
      return;
    }
    String what = clock.name().equals(CallClocks.STALLED) ? "no content, only bytes," : "no byte";
    ProviderError error =
        ProviderError.connection(
            clock.name(),
            "%s came from %s for %,d ms"
                .formatted(what, provider.name(), clock.length().toMillis()));
    broke(
        attempt,
        error,
        () -> {
          if (waitBeforeNext(error) != null) {
            cameToNothing(attempt, error);
          } else {
            tell(new CallEvent.Problem(error, null, at()));
            cut(attempt, Verdict.STALLED, clock.name());
          }
        });
  }

  // ── ends ───────────────────────────────────────────────────────────────────────────────────

  private void cut(Attempt attempt, Verdict verdict, @Nullable String word) {
    cancelExchange();
    attempt.end(() -> attempt.reception.cut(verdict, word, at()));
  }

  private void over() {
    state = State.OVER;
    alarm.cancel();
    exchange = null;
  }

  private void cancelExchange() {
    Exchange known = exchange;
    if (known != null) {
      known.cancel();
    }
  }

  private void sinkBroke(RuntimeException problem) {
    LOG.log(
        Level.ERROR,
        "A consumer of " + provider.name() + " threw; its stream is cancelled",
        problem);
    cancelExchange();
    over();
  }

  private long at() {
    return micros(System.nanoTime());
  }

  private long micros(long nanoTime) {
    return TimeUnit.NANOSECONDS.toMicros(nanoTime - opened);
  }

  private void hand(StreamEvent event) {
    long before = System.nanoTime();
    sink.accept(new CallEvent.Streamed(event, micros(before)));
    blockedNanos += System.nanoTime() - before;
  }

  /** Tells what happens on the way to the events. */
  private void tell(CallEvent event) {
    tally.accept(event);
    sink.accept(event);
  }

  private @Nullable String safeId(Map<String, String> headers) {
    String id = HttpErrors.requestId(headers, Json.Null.NULL);
    return id == null ? null : provider.hideSecretsIn(id);
  }

  /** One try: what is received of it, and how it ends. */
  private final class Attempt {
    final @Nullable Rendered rendered;
    final Reception reception;

    /** What the last break comes to if the response cannot be fetched on. */
    private Runnable otherwise = () -> {};

    Attempt(@Nullable Rendered rendered) {
      this.rendered = rendered;
      this.reception =
          new Reception(
              writer, rendered, options, gate, sink, error -> waitBeforeNext(error) != null);
    }

    @Nullable Rendered fallback() {
      return rendered == null ? null : rendered.fallback();
    }

    private void take(byte[] slice, Leg from) {
      blockedNanos = 0;
      ProviderError gap = reception.feed(slice, at());
      reception.decoder().blocked(TimeUnit.NANOSECONDS.toMicros(blockedNanos));
      if (reception.ended() != null || reception.lost() != null) {
        finish(from, /* bytesEnded= */ false);
      } else if (gap != null) {
        broke(this, gap, () -> cameToNothing(this, gap));
      } else if (reception.isSettled() && reception.clocks().settle(System.nanoTime())) {
        wakeAfter(options.settled());
      }
    }

    private void bytesEnded(Leg from) {
      reception.end(at());
      finish(from, /* bytesEnded= */ true);
    }

    /** The response has ended in what was decoded, or is given up. */
    private void finish(Leg from, boolean bytesEnded) {
      ProviderError lost = reception.lost();
      ResponseEnd end = reception.ended();
      if (lost != null) {
        cameToNothing(this, lost);
        return;
      }
      if (end == null) {
        return;
      }
      ProviderError error = reception.passing(end, provider, from.status, from.headers);
      if (error != null && waitBeforeNext(error) != null) {
        cameToNothing(this, error);
        return;
      }
      if (error != null) {
        tell(new CallEvent.Problem(safe(error), null, at()));
      }
      conclude(end, bytesEnded);
    }

    /** Ends the response from our side, by telling the decoder so. */
    void end(Runnable telling) {
      telling.run();
      ResponseEnd end = reception.ended();
      if (end != null) {
        conclude(end, /* bytesEnded= */ true);
      } else {
        over();
      }
    }

    private void conclude(ResponseEnd end, boolean bytesEnded) {
      concluded = true;
      gate.open();
      String word = end.word() == null ? null : provider.hideSecretsIn(end.word());
      Verdict verdict = end.verdict();
      ProviderError left = verdict.isNatural() ? reception.left() : null;
      if (left != null) {
        verdict = Verdict.FAILED;
        tell(new CallEvent.Problem(left, null, at()));
        hand(new StreamEvent.Fault(left.toFault()));
      }
      StreamMetrics metrics = reception.metrics().withEnd(verdict, word).withTries(tally.tries());
      tell(new CallEvent.Measured(metrics, at()));
      hand(new ResponseEnd(verdict, word, end.usage(), end.reasoning()));
      if (bytesEnded) {
        over();
      } else {
        state = State.DRAINING;
        wakeAfter(options.settled());
      }
    }
  }

  /** One exchange of a try: what the transport tells of it. */
  private final class Leg implements Transport.Sink {
    private final Attempt attempt;
    private final boolean isFirst;
    private final ByteArrayOutputStream errorBody = new ByteArrayOutputStream();
    private int status;
    private Map<String, String> headers = Map.of();
    private boolean anySlice;

    /**
     * @param isFirst whether the response begins in this exchange, or is fetched on
     */
    Leg(Attempt attempt, boolean isFirst) {
      this.attempt = attempt;
      this.isFirst = isFirst;
    }

    private void step(Runnable task) {
      serial.run(() -> {
        if (leg == this && state != State.OVER) {
          task.run();
        }
      });
    }

    @Override
    public void connected() {
      step(() -> {
        if (isFirst) {
          attempt.reception.decoder().connected(at());
          tell(new CallEvent.Connected(at()));
        }
      });
    }

    @Override
    public void headers(int newStatus, Map<String, String> newHeaders) {
      step(() -> {
        if (state != State.WAITING) {
          return;
        }
        status = newStatus;
        headers = newHeaders;
        if (isFirst) {
          attempt.reception.decoder().headers(at());
          tell(new CallEvent.Headers(status, headers, safeId(headers), at()));
        }
        if (status < 200 || status >= 300) {
          state = State.REFUSED;
          wakeAfter(min(options.dead(), options.firstEvent()));
          return;
        }
        state = State.STREAMING;
        attempt.reception.clocks().touched(System.nanoTime());
        ProviderError wrong = StreamHead.wrong(status, headers);
        if (wrong != null) {
          failedWith(wrong);
        }
      });
    }

    private static Duration min(Duration a, Duration b) {
      return a.compareTo(b) < 0 ? a : b;
    }

    @Override
    public void slice(byte[] slice) {
      step(() -> {
        switch (state) {
          case REFUSED -> {
            int room = MAX_ERROR_BODY - errorBody.size();
            errorBody.write(slice, 0, Math.min(slice.length, room));
            if (slice.length >= room) {
              refusedWhole();
            }
          }
          case STREAMING -> streamed(slice);
          case WAITING, BROKEN, BETWEEN, DRAINING, OVER -> {
            // Nothing that is wanted any more.
          }
        }
      });
    }

    private void streamed(byte[] slice) {
      if (!anySlice) {
        anySlice = true;
        wakeAfter(attempt.reception.due(paused).left());
        ProviderError wrong = StreamHead.wrong(status, headers, slice);
        if (wrong == null && !isFirst) {
          wrong = StreamHead.wrongRest(status, headers, slice);
        }
        if (wrong != null) {
          if (isFirst) {
            tell(new CallEvent.Arrived(slice, at()));
          }
          failedWith(wrong);
          return;
        }
        Resumption resumption = attempt.reception.resumption();
        if (!isFirst && resumption != null) {
          resumption.joint().restart();
        }
      }
      attempt.take(slice, this);
    }

    @Override
    public void end() {
      step(() -> {
        switch (state) {
          case REFUSED -> refusedWhole();
          case STREAMING -> {
            if (attempt.reception.isSettled()) {
              attempt.bytesEnded(this);
            } else {
              broke(
                  attempt,
                  ProviderError.truncated(provider.name(), "without its terminal"),
                  () -> attempt.bytesEnded(this));
            }
          }
          case DRAINING -> over();
          case WAITING, BROKEN, BETWEEN, OVER -> {
            // Nothing that is wanted any more.
          }
        }
      });
    }

    @Override
    public void failed(IOException problem) {
      step(() -> {
        switch (state) {
          case WAITING -> failedWith(ProviderError.connection("connection_failed", words(problem)));
          case STREAMING -> {
            if (attempt.reception.isSettled()) {
              attempt.bytesEnded(this);
            } else {
              ProviderError error = ProviderError.connection("connection_broken", words(problem));
              broke(attempt, error, () -> cameToNothing(attempt, error));
            }
          }
          case REFUSED -> refusedWhole();
          case DRAINING -> over();
          case BROKEN, BETWEEN, OVER -> {
            // Nothing that is wanted any more.
          }
        }
      });
    }

    private static String words(IOException problem) {
      String message = problem.getMessage();
      return message == null ? problem.getClass().getSimpleName() : message;
    }

    private void refusedWhole() {
      byte[] body = errorBody.toByteArray();
      if (isFirst) {
        tell(new CallEvent.Refused(body, at()));
      }
      failedWith(HttpErrors.of(status, headers, body));
    }

    private void failedWith(ProviderError error) {
      if (isFirst) {
        cameToNothing(attempt, error);
      } else {
        notFetched(attempt, error);
      }
    }
  }
}
