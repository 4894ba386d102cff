package dev.weir.codec.request;

import java.util.List;

/** Thrown when a request is not sent, because its dialect cannot carry what must not be lost. */
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
