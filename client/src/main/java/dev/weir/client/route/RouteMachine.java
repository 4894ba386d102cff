package dev.weir.client.route;

import dev.weir.client.call.ProviderError;
import dev.weir.event.StreamEvent.FailedTry;
import dev.weir.event.StreamFault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A route on its way to an answer: which step is asked, how often, when to give one up, and what
 * follows from a failure. It has no thread, socket or clock: {@link #on} takes what happened and
 * when, and says through {@link RouteEffects} what to do. All decisions of a route are in this
 * file; what a failure is, is in {@link Failure}; what is shown, in {@link RouteOutput}.
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

  /** While there is another step, nobody waits longer than this for one. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** The longest wait for the only step there is. */
  private static final Duration LAST_PATIENCE = Duration.ofSeconds(60);

  private static final Duration BACKOFF = Duration.ofMillis(500);
  private static final Duration WINDOW = Duration.ofSeconds(10);
  private static final int MOST_DOUBLINGS = 6;

  private final Route route;
  private final List<StepHealth> health;
  private final List<Boolean> takesPrefill;
  private final RouteOutput output;
  private final RandomGenerator chance;
  private final RouteEffects effects;
  private final List<Integer> order;
  private final Set<String> tooSmall = new HashSet<>();
  private final long opened;

  private long now;
  private State state = State.BETWEEN;
  private int place;
  private int triesOfStep;
  private int attempt;
  private int alarm;
  private @Nullable Continuation way;
  private long tryBegan;
  private long windowBegan;
  private long windowCharacters;
  private boolean isAdmitted;

  /** Whether content came from a try of which nothing is shown yet. */
  private boolean isAlive;

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
    this.health = List.copyOf(health);
    this.takesPrefill = List.copyOf(takesPrefill);
    this.output = output;
    this.chance = chance;
    this.opened = opened;
    this.now = opened;
    this.effects = effects;
    this.order = order(route.steps(), chance);
  }

  /** Steps that have a weight are drawn, each next one among those left; the others follow. */
  static List<Integer> order(List<RouteStep> steps, RandomGenerator chance) {
    List<Integer> drawn = new ArrayList<>();
    List<Integer> left = new ArrayList<>();
    List<Integer> others = new ArrayList<>();
    for (int i = 0; i < steps.size(); i++) {
      (steps.get(i).weight() == null ? others : left).add(i);
    }
    while (!left.isEmpty()) {
      int all = left.stream().mapToInt(i -> weight(steps.get(i))).sum();
      int at = chance.nextInt(all);
      int chosen = 0;
      while (at >= weight(steps.get(left.get(chosen)))) {
        at -= weight(steps.get(left.get(chosen++)));
      }
      drawn.add(left.remove(/* index */ chosen));
    }
    drawn.addAll(others);
    return List.copyOf(drawn);
  }

  private static int weight(RouteStep step) {
    Integer weight = step.weight();
    return weight == null ? 0 : weight;
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
        if (told.attempt() == attempt && state == State.ASKING && !isAlive) {
          isAlive = true;
          watch();
        }
      }
      case RouteInput.More told -> {
        windowCharacters += told.attempt() == attempt ? told.characters() : 0;
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
      case RouteInput.Held held -> windowBegan += held.time().toNanos();
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
    return health.get(step());
  }

  private int step() {
    return order.get(place);
  }

  // ── asking ─────────────────────────────────────────────────────────────────────────────────

  /** Asks the first available step from that place on; if there is none, the route is over. */
  private void goTo(int from, @Nullable Failure because) {
    int next = find(from);
    if (next < 0) {
      end(because == null ? nobody() : because);
      return;
    }
    Duration wait = health.get(order.get(next)).rest().left(now);
    if (because != null) {
      follow(because, place, next, wait);
    } else if (next > from) {
      follow(passedBy(order.get(from)), from, next, wait);
    }
    place = next;
    triesOfStep = 0;
    way = output.isVisible() ? firstWay(order.get(next)) : null;
    later(wait);
  }

  /** The first place from there on whose step is available, or -1. */
  private int find(int from) {
    for (int next = from; next < order.size(); next++) {
      StepHealth there = health.get(order.get(next));
      Duration patience = next == order.size() - 1 ? LAST_PATIENCE : PATIENCE;
      if (!tooSmall.contains(model(order.get(next)))
          && there.breaker().wouldAdmit(now)
          && there.rest().left(now).compareTo(patience) <= 0) {
        return next;
      }
    }
    return -1;
  }

  private @Nullable Continuation firstWay(int step) {
    return takesPrefill.get(step) || !route.continuation().allows(Continuation.INSTRUCT)
        ? Continuation.PREFILL
        : Continuation.INSTRUCT;
  }

  /** All breakers are open, or all providers asked to be left alone. */
  private Failure nobody() {
    Duration soonest = null;
    for (StepHealth each : health) {
      Duration left = Duration.ofNanos(each.breaker().leftNanos(now));
      Duration rest = each.rest().left(now);
      Duration longer = left.compareTo(rest) > 0 ? left : rest;
      soonest = soonest == null || longer.compareTo(soonest) < 0 ? longer : soonest;
    }
    return new Failure(
        Failure.Kind.UNAVAILABLE,
        new ProviderError(
            StreamFault.Kind.PROVIDER_ERROR,
            503,
            "no_step",
            "No step of route %s can be asked now: their breakers are open, or their providers asked to be left alone; GET /v1/routes shows them"
                .formatted(route.name()),
            /* retryable= */ true,
            soonest,
            null));
  }

  private void later(Duration wait) {
    state = State.BETWEEN;
    if (wait.isPositive()) {
      if (isTimeUp(wait)) {
        end(outOfTime());
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
      goTo(place + 1, passedBy(step()));
      return;
    }
    isAdmitted = true;
    state = State.ASKING;
    attempt++;
    triesOfStep++;
    tryBegan = now;
    isAlive = false;
    watch();
    effects.ask(attempt, step(), way);
  }

  private Failure passedBy(int step) {
    boolean isOpen = !health.get(step).breaker().wouldAdmit(now);
    return Failure.ours(
        Failure.Kind.NOT_ASKABLE,
        isOpen ? "breaker_open" : "rate_limit",
        isOpen
            ? "The breaker of %s is open, so it was not asked".formatted(name(step))
            : "%s asked to be left alone for %,d ms"
                .formatted(name(step), health.get(step).rest().left(now).toMillis()));
  }

  private void content() {
    current().breaker().gaveContent();
    state = State.SEEN;
    windowBegan = now;
    windowCharacters = 0;
    watch();
  }

  // ── clocks ─────────────────────────────────────────────────────────────────────────────────

  /** Sets the alarm for whatever limit is next. */
  private void watch() {
    Duration next = route.limits().total().minusNanos(now - opened);
    Duration other =
        state == State.ASKING
            ? route.limits().firstToken().minusNanos(now - tryBegan)
            : WINDOW.minusNanos(now - windowBegan);
    boolean hasOther = state == State.ASKING ? !isAlive : route.limits().charactersPerSecond() > 0;
    wakeAfter(hasOther && other.compareTo(next) < 0 ? other : next);
  }

  private boolean isTimeUp(Duration wait) {
    return route.limits().total().minusNanos(now - opened).compareTo(wait) <= 0;
  }

  private void rang() {
    switch (state) {
      case BETWEEN -> ask();
      case ASKING -> {
        if (isTimeUp(Duration.ZERO)) {
          effects.hangUp(outOfTime());
        } else if (!isAlive && now - tryBegan >= route.limits().firstToken().toNanos()) {
          effects.hangUp(
              Failure.ours(
                  Failure.Kind.SILENT,
                  "first_token",
                  "No content came from %s for %,d ms"
                      .formatted(name(step()), route.limits().firstToken().toMillis())));
        } else {
          watch();
        }
      }
      case SEEN -> {
        double least = route.limits().charactersPerSecond() * WINDOW.toSeconds();
        if (isTimeUp(Duration.ZERO)) {
          effects.hangUp(outOfTime());
        } else if (now - windowBegan < WINDOW.toNanos() || windowCharacters >= least) {
          // Either a window is not over yet, or it had enough and the next one begins.
          windowCharacters = now - windowBegan < WINDOW.toNanos() ? windowCharacters : 0;
          windowBegan = now - windowBegan < WINDOW.toNanos() ? windowBegan : now;
          watch();
        } else {
          effects.hangUp(
              Failure.ours(
                  Failure.Kind.SLOW,
                  "throughput",
                  "%,d characters came from %s in %d s; the route requires %s a second"
                      .formatted(
                          windowCharacters,
                          name(step()),
                          WINDOW.toSeconds(),
                          route.limits().charactersPerSecond())));
        }
      }
      case OVER -> {}
    }
  }

  private Failure outOfTime() {
    return Failure.ours(
        Failure.Kind.OUT_OF_TIME,
        "total",
        "Route %s had no whole answer after %,d ms, which is its limit"
            .formatted(route.name(), route.limits().total().toMillis()));
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
    if (isTimeUp(Duration.ZERO)) {
      end(failure);
    } else if (output.isVisible() && !output.canGoOn()) {
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
        tooSmall.add(model(step()));
        goTo(place + 1, failure);
      }
      case NEXT -> goTo(place + 1, failure);
      case AGAIN -> {
        Duration wait = wait(failure);
        // A step that broke off in the middle is not asked to go on while there is another.
        boolean hasNext = find(place + 1) >= 0;
        boolean isTooLong = wait.compareTo(hasNext ? PATIENCE : LAST_PATIENCE) > 0;
        boolean goesOn =
            triesOfStep < route.tries()
                && !isTooLong
                && current().breaker().wouldAdmit(now)
                && !(wasSeen && hasNext);
        if (goesOn) {
          follow(failure, place, place, wait);
          way = output.isVisible() && way == null ? firstWay(step()) : way;
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
    RouteStep from = route.steps().get(order.get(failedPlace));
    RouteStep next = route.steps().get(order.get(nextPlace));
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

  private String model(int step) {
    return String.valueOf(route.steps().get(step).modelName());
  }

  private String name(int step) {
    return route.steps().get(step).provider().name() + "/" + model(step);
  }
}
