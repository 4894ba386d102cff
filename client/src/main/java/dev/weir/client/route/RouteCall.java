package dev.weir.client.route;

import dev.weir.client.call.CallEvent;
import dev.weir.client.call.CallSink;
import dev.weir.client.call.CallTally;
import dev.weir.client.call.CurrentCall;
import dev.weir.client.call.ProviderError;
import dev.weir.client.call.SafeSink;
import dev.weir.client.call.Serial;
import dev.weir.client.call.StreamCall;
import dev.weir.client.call.Timers;
import dev.weir.client.call.Upstream;
import dev.weir.codec.request.Request;
import dev.weir.event.StreamEnding;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.event.StreamEvent.FailedTry;
import dev.weir.event.StreamEvent.ResponseEnd;
import dev.weir.event.StreamEvent.Seam;
import dev.weir.event.StreamFault;
import dev.weir.event.StreamMeter;
import dev.weir.event.StreamMetrics;
import dev.weir.event.Verdict;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Connects a {@link RouteMachine} to the world: opens the calls that the machine wants, brings it
 * what comes of them, and hands on what {@link RouteOutput} shows. All decisions are made there.
 *
 * <p>All inputs run in {@link Serial}. Cancelling and pausing reach the call under way at once,
 * even while a sink still holds something.
 */
final class RouteCall implements StreamCall, RouteEffects {
  private static final System.Logger LOG = System.getLogger(RouteCall.class.getName());

  private final Route route;
  private final List<Upstream> steps;
  private final Request request;
  private final Timers timers;
  private final LongSupplier clock;
  private final SafeSink sink;
  private final RouteOutput output;
  private final RouteMachine machine;
  private final CallTally tally = new CallTally();
  private final long openedNanos;
  private final Serial serial = new Serial(this::brokeDown);

  private final CurrentCall calls = new CurrentCall();

  private volatile boolean isOver;
  private int current;
  private int tries;
  private int step;
  private @Nullable Failure hungUpFor;
  private @Nullable ProviderError error;
  private CallEvent.@Nullable Measured measured;
  private Timers.@Nullable Timer alarm;

  RouteCall(
      Route route,
      List<Upstream> steps,
      List<StepHealth> health,
      List<Boolean> takesPrefill,
      Request request,
      boolean isWhole,
      Timers timers,
      LongSupplier clock,
      CallSink consumer) {
    this.route = route;
    this.steps = steps;
    this.request = request;
    this.timers = timers;
    this.clock = clock;
    this.openedNanos = clock.getAsLong();
    this.sink = new SafeSink(consumer, "route " + route.name(), this::cancel);
    this.output =
        new RouteOutput(route.continuation().allows(Continuation.PREFILL), isWhole, this::hand);
    this.machine =
        new RouteMachine(
            route,
            health,
            takesPrefill,
            output,
            // Any thread may ask, so each is given its own.
            () -> ThreadLocalRandom.current().nextLong(),
            openedNanos,
            this);
  }

  void start() {
    on(new RouteInput.Begin());
  }

  private void on(RouteInput input) {
    serial.run(() -> machine.on(input, clock.getAsLong()));
  }

  @Override
  public void cancel() {
    calls.cancel();
    on(new RouteInput.Cancelled());
  }

  @Override
  public void pause() {
    calls.pause();
  }

  @Override
  public void resume() {
    calls.resume();
  }

  // ── effects ────────────────────────────────────────────────────────────────────────────────

  @Override
  public void ask(int attempt, int number, @Nullable Continuation way) {
    RouteStep asked = route.steps().get(number);
    RouteStep before = route.steps().get(step);
    Request next = request.withModel(asked.modelName()).forProvider(asked.provider().name());
    if (way == null) {
      output.begin();
    } else {
      String said = output.said();
      next =
          way == Continuation.PREFILL
              ? ContinuedRequest.prefill(next, said)
              : ContinuedRequest.instruct(next, said);
      output.goOn((block, at, overlap, usage) ->
          new Seam(
              block,
              at,
              before.provider().name(),
              before.modelName(),
              asked.provider().name(),
              asked.modelName(),
              way.word(),
              overlap,
              usage));
    }
    step = output.isVisible() && !output.isJoined() ? step : number;
    current = attempt;
    hungUpFor = null;
    error = null;
    long at = atMicros();
    tell(
        new CallEvent.Asking(
            asked.provider().name(), steps.get(number).dialect(), asked.modelName(), at));
    open(number, next, new TrySink(attempt, number, at));
  }

  private void open(int number, Request next, TrySink hearing) {
    int opening = calls.opening();
    try {
      calls.opened(opening, steps.get(number).open(next, hearing));
    } catch (IllegalArgumentException wrong) {
      Failure failure =
          Failure.ours(Failure.Kind.NOT_ASKABLE, "not_askable", String.valueOf(wrong.getMessage()));
      on(new RouteInput.Failed(hearing.attempt, failure));
    }
  }

  @Override
  public void hangUp(Failure why) {
    hungUpFor = why;
    calls.hangUp();
  }

  @Override
  public void tried(int number, String outcome) {
    RouteStep asked = route.steps().get(number);
    tell(new CallEvent.Tried(asked.provider().name(), asked.modelName(), outcome, atMicros()));
  }

  @Override
  public void problem(Failure failure, @Nullable Duration retryIn) {
    tell(new CallEvent.Problem(failure.error(), retryIn, atMicros()));
  }

  @Override
  public void tell(FailedTry event) {
    output.tell(event);
  }

  @Override
  public void wakeAfter(Duration delay, int number) {
    stopAlarm();
    alarm = timers.after(delay, () -> on(new RouteInput.Rang(number)));
  }

