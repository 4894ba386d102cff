package dev.weir.client.call;

import dev.weir.client.call.CallClocks.Clock;
import dev.weir.client.provider.Provider;
import dev.weir.client.render.Rendered;
import dev.weir.client.transport.HttpCall;
import dev.weir.client.transport.Transport;
import dev.weir.client.transport.Transport.Exchange;
import dev.weir.codec.dialect.ProviderErrors;
import dev.weir.codec.json.Json;
import dev.weir.codec.stream.MeteredDecoder;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.Fault;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamEvent.SequenceGap;
import dev.weir.event.StreamFault;
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
  private final Timers timers;
  private final CallSink sink;
  private final CallWriter writer;
  private final RetryRule rule;
  private final EventGate gate;
  private final long opened = System.nanoTime();
  private final Serial serial = new Serial(this::sinkBroke);

  private volatile boolean cancelled;
  private volatile boolean paused;
  private volatile @Nullable Exchange exchange;

  private State state = State.BETWEEN;
  private int attempts;
  private @Nullable Attempt current;
  private @Nullable Leg leg;
  private Timers.@Nullable Timer timer;
  private long blockedNanos;

  HttpStreamCall(
      Provider provider, Transport transport, CallOptions options, Timers timers, CallSink sink) {
    this.provider = provider;
    this.transport = transport;
    this.options = options;
    this.timers = timers;
    this.sink = sink;
    this.writer = new CallWriter(provider, options.connect());
    this.rule = RetryRule.of(options);
    this.gate = new EventGate(provider::hideSecretsIn, this::hand);
  }

  void start(Rendered rendered) {
    serial.run(() -> attempt(rendered));
  }

  @Override
  public void cancel() {
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
        now.clocks.touched(System.nanoTime());
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
    sink.trying(attempts, call, at());
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
    ProviderError error = withoutSecrets(said);
    cancelExchange();
    Rendered fallback = attempt.fallback();
    boolean refusesArguments = error.status() != null && error.status() == 400;
    if (fallback != null && refusesArguments && !gate.isVisible()) {
      sink.problem(error, Duration.ZERO, at());
      between();
      attempts--;
      attempt(fallback);
      return;
    }
    Duration wait = waitBeforeNext(error);
    Rendered rendered = attempt.rendered;
    sink.problem(error, wait, at());
    if (wait == null || rendered == null) {
      attempt.end(() -> attempt.decoder.fail(error.toFault(), at(), attempt::decoded));
      return;
    }
    between();
    timer = timers.after(wait, () -> serial.run(() -> attempt(rendered)));
  }

  private void between() {
    state = State.BETWEEN;
    gate.forget();
    cancelTimer();
  }

  private @Nullable Duration waitBeforeNext(ProviderError error) {
    return cancelled ? null : rule.beforeNext(attempts, gate.isVisible(), error);
  }

  private ProviderError withoutSecrets(ProviderError e) {
    return new ProviderError(
        e.kind(),
        e.status(),
        provider.hideSecretsIn(e.code()),
        provider.hideSecretsIn(e.message()),
        e.retryable(),
        e.retryAfter(),
        e.requestId());
  }

  /**
   * Fetches a response on that broke, if that is possible.
   *
   * @param otherwise what the break comes to if the response cannot be fetched on, now or later
   */
  private void broke(Attempt attempt, ProviderError error, Runnable otherwise) {
    Resumption resumption = attempt.resumption;
    if (resumption == null || cancelled || !resumption.isPossible()) {
      attempt.takeRest();
      otherwise.run();
      return;
    }
    cancelExchange();
    cancelTimer();
    state = State.BROKEN;
    attempt.otherwise = otherwise;
    HttpCall call = resumption.next();
    Duration wait = rule.pause(resumption.count());
    sink.problem(withoutSecrets(error), wait, at());
    timer =
        timers.after(
            wait,
            () ->
                serial.run(() -> {
                  if (state == State.BROKEN && !cancelled) {
                    fetchOn(attempt, call);
                  }
                }));
  }

  private void fetchOn(Attempt attempt, HttpCall call) {
    sink.resuming(call, at());
    attempt.clocks.touched(System.nanoTime());
    send(call, new Leg(attempt, /* isFirst= */ false), options.dead());
  }

  /** The rest of a response cannot be had for now, or not at all. */
  private void notFetched(Attempt attempt, ProviderError error) {
    cancelExchange();
    Runnable otherwise = attempt.otherwise;
    if (error.retryable()) {
      broke(attempt, error, otherwise);
    } else {
      sink.problem(withoutSecrets(error), null, at());
      attempt.takeRest();
      otherwise.run();
    }
  }

  // ── clocks ─────────────────────────────────────────────────────────────────────────────────

  private void wakeAfter(Duration delay) {
    cancelTimer();
    Attempt attempt = current;
    timer =
        timers.after(
            delay,
            () ->
                serial.run(() -> {
                  if (attempt != null && attempt == current) {
                    rung(attempt);
                  }
                }));
  }

  private void cancelTimer() {
    Timers.Timer set = timer;
    if (set != null) {
      set.cancel();
      timer = null;
    }
  }

  private void rung(Attempt attempt) {
    switch (state) {
      case WAITING, STREAMING -> {
        Clock due = attempt.due();
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
    if (attempt.decoder.isSettled()) {
      cancelExchange();
      attempt.end(() -> attempt.decoder.end(at(), attempt::decoded));
      return;
    }
    String what =
        clock.name().equals(CallClocks.STALLED) ? "no content, only bytes," : "no byte";
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
            sink.problem(error, null, at());
            cut(attempt, Verdict.STALLED, clock.name());
          }
        });
  }

  // ── ends ───────────────────────────────────────────────────────────────────────────────────

  private void cut(Attempt attempt, Verdict verdict, @Nullable String word) {
    cancelExchange();
    attempt.end(() -> attempt.decoder.cut(verdict, word, at(), attempt::decoded));
  }

  private void over() {
    state = State.OVER;
    cancelTimer();
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
    return TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - opened);
  }

  private void hand(StreamEvent event) {
    long before = System.nanoTime();
    sink.event(event, at());
    blockedNanos += System.nanoTime() - before;
  }

  /** One try: its decoder, its clocks, and how it ends. */
  private final class Attempt {
    final @Nullable Rendered rendered;
    final MeteredDecoder decoder =
        new MeteredDecoder(provider.dialect(), options.decode(), /* timed= */ true);
    final CallClocks clocks = new CallClocks(options, System.nanoTime());
    final @Nullable Resumption resumption;

    /** What the last break comes to if the response cannot be fetched on. */
    private Runnable otherwise = () -> {};

    private @Nullable ResponseEnd ended;
    private @Nullable ProviderError lost;

    Attempt(@Nullable Rendered rendered) {
      this.rendered = rendered;
      this.resumption = rendered == null ? null : Resumption.of(writer, rendered, options);
    }

    @Nullable Rendered fallback() {
      return rendered == null ? null : rendered.fallback();
    }

    Clock due() {
      long now = System.nanoTime();
      if (paused) {
        clocks.touched(now);
      }
      return clocks.due(now);
    }

    private void take(byte[] slice, Leg from) {
      Resumption known = resumption;
      if (known == null) {
        decode(slice, from);
        return;
      }
      decode(known.feed(slice), from);
      Long missed = known.joint().missed();
      if (missed != null && state == State.STREAMING) {
        Long last = known.joint().last();
        ProviderError gap = gap(last == null ? 0 : last + 1, missed);
        broke(this, gap, () -> cameToNothing(this, gap));
      }
    }

    private void decode(byte[] bytes, Leg from) {
      blockedNanos = 0;
      if (bytes.length > 0) {
        sink.arrived(bytes, at());
        decoder.feed(bytes, at(), this::decoded);
        decoder.blocked(TimeUnit.NANOSECONDS.toMicros(blockedNanos));
      }
      long now = System.nanoTime();
      clocks.byteCame(now);
      if (lost != null) {
        cameToNothing(this, lost);
      } else if (ended != null) {
        finish(from, /* bytesEnded= */ false);
      } else if (decoder.isSettled() && clocks.settle(now)) {
        wakeAfter(options.settled());
      }
    }

    /** Decodes the bytes that were held until their frame is whole, since it will not be. */
    void takeRest() {
      Resumption known = resumption;
      byte[] rest = known == null ? new byte[0] : known.joint().rest();
      if (rest.length > 0) {
        sink.arrived(rest, at());
        decoder.feed(rest, at(), this::decoded);
      }
    }

    private void decoded(StreamEvent event) {
      if (lost != null) {
        return;
      }
      clocks.eventCame();
      if (event instanceof ResponseEnd end) {
        ended = end;
        return;
      }
      if (event instanceof SequenceGap gap && options.retriesGaps()) {
        ProviderError error = gap(gap.expected(), gap.actual());
        if (waitBeforeNext(error) != null) {
          lost = error;
          return;
        }
      }
      if (gate.take(event)) {
        clocks.contentCame(System.nanoTime());
      }
    }

    private static ProviderError gap(long expected, long actual) {
      return ProviderError.connection(
          "sequence_gap", new SequenceGap(expected, actual).message());
    }

    // ── ends of a try ────────────────────────────────────────────────────────────────────────

    private void bytesEnded(Leg from) {
      decoder.end(at(), this::decoded);
      if (lost != null) {
        cameToNothing(this, lost);
      } else {
        finish(from, /* bytesEnded= */ true);
      }
    }

    /** The response has ended in what was decoded. */
    private void finish(Leg from, boolean bytesEnded) {
      ResponseEnd end = ended;
      if (end == null) {
        return;
      }
      ProviderError error = gate.isVisible() ? null : passing(end, from);
      if (error != null && waitBeforeNext(error) != null) {
        ended = null;
        cameToNothing(this, error);
        return;
      }
      if (error != null) {
        sink.problem(withoutSecrets(error), null, at());
      }
      conclude(end, bytesEnded);
    }

    /** What went wrong before anything was seen, if it may go right the next time. */
    private @Nullable ProviderError passing(ResponseEnd end, Leg from) {
      for (StreamEvent event : gate.held()) {
        if (event instanceof Fault said && said.fault().kind() == StreamFault.Kind.PROVIDER_ERROR) {
          String code = said.fault().code() == null ? "error" : said.fault().code();
          return new ProviderError(
              StreamFault.Kind.PROVIDER_ERROR,
              from.status,
              code,
              said.fault().message(),
              ProviderErrors.isPassing(code),
              RetryAfter.of(Map.of(), Json.Null.NULL, said.fault().message()),
              HttpErrors.requestId(from.headers, Json.Null.NULL));
        }
      }
      return end.verdict() == Verdict.TRUNCATED ? truncated("before any content") : null;
    }

    private ProviderError truncated(String when) {
      return ProviderError.connection(
          "truncated", "The stream of %s ended %s".formatted(provider.name(), when));
    }

    /** Ends the response from our side, by telling the decoder so. */
    void end(Runnable telling) {
      ended = null;
      telling.run();
      ResponseEnd end = ended;
      if (end != null) {
        conclude(end, /* bytesEnded= */ true);
      } else {
        over();
      }
    }

    private void conclude(ResponseEnd end, boolean bytesEnded) {
      gate.open();
      String word = end.word();
      hand(
          new ResponseEnd(
              end.verdict(),
              word == null ? null : provider.hideSecretsIn(word),
              end.usage(),
              end.reasoning()));
      sink.measured(decoder.metrics());
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
          attempt.decoder.connected(at());
          sink.connected(at());
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
          attempt.decoder.headers(at());
          sink.headers(status, headers, at());
        }
        if (status < 200 || status >= 300) {
          state = State.REFUSED;
          wakeAfter(min(options.dead(), options.firstEvent()));
          return;
        }
        state = State.STREAMING;
        attempt.clocks.touched(System.nanoTime());
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
        wakeAfter(attempt.due().left());
        ProviderError wrong = StreamHead.wrong(status, headers, slice);
        if (wrong == null && !isFirst) {
          wrong = StreamHead.wrongRest(status, headers, slice);
        }
        if (wrong != null) {
          if (isFirst) {
            sink.arrived(slice, at());
          }
          failedWith(wrong);
          return;
        }
        if (!isFirst && attempt.resumption != null) {
          attempt.resumption.joint().restart();
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
            if (attempt.decoder.isSettled()) {
              attempt.bytesEnded(this);
            } else {
              broke(
                  attempt,
                  attempt.truncated("without its terminal"),
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
          case WAITING ->
              failedWith(ProviderError.connection("connection_failed", words(problem)));
          case STREAMING -> {
            if (attempt.decoder.isSettled()) {
              attempt.bytesEnded(this);
            } else {
              ProviderError error =
                  ProviderError.connection("connection_broken", words(problem));
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
        sink.refused(body, at());
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
