package dev.weir.gateway.settings;

import java.time.Duration;

/**
 * How clients are served that speak a dialect of their own.
 *
 * @param grace how long an answer goes on whose client has left: it cannot come back for the rest,
 *     but somebody else may read it
 */
public record DoorOptions(Duration grace) {
  public static final DoorOptions DEFAULT = new DoorOptions(Duration.ofSeconds(2));
}
