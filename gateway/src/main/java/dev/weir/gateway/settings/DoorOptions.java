package dev.weir.gateway.settings;

import dev.weir.codec.request.OnLoss;
import java.time.Duration;

/**
 * How clients are served that speak a dialect of their own.
 *
 * @param grace how long an answer goes on whose client has left: it cannot come back for the rest,
 *     but somebody else may read it
 * @param onLoss what to do with a request that the provider's dialect cannot carry whole
 */
public record DoorOptions(Duration grace, OnLoss onLoss) {
  public static final DoorOptions DEFAULT = new DoorOptions(Duration.ofMillis(500), OnLoss.CAREFUL);
}
