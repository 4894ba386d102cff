package dev.weir.codec.dialect;

/**
 * Where the events of an encoder come from.
 *
 * @param sameDialect whether they were decoded from the very dialect that is written: only then the
 *     provider's own words and JSON in them mean there what they meant here
 * @param alternatives whether their outputs are alternatives; else they follow each other
 */
public record EventSource(boolean sameDialect, boolean alternatives) {

  /** Events of the dialect that is written. */
  public static EventSource same(boolean alternatives) {
    return new EventSource(/* sameDialect= */ true, alternatives);
  }

  /** Events of another dialect. */
  public static EventSource foreign(boolean alternatives) {
    return new EventSource(/* sameDialect= */ false, alternatives);
  }
}
