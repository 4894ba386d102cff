package dev.weir.client.route;

import java.time.Duration;

/**
 * How long a route waits for a step.
 *
 * @param connect for a connection
 * @param firstToken from the beginning of a try to its first content
 * @param idle between two pieces of content
 * @param total for the whole answer, with all tries and the time its reader takes
 * @param charactersPerSecond how fast content must come once it does, over ten seconds; 0 for any
 */
public record RouteLimits(
    Duration connect,
    Duration firstToken,
    Duration idle,
    Duration total,
    double charactersPerSecond) {
  public static final RouteLimits DEFAULT =
      new RouteLimits(
          Duration.ofSeconds(10),
          Duration.ofSeconds(60),
          Duration.ofSeconds(60),
          Duration.ofMinutes(30),
          /* charactersPerSecond= */ 0);

  public RouteLimits {
    boolean isTime =
        connect.isPositive() && firstToken.isPositive() && idle.isPositive() && total.isPositive();
    if (!isTime || !(charactersPerSecond >= 0)) {
      throw new IllegalArgumentException(
          "The limits of a route are times above 0, and a throughput from 0, saw %s, %s, %s, %s and %s"
              .formatted(connect, firstToken, idle, total, charactersPerSecond));
    }
  }

  public RouteLimits withFirstToken(Duration time) {
    return new RouteLimits(connect, time, idle, total, charactersPerSecond);
  }

  public RouteLimits withIdle(Duration time) {
    return new RouteLimits(connect, firstToken, time, total, charactersPerSecond);
  }

  public RouteLimits withTotal(Duration time) {
    return new RouteLimits(connect, firstToken, idle, time, charactersPerSecond);
  }

  public RouteLimits withCharactersPerSecond(double least) {
    return new RouteLimits(connect, firstToken, idle, total, least);
  }
}
