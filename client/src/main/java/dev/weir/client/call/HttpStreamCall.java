package dev.weir.client.call;

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
import dev.weir.event.StreamEvent.ResponseProgress;
import dev.weir.event.StreamEvent.ResponseStart;
import dev.weir.event.StreamFault;
import dev.weir.event.Verdict;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One response being fetched over HTTP: all that can happen to it, in one place.
 *
 * <pre>
 *            headers 2xx          end of the response        end of bytes, or soon
 *   WAITING ────────────► STREAMING ────────────────► DRAINING ────────────► OVER
 *    ▲   └──────────────► REFUSED                                              ▲
 *    │    other headers      │  the body has come                              │
 *    └──── BETWEEN ◄─────────┴── nothing seen, may be tried again ─────────────┘ else
 * </pre>
 *
 * <p>A try may be repeated only as long as nothing visible came of it. The start of the response is
 * handed on at once, so that a reader sees that it waits; a second try's start then only tells its
 * names. Faults are held until something visible follows or the try is the last: a try that is
 * repeated leaves none.
 *
 * <p>Everything runs in {@link Serial}: slices, timers and cancel come on threads of their own and
 * do not wait for each other. One timer is set at a time; when it rings, the clocks are compared
 * with the times at which things came. A sink that takes its time stops the clocks, because time
 * counts from when the next slice could have been taken.
 */
final class HttpStreamCall implements StreamCall {
  private static final System.Logger LOG = System.getLogger(HttpStreamCall.class.getName());
  private static final int MAX_ERROR_BODY = 64 << 10;
  private static final String AGENT = "weir/0.1";

  private enum State {
    WAITING,
    REFUSED,
    STREAMING,
    BETWEEN,
    DRAINING,
    OVER
  }

  private final Provider provider;
  private final Transport transport;
  private final CallOptions options;
  private final Timers timers;
  private final CallSink sink;
  private final long opened = System.nanoTime();
  private final Serial serial = new Serial(this::sinkBroke);

  private volatile boolean cancelled;
  private volatile boolean paused;
  private volatile @Nullable Exchange exchange;

  private State state = State.BETWEEN;
  private int attempts;
  private @Nullable Attempt current;
  private Timers.@Nullable Timer timer;
  private boolean started;
  private boolean visible;
  private long blockedNanos;

  HttpStreamCall(
      Provider provider, Transport transport, CallOptions options, Timers timers, CallSink sink) {
    this.provider = provider;
    this.transport = transport;
    this.options = options;
    this.timers = timers;
    this.sink = sink;
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
        now.touched(System.nanoTime());
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
    state = State.WAITING;
    var attempt = new Attempt(rendered);
    current = attempt;
    HttpCall call = call(rendered);
    sink.trying(attempts, call, at());
    wakeAfter(options.firstEvent());
    Exchange opening = transport.send(call, attempt);
    exchange = opening;
    if (cancelled) {
      opening.cancel();
    } else if (paused) {
      opening.pause();
    }
  }

