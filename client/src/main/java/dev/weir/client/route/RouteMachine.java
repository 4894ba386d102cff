package dev.weir.client.route;

import dev.weir.event.StreamEvent.FailedTry;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A route on its way to an answer: which step is asked, how often, when to give one up, and what
 * follows from a failure. It has no thread, no socket and no clock: {@link #on} takes what happened
 * and when, and says through {@link RouteEffects} what to do. All decisions of a route are in this
 * file; what a failure is stands in {@link Failure}, what is shown in {@link RouteOutput}, who can
 * be asked in {@link RoutePlaces}, and when a limit is reached in {@link RouteClocks}.
 *
 * <pre>
 *             content                  the answer is whole
 *   ASKING ─────────────► SEEN ──────────────────────────────► OVER
 *   ▲    │ failed          │ broke off, and may go on            ▲
 *   │    ▼                 ▼                                     │
 *   └─ BETWEEN ◄───────────┘        no step left, or not allowed ┘
 * </pre>
 *
 * <p><b>Before content</b> any failure is followed by another try: of the same step while it has
 * tries left, its breaker is closed and what its provider asks to wait is not too long; else of the
 * next. <b>After content</b> the next step goes on with the text, if the route allows it: as a
 * beginning where its dialect takes one, else by an instruction; a step that refuses the first or
 * does not prove where it goes on is asked the second way.
 */
final class RouteMachine {
  private enum State {
    BETWEEN,
    ASKING,
    SEEN,
    OVER
  }

  private static final Duration BACKOFF = Duration.ofMillis(500);
  private static final int MOST_DOUBLINGS = 6;

  private final Route route;
  private final RoutePlaces places;
  private final RouteClocks clocks;
  private final List<Boolean> takesPrefill;
  private final RouteOutput output;
  private final RandomGenerator chance;
  private final RouteEffects effects;

  private long now;
  private State state = State.BETWEEN;
  private int place;
  private int triesOfStep;
  private int attempt;
  private int alarm;
  private @Nullable Continuation way;
  private boolean isAdmitted;

  /**
   * @param health of each step, shared by all calls
   * @param takesPrefill of each step, whether its dialect goes on with a beginning
   */
  RouteMachine(
      Route route,
      List<StepHealth> health,
      List<Boolean> takesPrefill,
      RouteOutput output,
      RandomGenerator chance,
      long opened,
      RouteEffects effects) {
    this.route = route;
    this.places = new RoutePlaces(route, health, chance);
    this.clocks = new RouteClocks(route, opened);
    this.takesPrefill = List.copyOf(takesPrefill);
    this.output = output;
    this.chance = chance;
    this.now = opened;
    this.effects = effects;
  }

  /** Something happened at that time, which never goes back. */
  void on(RouteInput input, long nowNanos) {
    now = nowNanos;
    if (state == State.OVER) {
      return;
    }
    switch (input) {
      case RouteInput.Begin begin -> goTo(0, null);
      case RouteInput.Content told -> {
        if (told.attempt() == attempt && state == State.ASKING) {
          content();
        }
      }
      case RouteInput.Alive told -> {
        if (told.attempt() == attempt && state == State.ASKING && clocks.alive()) {
          watch();
        }
      }
      case RouteInput.More told -> {
        if (told.attempt() == attempt) {
          clocks.more(told.characters());
        }
      }
      case RouteInput.AskedToRest told -> {
        if (told.attempt() == attempt) {
          current().rest().ask(told.time(), now);
        }
      }
      case RouteInput.Answered told -> {
        if (told.attempt() == attempt && isUnderWay()) {
          current().breaker().answered();
          isAdmitted = false;
          effects.tried(step(), "answered");
          over();
          effects.answered();
        }
      }
      case RouteInput.Failed told -> {
        if (told.attempt() == attempt && isUnderWay()) {
          failed(told.failure());
        }
      }
      case RouteInput.Rang rang -> {
        if (rang.alarm() == alarm) {
          rang();
        }
      }
      case RouteInput.Cancelled cancelled -> {
        release();
        boolean isBetween = state == State.BETWEEN;
        over();
        if (isBetween) {
          effects.cancelled();
        }
      }
      case RouteInput.Held held -> clocks.held(held.time());
    }
  }

  private boolean isUnderWay() {
    return state == State.ASKING || state == State.SEEN;
  }

  private void over() {
    state = State.OVER;
    // Voids the alarm that is set.
    alarm++;
  }

  /** A try that says nothing about its step leaves the probe to another. */
  private void release() {
    if (isAdmitted) {
      isAdmitted = false;
      current().breaker().released();
    }
  }

  private StepHealth current() {
    return places.health(place);
  }

  private int step() {
    return places.number(place);
  }

  // ── asking ─────────────────────────────────────────────────────────────────────────────────

  /** Asks the first available step from that place on; if there is none, the route is over. */
  private void goTo(int from, @Nullable Failure because) {
    int next = places.find(from, now);
    if (next < 0) {
      end(because == null ? places.nobody(now) : because);
      return;
    }
    Duration wait = places.health(next).rest().left(now);
    if (because != null) {
      follow(because, place, next, wait);
    } else if (next > from) {
      follow(places.passedBy(from, now), from, next, wait);
    }
    place = next;
    triesOfStep = 0;
    way = output.isVisible() ? firstWay() : null;
    later(wait);
  }

  private Continuation firstWay() {
    return takesPrefill.get(step()) || !route.continuation().allows(Continuation.INSTRUCT)
        ? Continuation.PREFILL
        : Continuation.INSTRUCT;
  }

  private void later(Duration wait) {
    state = State.BETWEEN;
    if (wait.isPositive()) {
      if (clocks.isTimeUp(wait, now)) {
        end(clocks.outOfTime());
      } else {
        wakeAfter(wait);
      }
    } else {
      ask();
    }
  }

  private void ask() {
    // Another call may have opened its breaker meanwhile, or be probing it.
    if (!current().breaker().admits(now)) {
      goTo(place + 1, places.passedBy(place, now));
      return;
    }
    isAdmitted = true;
    state = State.ASKING;
    attempt++;
    triesOfStep++;
    clocks.asked(now);
    watch();
    effects.ask(attempt, step(), way);
  }

  private void content() {
    current().breaker().gaveContent();
    state = State.SEEN;
    clocks.content(now);
    watch();
  }

  // ── clocks ─────────────────────────────────────────────────────────────────────────────────

  /** Sets the alarm for whatever limit is next. */
  private void watch() {
    wakeAfter(clocks.next(now));
  }

  private void rang() {
    switch (state) {
      case BETWEEN -> ask();
      case ASKING, SEEN -> {
        Failure due = clocks.due(places.name(place), now);
        if (due == null) {
          watch();
        } else {
          effects.hangUp(due);
        }
      }
      case OVER -> {}
    }
  }

  private void wakeAfter(Duration delay) {
    effects.wakeAfter(delay, ++alarm);
  }

  // ── failures ───────────────────────────────────────────────────────────────────────────────

  private void failed(Failure failure) {
    boolean wasSeen = state == State.SEEN;
    state = State.BETWEEN;
    effects.tried(step(), failure.kind().word());
    judge(failure);
    boolean isStuck = output.isVisible() && !output.canGoOn();
    if (clocks.isTimeUp(Duration.ZERO, now) || isStuck) {
      end(failure);
    } else if (way == Continuation.PREFILL && !wasSeen && isAboutTheWay(failure)) {
      instruct(failure);
    } else {
      react(failure, wasSeen);
    }
  }

  /** Tells the breaker, and so other calls, what is now known of the step. */
  private void judge(Failure failure) {
    Duration asked = failure.error().retryAfter();
    if (failure.kind() == Failure.Kind.RATE_LIMITED && asked != null) {
      current().rest().ask(asked, now);
    }
    if (failure.kind().countsForBreaker()) {
      current().breaker().failed(now);
      isAdmitted = false;
    } else {
      release();
    }
  }

  /** A refused prefill is not an error: the request has another form. */
  private static boolean isAboutTheWay(Failure failure) {
    Integer status = failure.error().status();
    return failure.kind() == Failure.Kind.UNPROVEN
        || failure.kind() == Failure.Kind.NOT_ASKABLE
        || (failure.kind() != Failure.Kind.CONTENT_FILTER
            && status != null
            && (status == 400 || status == 422));
  }

  private void instruct(Failure failure) {
    if (!route.continuation().allows(Continuation.INSTRUCT)) {
      goTo(place + 1, failure);
      return;
    }
    follow(failure, place, place, Duration.ZERO);
    way = Continuation.INSTRUCT;
    // The same try in another form, which does not use one up.
    triesOfStep--;
    later(Duration.ZERO);
  }

  private void react(Failure failure, boolean wasSeen) {
    switch (failure.kind().reaction()) {
      case FAIL -> end(failure);
      case OTHER_MODEL -> {
        places.tooSmall(place);
        goTo(place + 1, failure);
      }
      case NEXT -> goTo(place + 1, failure);
      case AGAIN -> {
        Duration wait = wait(failure);
        // Who broke off in the middle is not asked to go on while there is another.
        boolean hasNext = places.isAny(place + 1, now);
        Duration patience = hasNext ? RoutePlaces.PATIENCE : RoutePlaces.LAST_PATIENCE;
        boolean isTooLong = wait.compareTo(patience) > 0;
        boolean goesOn =
            triesOfStep < route.tries()
                && !isTooLong
                && current().breaker().wouldAdmit(now)
                && !(wasSeen && hasNext);
        if (goesOn) {
          follow(failure, place, place, wait);
          way = output.isVisible() && way == null ? firstWay() : way;
          later(wait);
        } else {
          goTo(place + 1, failure);
        }
      }
    }
  }

  /** Twice as long each time, shortened by up to a half; or what the provider asks for. */
  private Duration wait(Failure failure) {
    int doublings = Math.min(Math.max(triesOfStep - 1, 0), MOST_DOUBLINGS);
    long most = BACKOFF.toMillis() << doublings;
    Duration ours = Duration.ofMillis(most - chance.nextLong(most / 2 + 1));
    Duration asked = failure.error().retryAfter();
    Duration rest = current().rest().left(now);
    Duration theirs = asked == null || rest.compareTo(asked) > 0 ? rest : asked;
    return theirs.compareTo(ours) > 0 ? theirs : ours;
  }

  /** Tells that the step at a place failed, and which is asked next. */
  private void follow(Failure failure, int failedPlace, int nextPlace, Duration wait) {
    RouteStep from = places.step(failedPlace);
    RouteStep next = places.step(nextPlace);
    effects.problem(failure, wait);
    effects.tell(
        new FailedTry(
            from.provider().name(),
            from.modelName(),
            failure.error().code(),
            failure.error().message(),
            next.provider().name(),
            next.modelName(),
            wait.toMillis()));
  }

  private void end(Failure failure) {
    over();
    effects.problem(failure, null);
    effects.failed(failure);
  }
}
