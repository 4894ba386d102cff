package dev.weir.codec.request;

import java.util.List;

/** A request was not sent, because a dialect cannot carry something that must not be lost. */
public final class LossRefusedException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  private final transient List<RequestLoss> losses;

  LossRefusedException(String message, List<RequestLoss> losses) {
    super(message);
    this.losses = List.copyOf(losses);
  }

  /** What would have been lost, and must not be. */
  public List<RequestLoss> losses() {
    return losses;
  }
}