  @Override
  public void answered() {
    // The end is handed on where it arrives.
  }

  @Override
  public void failed(Failure why) {
    StreamFault fault =
        new StreamFault(why.error().kind(), why.error().code(), why.error().message());
    conclude(output.fail(fault, why.kind().verdict(), why.error().code()));
  }

  @Override
  public void cancelled() {
    conclude(output.fail(null, Verdict.CANCELLED, null));
  }

  private void conclude(ResponseEnd end) {
    isOver = true;
    stopAlarm();
    CallEvent.Measured last = measured;
    StreamMetrics metrics =
        last == null ? new StreamMeter(/* timed= */ false).metrics() : last.metrics();
    tell(
        new CallEvent.Measured(
            metrics.withEnd(end.verdict(), end.word()).withTries(tally.tries()),
            last == null ? new StreamEnding.Cut(end.verdict(), end.word()) : last.ending(),
            atMicros()));
    hand(end);
  }

  private void stopAlarm() {
    Timers.Timer known = alarm;
    if (known != null) {
      known.cancel();
      alarm = null;
    }
  }

  private void hand(StreamEvent event) {
    tell(new CallEvent.Streamed(event, atMicros()));
  }

  private void tell(CallEvent event) {
    tally.accept(event);
    sink.accept(event);
  }

  private long atMicros() {
    return TimeUnit.NANOSECONDS.toMicros(clock.getAsLong() - openedNanos);
  }

  /** A bug of ours: nobody should wait for an end that the machine can no longer report. */
  private void brokeDown(Throwable mistake) {
    LOG.log(Level.ERROR, "A route broke down", mistake);
    hangUp(Failure.ours(Failure.Kind.WRONG_REQUEST, "route_failed", "The route broke down"));
    if (!isOver) {
      conclude(
          output.fail(
              new StreamFault(StreamFault.Kind.LIMIT, "route_failed", "The route broke down"),
              Verdict.FAILED,
              "route_failed"));
    }
  }

  // ── what comes of a try ────────────────────────────────────────────────────────────────────

  private void heard(int attempt, int number, CallEvent event) {
    if (attempt != current || isOver) {
      return;
    }
    switch (event) {
      case CallEvent.Streamed streamed -> streamed(attempt, number, streamed.event());
      case CallEvent.Problem problem -> error = problem.error();
      case CallEvent.Measured all -> measured = all;
      case CallEvent.Trying trying ->
          tell(new CallEvent.Trying(++tries, trying.call(), trying.lost(), trying.atMicros()));
      case CallEvent.Headers headers -> {
        tell(headers);
        Duration rest = RateLimits.rest(headers.headers(), Instant.now());
        if (rest.isPositive()) {
          on(new RouteInput.AskedToRest(attempt, rest));
        }
      }
      case CallEvent.Connected e -> tell(e);
      case CallEvent.Arrived e -> tell(e);
      case CallEvent.Refused e -> tell(e);
      case CallEvent.Resuming e -> tell(e);
      case CallEvent.Asking e -> tell(e);
      case CallEvent.Tried e -> tell(e);
    }
  }

  private void streamed(int attempt, int number, StreamEvent event) {
    if (event instanceof ResponseEnd end) {
      ended(attempt, number, end);
      return;
    }
    if (hungUpFor != null) {
      return;
    }
    long before = clock.getAsLong();
    RouteOutput.Taken taken = output.take(event);
    long after = clock.getAsLong();
    boolean isWatched = route.limits().charactersPerSecond() > 0;
    switch (taken) {
      case FINE -> {}
      case CONTENT -> {
        step = number;
        machine.on(new RouteInput.Content(attempt), after);
      }
      case DAMAGED -> {
        // A call that has reported its problem ends on its own.
        if (error == null) {
          hangUp(Failure.damaged(steps.get(number).name()));
        }
      }
      case UNPROVEN -> hangUp(Failure.unproven(steps.get(number).name()));
    }
    if (event instanceof BlockDelta && !output.isJoined()) {
      machine.on(new RouteInput.Alive(attempt), after);
    }
    if (isWatched && event instanceof BlockDelta delta) {
      machine.on(new RouteInput.More(attempt, delta.text().length()), after);
      machine.on(new RouteInput.Held(Duration.ofNanos(after - before)), after);
    }
  }

  private void ended(int attempt, int number, ResponseEnd end) {
    Failure why = hungUpFor;
    calls.ended();
    if (why == null && end.verdict().isNatural() && output.isJoined()) {
      machine.on(new RouteInput.Answered(attempt), clock.getAsLong());
      conclude(output.end(end));
    } else if (calls.isCancelled()) {
      conclude(output.fail(null, Verdict.CANCELLED, end.word()));
    } else {
      output.broke(end);
      Failure failure = why == null ? Failure.of(steps.get(number).name(), end, error) : why;
      machine.on(new RouteInput.Failed(attempt, failure), clock.getAsLong());
    }
  }

  /** Takes what one call tells, in the order of all that happens to the route. */
  private final class TrySink implements CallSink {
    final int attempt;
    private final int number;
    private final long openedMicros;

    TrySink(int attempt, int number, long openedMicros) {
      this.attempt = attempt;
      this.number = number;
      this.openedMicros = openedMicros;
    }

    @Override
    public void accept(CallEvent event) {
      CallEvent timed = event.later(openedMicros);
      serial.run(
          () -> heard(attempt, number, timed),
          () -> {
            CallEvent own = timed.kept();
            return () -> heard(attempt, number, own);
          });
    }
  }
}
