package dev.weir.gateway.chat;

/** Thrown when what a client asks for cannot be read; the message says what was expected. */
public final class WrongRequestException extends Exception {
  private static final long serialVersionUID = 1L;

  WrongRequestException(String message) {
    super(message);
  }
}
