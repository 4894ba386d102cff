package dev.weir.client.route;

import dev.weir.client.call.CallOptions;
import dev.weir.client.call.CallSink;
import dev.weir.client.call.StreamCall;
import dev.weir.client.call.Timers;
import dev.weir.client.call.Upstream;
import dev.weir.client.provider.Provider;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.request.Request;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A route as something that can be asked. The model that a request names is ignored: the steps have
 * theirs. Any thread may ask; concurrent calls share what is known of the steps.
 */
public final class RouteUpstream implements Upstream {

  /** Opens the way to a provider. */
  @FunctionalInterface
  public interface Opener {
    /** The way to a provider. */
    Upstream open(Provider provider, CallOptions options);
  }

  private final Route route;
  private final List<Upstream> steps;
  private final List<StepHealth> health;
  private final List<Boolean> takesPrefill;
  private final Timers timers;
  private final LongSupplier clock;

  private RouteUpstream(
      Route route,
      List<Upstream> steps,
      List<StepHealth> health,
      Timers timers,
      LongSupplier clock) {
    this.route = route;
    this.steps = List.copyOf(steps);
    this.health = List.copyOf(health);
    this.takesPrefill = steps.stream().map(RouteUpstream::takesPrefill).toList();
    this.timers = timers;
    this.clock = clock;
  }

  /**
   * Makes a route that can be asked.
   *
   * @param calls how calls are made, except for what the route decides
   * @param rests which providers are to be left alone, shared with other routes
   * @param opener is asked once for each step
   */
  public static RouteUpstream of(Route route, CallOptions calls, Rests rests, Opener opener) {
    return of(route, calls, rests, opener, Timers.ofJdk(), System::nanoTime);
  }

  static RouteUpstream of(
      Route route,
      CallOptions calls,
      Rests rests,
      Opener opener,
      Timers timers,
      LongSupplier clock) {
    CallOptions options = options(route, calls);
    List<Upstream> steps = new ArrayList<>();
    List<StepHealth> health = new ArrayList<>();
    for (RouteStep step : route.steps()) {
      steps.add(opener.open(step.provider(), options));
      health.add(new StepHealth(new Breaker(route.breaker()), rests.of(step)));
    }
    return new RouteUpstream(route, steps, health, timers, clock);
  }

  /** One try for each call, because the route tries; its clocks are the route's limits. */
  private static CallOptions options(Route route, CallOptions calls) {
    RouteLimits limits = route.limits();
    Duration idle = limits.idle();
    boolean resumes = route.continuation().allows(Continuation.RESUME);
    // The route watches for the first token itself, so its limit must ring before the call's.
    return calls.toBuilder()
        .connect(limits.connect())
        .firstEvent(limits.firstToken().multipliedBy(2))
        .dead(idle)
        .stalled(idle)
        .tries(1)
        .resumes(resumes ? calls.resumes() : 0)
        .build();
  }

  private static boolean takesPrefill(Upstream step) {
    Dialect dialect = step.dialect();
    return dialect != null && dialect.clientSide().filter(side -> side.takesPrefill()).isPresent();
  }

  @Override
  public String name() {
    return route.name();
  }

  /** That of its steps, if all ask the same provider: no other gets its opaque parts. */
  @Override
  public @Nullable Dialect dialect() {
    long providers = route.steps().stream().map(s -> s.provider().name()).distinct().count();
    return providers == 1 ? steps.getFirst().dialect() : null;
  }

  /** What the first step counts; another may count differently. */
  @Override
  public CompletableFuture<Optional<Long>> countTokens(Request request) {
    return steps.getFirst().countTokens(request.withModel(route.steps().getFirst().modelName()));
  }

  /** What it was made from. */
  public Route route() {
    return route;
  }

  /** How the steps are doing now. */
  public RouteHealth health() {
    return RouteHealth.of(route, health, clock.getAsLong());
  }

  /**
   * Asks the steps until one answers.
   *
   * @throws IllegalArgumentException if the request has no message
   */
  @Override
  public StreamCall open(Request request, CallSink sink) {
    return open(request, /* isWhole= */ false, sink);
  }

  @Override
  public Upstream whole() {
    return openedBy((asked, request, sink) -> open(request, /* isWhole= */ true, sink));
  }

  private StreamCall open(Request request, boolean isWhole, CallSink sink) {
    if (request.messages().isEmpty() && request.original() == null) {
      throw new IllegalArgumentException("The request has no message; add at least one");
    }
    var call =
        new RouteCall(route, steps, health, takesPrefill, request, isWhole, timers, clock, sink);
    call.start();
    return call;
  }
}
