package dev.weir.client.route;

import dev.weir.client.provider.Provider;
import java.util.List;

/**
 * An ordered list of steps that answers a request: the first is asked, and if it fails the next.
 *
 * @param name what a request names as its model
 * @param tries how often a step is asked, the first time included
 * @param continuation what may be done after content was seen
 */
public record Route(
    String name,
    List<RouteStep> steps,
    int tries,
    RouteLimits limits,
    Continuation continuation,
    BreakerRule breaker) {
  private static final int USUAL_TRIES = 2;

  public Route {
    steps = List.copyOf(steps);
    if (steps.isEmpty()) {
      throw new IllegalArgumentException("Route %s has no step; name at least one".formatted(name));
    }
    if (tries < 1) {
      throw new IllegalArgumentException(
          "Route %s asks each step at least once, saw %d tries".formatted(name, tries));
    }
  }

  /** A route with the default patience, which moves on only before anything was seen. */
  public static Route of(String name, RouteStep... steps) {
    return new Route(
        name,
        List.of(steps),
        USUAL_TRIES,
        RouteLimits.DEFAULT,
        Continuation.OFF,
        BreakerRule.DEFAULT);
  }

  /** A step, for {@link #of}. */
  public static RouteStep step(Provider provider, String modelName) {
    return new RouteStep(provider, modelName);
  }

  /** With so many tries of each step, the first included. */
  public Route withTries(int count) {
    return new Route(name, steps, count, limits, continuation, breaker);
  }

  /** With other limits for its steps. */
  public Route withLimits(RouteLimits wanted) {
    return new Route(name, steps, tries, wanted, continuation, breaker);
  }

  /** With another choice of what may be done after content was seen. */
  public Route withContinuation(Continuation wanted) {
    return new Route(name, steps, tries, limits, wanted, breaker);
  }

  /** With another rule for leaving a step alone. */
  public Route withBreaker(BreakerRule wanted) {
    return new Route(name, steps, tries, limits, continuation, wanted);
  }
}
