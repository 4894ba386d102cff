package dev.weir.cli.input;

import java.io.IOException;
import java.util.List;

/** Thrown when an input is something other than a stream; the message says what. */
public final class NotAStreamException extends IOException {
  private static final long serialVersionUID = 1L;

  private final List<String> details;

  NotAStreamException(String what) {
    this(what, List.of());
  }

  NotAStreamException(String what, List<String> details) {
    super(what);
    this.details = List.copyOf(details);
  }

  /** What there is instead, one line each. */
  public List<String> details() {
    return details;
  }
}
