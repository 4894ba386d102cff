package dev.weir.springboot;

import dev.weir.client.Weir;
import dev.weir.client.call.CallEvent;
import dev.weir.client.call.ProviderError;
import dev.weir.client.route.RouteHealth;
import dev.weir.client.route.RouteUpstream;
import dev.weir.event.Verdict;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;

/**
 * Tells how the provider is doing, from the calls that were made: nobody is asked just to know.
 *
 * <p>A route is down while no step of it may be asked. A single provider is unknown before its
 * first answer, and down when several in a row have failed.
 */
final class WeirHealthIndicator implements HealthIndicator, WeirCustomizer {
  private static final int DOWN_FAILURES = 3;

  private volatile @Nullable RouteUpstream route;
  private volatile String provider = "";
  private boolean hasAnswered;
  private int failures;
  private @Nullable String problem;

  @Override
  public Weir customize(Weir weir) {
    provider = weir.upstream().name();
    route = weir.upstream() instanceof RouteUpstream steps ? steps : null;
    return weir.with(upstream -> upstream.withSink(next -> next.andThen(this::see)));
  }

  private synchronized void see(CallEvent event) {
    switch (event) {
      case CallEvent.Problem seen -> {
        ProviderError error = seen.error();
        problem = error.code();
      }
      case CallEvent.Measured measured -> {
        Verdict verdict = measured.metrics().verdict();
        boolean isFailed =
            verdict == Verdict.FAILED || verdict == Verdict.TRUNCATED || verdict == Verdict.STALLED;
        failures = isFailed ? failures + 1 : 0;
        hasAnswered = true;
      }
      default -> {}
    }
  }

  @Override
  public Health health() {
    RouteUpstream steps = route;
    return steps == null ? ofProvider() : ofRoute(steps.health());
  }

  private synchronized Health ofProvider() {
    Status status =
        failures >= DOWN_FAILURES ? Status.DOWN : hasAnswered ? Status.UP : Status.UNKNOWN;
    Health.Builder health = Health.status(status).withDetail("provider", provider);
    if (failures > 0) {
      health.withDetail("failures", failures);
      health.withDetail("problem", problem == null ? "broken off" : problem);
    }
    return health.build();
  }

  private static Health ofRoute(RouteHealth route) {
    boolean isUp =
        route.steps().stream()
            .anyMatch(step -> !step.breaker().equals("open") && step.restsFor().isZero());
    Map<String, String> steps = new LinkedHashMap<>();
    for (RouteHealth.Step step : route.steps()) {
      steps.put(
          step.provider() + " " + step.modelName(),
          step.restsFor().isZero() ? step.breaker() : "rests");
    }
    return Health.status(isUp ? Status.UP : Status.DOWN).withDetail("steps", steps).build();
  }
}