  private HttpCall call(Rendered rendered) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Content-Type", "application/json");
    headers.put("Accept", "*/*");
    // What is not packed cannot unpack to more than it is.
    headers.put("Accept-Encoding", "identity");
    headers.put("User-Agent", AGENT);
    headers.putAll(rendered.headers());
    headers.putAll(provider.headers());
    headers.putAll(provider.keyHeaders());
    var call =
        new HttpCall(
            "POST",
            provider.url(rendered.path()),
            headers,
            rendered.body().toText(),
            options.connect());
    if (provider.signer() == null) {
      return call;
    }
    headers.putAll(provider.signer().sign(call));
    return new HttpCall(call.method(), call.url(), headers, call.body(), call.connectTimeout());
  }

  /** Tries again if that is safe and may help; else ends the response with what is wrong. */
  private void cameToNothing(Attempt attempt, ProviderError said) {
    ProviderError error = withoutSecrets(said);
    cancelExchange();
    Rendered fallback = attempt.fallback();
    boolean refusesArguments = error.status() != null && error.status() == 400;
    if (fallback != null && refusesArguments && !visible) {
      sink.problem(error, Duration.ZERO, at());
      state = State.BETWEEN;
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
    state = State.BETWEEN;
    cancelTimer();
    timer = timers.after(wait, () -> serial.run(() -> attempt(rendered)));
  }

  private @Nullable Duration waitBeforeNext(ProviderError error) {
    if (visible || cancelled || !error.retryable() || attempts >= options.tries()) {
      return null;
    }
    Duration asked = error.retryAfter();
    if (asked != null && asked.compareTo(options.maxBackoff()) > 0) {
      return null;
    }
    long most =
        Math.min(
            options.maxBackoff().toMillis(),
            options.backoff().toMillis() << Math.min(attempts - 1, 20));
    // Half of it by chance, so that many callers do not come back together.
    Duration ours = Duration.ofMillis(most - ThreadLocalRandom.current().nextLong(most / 2 + 1));
    return asked == null || asked.compareTo(ours) < 0 ? ours : asked;
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
    long now = System.nanoTime();
    switch (state) {
      case WAITING, STREAMING -> {
        Clock due = attempt.due(now);
        if (due.left().isPositive()) {
          wakeAfter(due.left());
        } else {
          late(attempt, due);
        }
      }
      case REFUSED -> attempt.refusedWhole();
      case DRAINING -> {
        cancelExchange();
        over();
      }
      case BETWEEN, OVER -> {
        // An old timer.
      }
    }
  }

  /** The clock that rings next: its name, its length, and how much of it is left. */
  private record Clock(String name, Duration length, Duration left) {}

  private void late(Attempt attempt, Clock clock) {
    if (attempt.decoder.isSettled()) {
      cancelExchange();
      attempt.end(() -> attempt.decoder.end(at(), attempt::decoded));
      return;
    }
    String what = clock.name().equals("stalled") ? "no content, only bytes," : "no byte";
    ProviderError error =
        ProviderError.connection(
            clock.name(),
            "%s came from %s for %,d ms"
                .formatted(what, provider.name(), clock.length().toMillis()));
    if (waitBeforeNext(error) != null) {
      cameToNothing(attempt, error);
    } else {
      sink.problem(error, null, at());
      cut(attempt, Verdict.STALLED, clock.name());
    }
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

  /** One try: what the transport tells of it, and its decoder. */
  private final class Attempt implements Transport.Sink {
    final @Nullable Rendered rendered;
    final MeteredDecoder decoder =
        new MeteredDecoder(provider.dialect(), options.decode(), /* timed= */ true);
    private final long begun = System.nanoTime();
    private final List<StreamEvent> held = new ArrayList<>();
    private final ByteArrayOutputStream errorBody = new ByteArrayOutputStream();
    private @Nullable ResponseEnd ended;
    private int status;
    private Map<String, String> headers = Map.of();
    private boolean first = true;
    private boolean anyEvent;
    private long lastByte;
    private long lastContent;
    private long settledAt;

    Attempt(@Nullable Rendered rendered) {
      this.rendered = rendered;
    }

    @Nullable Rendered fallback() {
      return rendered == null ? null : rendered.fallback();
    }

    private void step(Runnable task) {
      serial.run(() -> {
        if (current == this && state != State.OVER) {
          task.run();
        }
      });
    }

    @Override
    public void connected() {
      step(() -> {
        decoder.connected(at());
        sink.connected(at());
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
        decoder.headers(at());
        sink.headers(status, headers, at());
        if (status < 200 || status >= 300) {
          state = State.REFUSED;
          wakeAfter(min(options.dead(), options.firstEvent()));
          return;
        }
        state = State.STREAMING;
        touched(System.nanoTime());
        ProviderError wrong = StreamHead.wrong(status, headers);
        if (wrong != null) {
          cameToNothing(this, wrong);
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
          case WAITING, BETWEEN, DRAINING, OVER -> {
            // Nothing that is wanted any more.
          }
        }
      });
    }

    private void streamed(byte[] slice) {
      sink.arrived(slice, at());
      if (first) {
        first = false;
        wakeAfter(due(System.nanoTime()).left());
        ProviderError wrong = StreamHead.wrong(status, headers, slice);
        if (wrong != null) {
          cameToNothing(this, wrong);
          return;
        }
      }
      blockedNanos = 0;
      decoder.feed(slice, at(), this::decoded);
      decoder.blocked(TimeUnit.NANOSECONDS.toMicros(blockedNanos));
      lastByte = System.nanoTime();
      if (ended != null) {
        finish(/* bytesEnded= */ false);
      } else if (decoder.isSettled() && settledAt == 0) {
        settledAt = lastByte;
        wakeAfter(options.settled());
      }
    }

    @Override
    public void end() {
      step(() -> {
        switch (state) {
          case REFUSED -> refusedWhole();
          case STREAMING -> {
            decoder.end(at(), this::decoded);
            finish(/* bytesEnded= */ true);
          }
          case DRAINING -> over();
          case WAITING, BETWEEN, OVER -> {
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
              cameToNothing(this, ProviderError.connection("connection_failed", words(problem)));
          case STREAMING -> {
            if (decoder.isSettled()) {
              decoder.end(at(), this::decoded);
              finish(/* bytesEnded= */ true);
            } else {
              cameToNothing(this, ProviderError.connection("connection_broken", words(problem)));
            }
          }
          case REFUSED -> refusedWhole();
          case DRAINING -> over();
          case BETWEEN, OVER -> {
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
      sink.refused(body, at());
      cameToNothing(this, HttpErrors.of(status, headers, body));
    }

    // ── events ───────────────────────────────────────────────────────────────────────────────

    private void decoded(StreamEvent event) {
      anyEvent = true;
      switch (event) {
        case ResponseEnd end -> {
          ended = end;
          return;
        }
        case StreamEvent.BlockStart e -> seen();
        case StreamEvent.BlockDelta e -> seen();
        case StreamEvent.BlockEnd e -> seen();
        case StreamEvent.Annotation e -> seen();
        case StreamEvent.ToolProgress e -> seen();
        case StreamEvent.OutputEnd e -> seen();
        case ResponseStart e -> {}
        case ResponseProgress e -> {}
        case StreamEvent.UsageUpdate e -> {}
        case StreamEvent.SequenceGap e -> {}
        case StreamEvent.Unrecognized e -> {}
        case Fault e -> {}
      }
      if (!visible && (event instanceof Fault || !held.isEmpty())) {
        held.add(safe(event));
      } else {
        pass(safe(event));
      }
    }

    private void seen() {
      lastContent = System.nanoTime();
      if (!visible) {
        visible = true;
        release();
      }
    }

    private void release() {
      held.forEach(this::pass);
      held.clear();
    }

    private void pass(StreamEvent event) {
      if (!(event instanceof ResponseStart start)) {
        hand(event);
      } else if (!started) {
        started = true;
        hand(event);
      } else if (start.responseId() != null || start.modelName() != null) {
        hand(new ResponseProgress("named", start.responseId(), start.modelName()));
      }
    }

    /** Some servers repeat the key in what they complain about. */
    private StreamEvent safe(StreamEvent event) {
      if (event instanceof Fault said) {
        StreamFault fault = said.fault();
        String code = fault.code();
        return new Fault(
            new StreamFault(
                fault.kind(),
                code == null ? null : provider.hideSecretsIn(code),
                provider.hideSecretsIn(fault.message())));
      }
      if (event instanceof StreamEvent.Unrecognized other) {
        return new StreamEvent.Unrecognized(
            other.type(), provider.hideSecretsIn(other.preview()), other.length());
      }
      return event;
    }

    // ── ends of a try ────────────────────────────────────────────────────────────────────────

    /** The response has ended in what was decoded. */
    private void finish(boolean bytesEnded) {
      ResponseEnd end = ended;
      if (end == null) {
        return;
      }
      ProviderError error = visible ? null : passing(end);
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
    private @Nullable ProviderError passing(ResponseEnd end) {
      for (StreamEvent event : held) {
        if (event instanceof Fault said && said.fault().kind() == StreamFault.Kind.PROVIDER_ERROR) {
          String code = said.fault().code() == null ? "error" : said.fault().code();
          return new ProviderError(
              StreamFault.Kind.PROVIDER_ERROR,
              status,
              code,
              said.fault().message(),
              ProviderErrors.isPassing(code),
              RetryAfter.of(Map.of(), Json.Null.NULL, said.fault().message()),
              HttpErrors.requestId(headers, Json.Null.NULL));
        }
      }
      return end.verdict() == Verdict.TRUNCATED
          ? ProviderError.connection(
              "truncated", "The stream of %s ended before any content".formatted(provider.name()))
          : null;
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
      visible = true;
      release();
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

    // ── clocks of a try ──────────────────────────────────────────────────────────────────────

    void touched(long now) {
      lastByte = now;
      lastContent = now;
    }

    Clock due(long now) {
      if (paused) {
        touched(now);
      }
      if (settledAt != 0) {
        return clock("settled", options.settled(), settledAt, now);
      }
      if (!anyEvent) {
        return clock("dead", options.firstEvent(), begun, now);
      }
      Clock dead = clock("dead", options.dead(), lastByte, now);
      Clock stalled = clock("stalled", options.stalled(), lastContent, now);
      return dead.left().compareTo(stalled.left()) <= 0 ? dead : stalled;
    }

    private static Clock clock(String name, Duration length, long since, long now) {
      return new Clock(name, length, length.minusNanos(now - since));
    }
  }
}
