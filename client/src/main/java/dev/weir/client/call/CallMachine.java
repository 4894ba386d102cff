package dev.weir.client.call;

import dev.weir.client.call.CallClocks.Clock;
import dev.weir.client.provider.Provider;
import dev.weir.client.transport.HttpCall;
import dev.weir.codec.Bytes;
import dev.weir.codec.request.Rendered;
import dev.weir.event.StreamEnding;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamMetrics;
import dev.weir.event.Verdict;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One response being asked for: all that can happen to it, in one place. It has no thread, socket
 * or clock: {@link #on} takes what happened and when, and says through {@link CallEffects} what to
 * do. All transitions of a call are in this file.
 *
 * <pre>
 *            headers 2xx          end of the response        end of bytes, or soon
 *   WAITING ────────────► STREAMING ────────────────► DRAINING ────────────► OVER
 *   ▲ ▲ └──────────────► REFUSED │                                             ▲
 *   │ │   other headers      │   │ broke, and can be resumed                   │
 *   │ └───── BROKEN ◄────────┼───┘                                             │
 *   └─────── BETWEEN ◄───────┴── nothing seen, may be tried again ─────────────┘ else
 * </pre>
 *
 * <p><b>Tries.</b> A call is one or more tries, of which at most the last is seen: a try may be
 * repeated only as long as nothing visible came of it. {@link EventGate} knows whether something
 * did, {@link RetryRule} whether and when to try again. Between two tries the call is BETWEEN, and
 * its alarm starts the next.
 *
 * <p><b>Exchanges.</b> A try is one http exchange, unless its provider keeps the response: then a
 * break (the connection, a clean end without a terminal, silence, a missing number) leaves it
 * BROKEN, and the alarm asks for the rest in a further exchange of the same try ({@link
 * Resumption}). What the break amounts to if the rest cannot be had is kept in {@code broken}.
 *
 * <p><b>Clocks.</b> One alarm is set at a time. When it rings while the call is WAITING or
 * STREAMING, {@link CallClocks} compares the times at which things came, and usually the alarm is
 * only set again. A sink that takes its time stops the clocks, as does a pause: time counts from
 * when the next slice could have been taken.
 *
 * <p><b>Ends.</b> A response ends once: by its terminal, by the end of its bytes, by an error that
 * is not tried again, by a clock, or because it was cancelled. {@link TryReader} decodes the end;
 * it is reported here. After its terminal the bytes may take a moment to end (DRAINING), so that
 * the connection can be used again; nobody waits for that.
 */
final class CallMachine {
  enum State {
    WAITING,
    REFUSED,
    STREAMING,
    BROKEN,
    BETWEEN,
    DRAINING,
    OVER
  }

  /** What a break amounts to if the response cannot be resumed. */
  private enum Otherwise {
    /** The bytes ended: so does the response, with what came. */
    ENDED,
    /** The try came to nothing. */
    FAILED,
    /** As FAILED, but if there is no further try the response is cut by the clock. */
    LATE
  }

  private record Broken(Otherwise otherwise, ProviderError error) {}

  private final Provider provider;
  private final CallOptions options;
  private final CallWriter writer;
  private final RetryRule rule;
  private final InstantSource dates;
  private final CallEffects effects;
  private final EventGate gate;
  private final CallTally tally = new CallTally();
  private final long opened;

  private long now;
  private State state = State.BETWEEN;
  private boolean paused;
  private int alarm;
  private long alarmAt;
  private int attempts;
  private @Nullable Rendered rendered;
  private boolean isRequestNeeded = true;
  private TryReader reader;
  private @Nullable Broken broken;
  private @Nullable HttpCall rest;

  private int exchange;

  /** Whether the response begins in the exchange under way, or is resumed by it. */
  private boolean isFirst;

  private HttpAnswer answer = new HttpAnswer();

  /**
   * @param dates the current date, for providers that say until when to wait
   * @param openedNanos when the call was opened, by the clock of {@link #on}
   */
  CallMachine(
      CallWriter writer,
      CallOptions options,
      RetryRule rule,
      InstantSource dates,
      long openedNanos,
      CallEffects effects) {
    this.provider = writer.provider();
    this.options = options;
    this.writer = writer;
    this.rule = rule;
    this.dates = dates;
    this.effects = effects;
    this.gate = new EventGate(provider::hideSecretsIn, this::hand);
    this.opened = openedNanos;
    this.now = openedNanos;
    this.reader = newReader();
  }

  State state() {
    return state;
  }

  /** Whether it holds the request, which may be large, to send it again or to have it resumed. */
  boolean keepsRequest() {
    return rendered != null;
  }

  /** Something happened at that time, which never goes back. */
  void on(CallInput input, long nowNanos) {
    now = nowNanos;
    switch (input) {
      case CallInput.Begin begin -> attempt(begin.rendered());
      case CallInput.OfExchange told -> {
        if (told.exchange() == exchange) {
          told(told);
        }
      }
      case CallInput.Rang rang -> {
        if (rang.alarm() == alarm) {
          rang();
        }
      }
      case CallInput.Cancelled cancelled -> cancelled();
      case CallInput.Paused pausing -> paused = true;
      case CallInput.Resumed resuming -> {
        paused = false;
        reader.clocks().touched(now);
      }
    }
  }

  /**
   * Bytes of an exchange came at that time. They are lent: whatever of them is kept must be a copy.
   * An input like the others, but no object, because one would be made for every read.
   */
  void slice(int ofExchange, Bytes bytes, long nowNanos) {
    now = nowNanos;
    if (ofExchange != exchange) {
      return;
    }
    switch (state) {
      case REFUSED -> {
        if (answer.keep(bytes)) {
          refused();
        }
      }
      case STREAMING -> {
        ProviderError wrong = answer.isBeginning() ? beginning(bytes) : null;
        if (wrong == null) {
          take(bytes);
        } else {
          exchangeFailed(wrong);
        }
      }
      case WAITING, DRAINING, BROKEN, BETWEEN, OVER -> {}
    }
  }

  /** Takes what the exchange under way reports; what a state has no use for is ignored. */
  private void told(CallInput.OfExchange told) {
    switch (state) {
      case WAITING -> waiting(told);
      case REFUSED -> refusing(told);
      case STREAMING -> streaming(told);
      case DRAINING -> {
        if (told instanceof CallInput.BytesEnded || told instanceof CallInput.Broke) {
          over();
        }
      }
      case BROKEN, BETWEEN, OVER -> {}
    }
  }

  // ── states ─────────────────────────────────────────────────────────────────────────────────

  private void waiting(CallInput.OfExchange told) {
    switch (told) {
      case CallInput.Connected connected -> {
        if (isFirst) {
          reader.decoder().connected(at());
          tell(new CallEvent.Connected(at()));
        }
      }
      case CallInput.Headers headers -> begun(headers.status(), headers.headers());
      case CallInput.Broke broke ->
          exchangeFailed(ProviderError.connection("connection_failed", broke.why()));
      case CallInput.BytesEnded tooEarly -> {}
    }
  }

  private void begun(int status, Map<String, String> headers) {
    answer.begin(status, headers);
    if (isFirst) {
      reader.decoder().headers(at());
      tell(new CallEvent.Headers(status, headers, safe(answer.requestId()), at()));
    }
    if (answer.isRefusal()) {
      state = State.REFUSED;
      // The body of an error must come within whichever clock is shorter.
      Duration dead = options.dead();
      wakeAfter(dead.compareTo(options.firstEvent()) < 0 ? dead : options.firstEvent());
      return;
    }
    state = State.STREAMING;
    reader.clocks().touched(now);
    ProviderError wrong = answer.wrongHead();
    if (wrong != null) {
      exchangeFailed(wrong);
    }
  }

  private void refusing(CallInput.OfExchange told) {
    switch (told) {
      case CallInput.BytesEnded ended -> refused();
      case CallInput.Broke broke -> refused();
      case CallInput.Connected again -> {}
      case CallInput.Headers again -> {}
    }
  }

  private void streaming(CallInput.OfExchange told) {
    switch (told) {
      case CallInput.BytesEnded ended ->
          noMoreBytes(
              Otherwise.ENDED, ProviderError.truncated(provider.name(), "without its terminal"));
      case CallInput.Broke broke ->
          noMoreBytes(Otherwise.FAILED, ProviderError.broken(provider.name(), broke.detail()));
      case CallInput.Connected again -> {}
      case CallInput.Headers again -> {}
    }
  }

  private void noMoreBytes(Otherwise otherwise, ProviderError error) {
    if (reader.isSettled()) {
      endOfBytes();
    } else {
      broke(error, new Broken(otherwise, error));
    }
  }

  private void rang() {
    switch (state) {
      case WAITING, STREAMING -> {
        if (paused) {
          // Nothing is read while paused, so silence proves nothing.
          reader.clocks().touched(now);
        }
        Clock due = reader.clocks().due(now);
        if (due.left().isPositive()) {
          wakeAfter(due.left());
        } else {
          late(due);
        }
      }
      case REFUSED -> refused();
      case BETWEEN -> {
        Rendered again = rendered;
        if (again != null) {
          attempt(again);
        }
      }
      case BROKEN -> {
        HttpCall call = rest;
        if (call != null) {
          resume(call);
        }
      }
      case DRAINING -> {
        effects.hangUp();
        over();
      }
      case OVER -> {}
    }
  }

  private void cancelled() {
    switch (state) {
      case BETWEEN -> {
        // The last try has already ended, and cannot end the response.
        reader = newReader();
        cut(Verdict.CANCELLED, null);
      }
      case WAITING, REFUSED, STREAMING, BROKEN -> {
        abandon();
        cut(Verdict.CANCELLED, null);
      }
      case DRAINING, OVER -> {
        // It has already ended.
      }
    }
  }

  // ── tries ──────────────────────────────────────────────────────────────────────────────────

  private void attempt(Rendered next) {
    attempts++;
    rendered = next;
    reader = newReader();
    HttpCall call = writer.ask(next);
    tell(new CallEvent.Trying(attempts, call, next.leftOut(), at()));
    isFirst = true;
    send(call, options.firstEvent());
  }

  private void send(HttpCall call, Duration patience) {
    state = State.WAITING;
    exchange++;
    answer = new HttpAnswer();
    wakeAfter(patience);
    effects.send(call, exchange);
  }

  private TryReader newReader() {
    return new TryReader(
        writer, rendered, options, gate, this::tell, error -> beforeNext(error) != null, now);
  }

  /** Tries again if that is safe and may help; else ends the response with the error. */
  private void failed(ProviderError said) {
    ProviderError error = safe(said);
    effects.hangUp();
    Rendered fallback = rendered == null ? null : rendered.fallback();
    boolean refusesArguments = error.status() != null && error.status() == 400;
    if (fallback != null && refusesArguments && !gate.isVisible()) {
      tell(new CallEvent.Problem(error, Duration.ZERO, at()));
      between();
      // The fallback is the same try in another form, and does not use one up.
      attempts--;
      attempt(fallback);
      return;
    }
    Duration wait = beforeNext(error);
    tell(new CallEvent.Problem(error, wait, at()));
    if (wait == null) {
      reader.end(new StreamEnding.Broken(error.toFault()), at());
      conclude();
      return;
    }
    between();
    wakeAfter(wait);
  }

  private void between() {
    state = State.BETWEEN;
    gate.forget();
  }

  private @Nullable Duration beforeNext(ProviderError error) {
    return rule.beforeNext(attempts, gate.isVisible(), error);
  }

  private ProviderError safe(ProviderError error) {
    return error.withoutSecrets(provider::hideSecretsIn);
  }

  private @Nullable String safe(@Nullable String text) {
    return text == null ? null : provider.hideSecretsIn(text);
  }

  // ── breaks ─────────────────────────────────────────────────────────────────────────────────

  /** The response broke, or its rest did not come: it is asked for, if that may help. */
  private void broke(ProviderError error, Broken otherwise) {
    Resumption resumption = reader.resumption();
    Duration wait =
        resumption != null && error.retryable() && resumption.isPossible()
            ? rule.after(resumption.count() + 1, error)
            : null;
    if (resumption == null || wait == null) {
      // What broke the response is reported with what it amounts to; a refused rest only here.
      if (!error.equals(otherwise.error())) {
        tell(new CallEvent.Problem(safe(error), null, at()));
      }
      giveUp(otherwise);
      return;
    }
    effects.hangUp();
    state = State.BROKEN;
    broken = otherwise;
    rest = resumption.next();
    tell(new CallEvent.Problem(safe(error), wait, at()));
    wakeAfter(wait);
  }

  private void resume(HttpCall call) {
    tell(new CallEvent.Resuming(call, at()));
    reader.clocks().touched(now);
    isFirst = false;
    send(call, options.dead());
  }

  /** The rest of a broken response cannot be had. */
  private void giveUp(Broken otherwise) {
    abandon();
    reader.feedRest(at());
    ProviderError error = otherwise.error();
    switch (otherwise.otherwise()) {
      case ENDED -> endOfBytes();
      case FAILED -> failed(error);
      case LATE -> {
        if (beforeNext(error) != null) {
          failed(error);
        } else {
          tell(new CallEvent.Problem(error, null, at()));
          cut(Verdict.STALLED, error.code());
        }
      }
    }
  }

  /** A response that its provider keeps would go on, and cost, although nobody will read it. */
  private void abandon() {
    Rendered asked = rendered;
    if (asked != null) {
      Resumption.cancelling(writer, asked, reader.responseId()).ifPresent(effects::sendAside);
    }
  }

  /** An exchange brought nothing: the try came to nothing, or the rest cannot be had for now. */
  private void exchangeFailed(ProviderError error) {
    Broken otherwise = broken;
    if (isFirst || otherwise == null) {
      failed(error);
    } else {
      effects.hangUp();
      broke(error, otherwise);
    }
  }

  private void refused() {
    if (isFirst) {
      tell(new CallEvent.Refused(answer.errorBody(), at()));
    }
    exchangeFailed(answer.refusal(dates.instant()));
  }

  /** Once something was handed on, a request that nobody can resume is sent no more. */
  private void forgetRequest() {
    if (!isRequestNeeded || rendered == null || !gate.isVisible()) {
      return;
    }
    isRequestNeeded = Resumption.isFor(writer, rendered);
    if (!isRequestNeeded) {
      rendered = null;
    }
  }

  // ── bytes ──────────────────────────────────────────────────────────────────────────────────

  /** Looks at the first slice of an exchange; returns what is wrong with it. */
  private @Nullable ProviderError beginning(Bytes slice) {
    ProviderError wrong = answer.wrongBeginning(slice, /* isRest= */ !isFirst);
    Resumption resumption = reader.resumption();
    if (isFirst && wrong != null) {
      tell(new CallEvent.Arrived(slice, at()));
    } else if (!isFirst && wrong == null && resumption != null) {
      resumption.joiner().restart();
    }
    return wrong;
  }

  private void take(Bytes slice) {
    ProviderError gap = reader.feed(slice, at());
    long blocked = effects.blockedNanos();
    reader.decoder().blocked(TimeUnit.NANOSECONDS.toMicros(blocked));
    reader.taken(now + blocked);
    forgetRequest();
    if (reader.ended() != null || reader.lost() != null) {
      finish(/* bytesEnded= */ false);
    } else if (gap != null) {
      broke(gap, new Broken(Otherwise.FAILED, gap));
    } else if (reader.isSettled() && reader.clocks().settle(now)) {
      wakeAfter(options.settled());
    } else {
      // The first event, for one, may start a clock that rings sooner than the alarm.
      long due = reader.clocks().dueAt();
      if (due - alarmAt < 0) {
        wakeAfter(Duration.ofNanos(due - now));
      }
    }
  }

  private void late(Clock clock) {
    if (reader.isSettled()) {
      // The response is complete; only the end of its bytes is missing.
      effects.hangUp();
      reader.end(new StreamEnding.EndOfInput(), at());
      conclude();
      return;
    }
    String what = clock.name().equals(CallClocks.STALLED) ? "no content, only bytes," : "no byte";
    ProviderError error =
        ProviderError.connection(
            clock.name(),
            "%s came from %s for %,d ms"
                .formatted(what, provider.name(), clock.length().toMillis()));
    broke(error, new Broken(Otherwise.LATE, error));
  }

  // ── ends ───────────────────────────────────────────────────────────────────────────────────

  private void endOfBytes() {
    reader.end(new StreamEnding.EndOfInput(), at());
    finish(/* bytesEnded= */ true);
  }

  /** The response has ended in what was decoded, or is given up because of a gap. */
  private void finish(boolean bytesEnded) {
    ProviderError lost = reader.lost();
    ResponseEnd end = reader.ended();
    if (lost != null) {
      failed(lost);
    } else if (end != null) {
      ProviderError error = reader.passing(end, provider, answer);
      if (error != null && beforeNext(error) != null) {
        failed(error);
        return;
      }
      if (error != null) {
        tell(new CallEvent.Problem(safe(error), null, at()));
      }
      conclude(end, bytesEnded);
    }
  }

  private void cut(Verdict verdict, @Nullable String word) {
    effects.hangUp();
    reader.end(new StreamEnding.Cut(verdict, word), at());
    conclude();
  }

  /** Ends the response from our side, after the decoder was told so. */
  private void conclude() {
    ResponseEnd end = reader.ended();
    if (end == null) {
      over();
    } else {
      conclude(end, /* bytesEnded= */ true);
    }
  }

  private void conclude(ResponseEnd end, boolean bytesEnded) {
    gate.open();
    String word = safe(end.word());
    Verdict verdict = end.verdict();
    ProviderError left = verdict.isNatural() ? reader.left() : null;
    if (left != null) {
      verdict = Verdict.FAILED;
      tell(new CallEvent.Problem(left, null, at()));
      hand(new StreamEvent.Fault(left.toFault()));
    }
    StreamMetrics metrics = reader.metrics().withEnd(verdict, word).withTries(tally.tries());
    tell(new CallEvent.Measured(metrics, reader.ending(), at()));
    hand(new ResponseEnd(verdict, word, end.usage(), end.reasoning()));
    if (bytesEnded) {
      over();
    } else {
      state = State.DRAINING;
      wakeAfter(options.settled());
    }
  }

  private void over() {
    state = State.OVER;
    effects.rest();
  }

  // ── effects ────────────────────────────────────────────────────────────────────────────────

  private void wakeAfter(Duration delay) {
    alarmAt = now + delay.toNanos();
    effects.wakeAfter(delay, ++alarm);
  }

  /** Tells what happens on the way to the events. */
  private void tell(CallEvent event) {
    tally.accept(event);
    effects.tell(event);
  }

  private void hand(StreamEvent event) {
    effects.tell(new CallEvent.Streamed(event, at()));
  }

  private long at() {
    return TimeUnit.NANOSECONDS.toMicros(now - opened);
  }
}
