package dev.weir.gateway.http;

/** Thrown when what a request unfolds to does not fit beside what is being handled. */
final class NoRoomException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  NoRoomException() {
    super("The gateway is handling as much as it has memory for");
  }
}
