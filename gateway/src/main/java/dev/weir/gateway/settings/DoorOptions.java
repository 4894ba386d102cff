package dev.weir.gateway.settings;

import dev.weir.codec.request.OnLoss;
import dev.weir.codec.seal.Seals;
import java.security.SecureRandom;
import java.time.Duration;

/**
 * How clients that speak a dialect of their own are served.
 *
 * @param grace how long an answer goes on after its client has left: it cannot come back for the
 *     rest, but somebody else may read it
 * @param onLoss what to do with a request that the provider's dialect cannot carry whole
 * @param seals what other dialects' clients carry reasoning in
 */
public record DoorOptions(Duration grace, OnLoss onLoss, Seals seals) {
  public static final Duration DEFAULT_GRACE = Duration.ofMillis(500);
  private static final int KEY_BYTES = 32;

  /** With seals until the process ends: those that clients bring after that cannot be opened. */
  public DoorOptions(Duration grace, OnLoss onLoss) {
    this(grace, onLoss, new Seals(newKey()));
  }

  /** The defaults, with seals until the process ends. */
  public static DoorOptions forThisProcess() {
    return new DoorOptions(DEFAULT_GRACE, OnLoss.CAREFUL);
  }

  public DoorOptions withOnLoss(OnLoss other) {
    return new DoorOptions(grace, other, seals);
  }

  public DoorOptions withSeals(Seals others) {
    return new DoorOptions(grace, onLoss, others);
  }

  /** A key for seals that nobody knows. */
  public static byte[] newKey() {
    byte[] key = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(key);
    return key;
  }
}
