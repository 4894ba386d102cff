package dev.weir.codec.seal;

/** A seal that we did not make, or that somebody changed. */
public final class BadSealException extends Exception {
  private static final long serialVersionUID = 1L;

  BadSealException(String message) {
    super(message);
  }
}
