package dev.weir.codec.dialect;

/** Where the events of an encoder come from. */
public enum EventSource {
  /**
   * The very dialect that is written: only then the provider's own words and JSON in them mean
   * there what they meant here.
   */
  SAME_DIALECT,
  /** Another dialect, or none. */
  FOREIGN;

  public boolean sameDialect() {
    return this == SAME_DIALECT;
  }
}
