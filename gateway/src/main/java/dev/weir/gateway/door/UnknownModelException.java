package dev.weir.gateway.door;

/** Thrown when no provider has a model of that name; the message says which names there are. */
public final class UnknownModelException extends Exception {
  private static final long serialVersionUID = 1L;

  UnknownModelException(String message) {
    super(message);
  }
}
