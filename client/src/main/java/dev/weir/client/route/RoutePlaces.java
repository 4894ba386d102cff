package dev.weir.client.route;

import dev.weir.client.call.ProviderError;
import dev.weir.event.StreamFault;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * The steps of a route in the order in which one call asks them, and which of them can be asked
 * now: whose breaker lets it through, whose provider did not ask to be left alone, and whose model
 * was not found to be too small. A place is a number in that order.
 */
final class RoutePlaces {
  /** While there is another step, nobody waits longer than this for one. */
  static final Duration PATIENCE = Duration.ofSeconds(5);

  /** The longest wait for the only step there is. */
  static final Duration LAST_PATIENCE = Duration.ofSeconds(60);

  private static final int NONE = -1;

  private final Route route;
  private final List<StepHealth> health;
  private final List<Integer> order;
  private final Set<String> tooSmall = new HashSet<>();

  /**
   * @param health of each step, shared by all calls
   */
  RoutePlaces(Route route, List<StepHealth> health, RandomGenerator chance) {
    this.route = route;
    this.health = List.copyOf(health);
    this.order = StepOrder.of(route.steps(), chance);
  }

  /** The number of the step at a place, as the route lists it. */
  int number(int place) {
    return order.get(place);
  }

  RouteStep step(int place) {
    return route.steps().get(number(place));
  }

  StepHealth health(int place) {
    return health.get(number(place));
  }

  String name(int place) {
    return step(place).provider().name() + "/" + model(place);
  }

  private String model(int place) {
    return String.valueOf(step(place).modelName());
  }

  /** The model at a place cannot hold the request, wherever it is. */
  void tooSmall(int place) {
    tooSmall.add(model(place));
  }

  /** Whether there is a step that can be asked from a place on. */
  boolean isAny(int from, long now) {
    return find(from, now) != NONE;
  }

  /** The first place from there on whose step is available, or -1. */
  int find(int from, long now) {
    for (int place = from; place < order.size(); place++) {
      Duration patience = place == order.size() - 1 ? LAST_PATIENCE : PATIENCE;
      if (!tooSmall.contains(model(place))
          && health(place).breaker().wouldAdmit(now)
          && health(place).rest().left(now).compareTo(patience) <= 0) {
        return place;
      }
    }
    return NONE;
  }

  /** Why a step was not asked. */
  Failure passedBy(int place, long now) {
    boolean isOpen = !health(place).breaker().wouldAdmit(now);
    return Failure.ours(
        Failure.Kind.NOT_ASKABLE,
        isOpen ? "breaker_open" : "rate_limit",
        isOpen
            ? "The breaker of %s is open, so it was not asked".formatted(name(place))
            : "%s asked to be left alone for %,d ms"
                .formatted(name(place), health(place).rest().left(now).toMillis()));
  }

  /** All breakers are open, or all providers asked to be left alone. */
  Failure nobody(long now) {
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
}
