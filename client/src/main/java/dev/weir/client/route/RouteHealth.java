package dev.weir.client.route;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How a route is doing, step by step.
 *
 * @param route its name
 */
public record RouteHealth(String route, List<Step> steps) {
  public RouteHealth {
    steps = List.copyOf(steps);
  }

  /**
   * How one step is doing.
   *
   * @param breaker {@code closed}, {@code open} or {@code half_open}
   * @param failures in a row
   * @param probeIn how long until it is asked again; absent if it is asked
   * @param restsFor how long its provider asked to be left alone; zero if it did not
   */
  public record Step(
      String provider,
      String modelName,
      @Nullable Integer weight,
      String breaker,
      int failures,
      @Nullable Duration probeIn,
      Duration restsFor) {}

  static RouteHealth of(Route route, List<StepHealth> known, long now) {
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < known.size(); i++) {
      RouteStep step = route.steps().get(i);
      StepHealth health = known.get(i);
      Breaker.State state = health.breaker().state(now);
      steps.add(
          new Step(
              step.provider().name(),
              String.valueOf(step.modelName()),
              step.weight(),
              state.name().toLowerCase(Locale.ROOT),
              health.breaker().failures(),
              state == Breaker.State.OPEN
                  ? Duration.ofNanos(health.breaker().leftNanos(now))
                  : null,
              health.rest().left(now)));
    }
    return new RouteHealth(route.name(), steps);
  }
}
