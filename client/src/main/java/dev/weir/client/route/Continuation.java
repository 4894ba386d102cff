package dev.weir.client.route;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * How far a route may go to finish an answer that broke off after something of it was seen. Each
 * word allows those before it too.
 */
public enum Continuation {
  /** Not at all: the answer ends where it broke. */
  OFF,
  /** The provider itself is asked for the rest, where it keeps responses. */
  RESUME,
  /** The next model gets the answer so far as the beginning of its own. */
  PREFILL,
  /** The next model is told to go on from where the answer stops. */
  INSTRUCT;

  /** Its name in settings. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The one of that name; empty if there is none. */
  public static Optional<Continuation> of(String word) {
    return Arrays.stream(values()).filter(each -> each.word().equals(word)).findFirst();
  }

  boolean allows(Continuation way) {
    return compareTo(way) >= 0;
  }
}
