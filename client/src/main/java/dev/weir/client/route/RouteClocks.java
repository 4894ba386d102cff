package dev.weir.client.route;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The limits of a route as time passes: for the whole of it, for the first token of a try, and for
 * how fast content comes after that. Connecting, and silence amid content, are watched by the call
 * itself. It has no clock: the caller gives the time.
 */
final class RouteClocks {
  /** The time over which throughput is judged, again and again. */
  private static final Duration WINDOW = Duration.ofSeconds(10);

  private final String route;
  private final RouteLimits limits;
  private final long opened;
  private long tryBegan;
  private long windowBegan;
  private long windowCharacters;
  private boolean isSeen;

  /** Whether content came from a try of which nothing is shown yet. */
  private boolean isAlive;

  RouteClocks(Route route, long opened) {
    this.route = route.name();
    this.limits = route.limits();
    this.opened = opened;
  }

  /** A try begins. */
  void asked(long now) {
    tryBegan = now;
    isAlive = false;
    isSeen = false;
  }

  /** Content of it came, though it is not shown; returns whether it is the first. */
  boolean alive() {
    boolean isFirst = !isAlive;
    isAlive = true;
    return isFirst;
  }

  /** Its first content was shown. */
  void content(long now) {
    isSeen = true;
    windowBegan = now;
    windowCharacters = 0;
  }

  void more(int characters) {
    windowCharacters += characters;
  }

  /** The reader took this long, which is not the provider's fault. */
  void held(Duration time) {
    windowBegan += time.toNanos();
  }

  /** Whether the time of the whole is over after a wait. */
  boolean isTimeUp(Duration wait, long now) {
    return limits.total().minusNanos(now - opened).compareTo(wait) <= 0;
  }

  Failure outOfTime() {
    return Failure.ours(
        Failure.Kind.OUT_OF_TIME,
        "total",
        "Route %s had no whole answer after %,d ms, which is its limit"
            .formatted(route, limits.total().toMillis()));
  }

  /** How long until a limit of the try under way may be reached. */
  Duration next(long now) {
    Duration total = limits.total().minusNanos(now - opened);
    Duration other =
        isSeen
            ? WINDOW.minusNanos(now - windowBegan)
            : limits.firstToken().minusNanos(now - tryBegan);
    boolean hasOther = isSeen ? limits.charactersPerSecond() > 0 : !isAlive;
    return hasOther && other.compareTo(total) < 0 ? other : total;
  }

  /** The limit that the try under way has reached; absent if there is none. */
  @Nullable Failure due(String step, long now) {
    if (isTimeUp(Duration.ZERO, now)) {
      return outOfTime();
    }
    return isSeen ? tooSlow(step, now) : tooLate(step, now);
  }

  private @Nullable Failure tooLate(String step, long now) {
    boolean isLate = !isAlive && now - tryBegan >= limits.firstToken().toNanos();
    return isLate
        ? Failure.ours(
            Failure.Kind.SILENT,
            "first_token",
            "No content came from %s for %,d ms".formatted(step, limits.firstToken().toMillis()))
        : null;
  }

  private @Nullable Failure tooSlow(String step, long now) {
    if (now - windowBegan < WINDOW.toNanos()) {
      return null;
    }
    long came = windowCharacters;
    windowBegan = now;
    windowCharacters = 0;
    return came >= limits.charactersPerSecond() * WINDOW.toSeconds()
        ? null
        : Failure.ours(
            Failure.Kind.SLOW,
            "throughput",
            "%,d characters came from %s in %d s; the route requires %s a second"
                .formatted(came, step, WINDOW.toSeconds(), limits.charactersPerSecond()));
  }
}
