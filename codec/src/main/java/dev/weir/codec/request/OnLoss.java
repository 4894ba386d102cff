package dev.weir.codec.request;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What to do about a request that a dialect cannot carry whole. */
public enum OnLoss {
  /** Refuses losses that would change the meaning, and accepts the rest. */
  CAREFUL,
  /** Accepts every loss. Losses are still reported. */
  DROP,
  /** Refuses any loss. */
  REFUSE;

  private static final int MAX_NAMED = 5;

  /** Why a request with these losses must not be sent; empty if it may. */
  public Optional<String> refusal(List<RequestLoss> losses) {
    List<RequestLoss> refused = refused(losses);
    return refused.isEmpty() ? Optional.empty() : Optional.of(inWords(refused));
  }

  private List<RequestLoss> refused(List<RequestLoss> losses) {
    return switch (this) {
      case CAREFUL -> losses.stream().filter(RequestLoss::changesMeaning).toList();
      case DROP -> List.of();
      case REFUSE -> losses;
    };
  }

  private static String inWords(List<RequestLoss> refused) {
    String named =
        refused.stream()
            .limit(MAX_NAMED)
            .map(RequestLoss::toString)
            .collect(Collectors.joining("; "));
    int others = refused.size() - MAX_NAMED;
    String more = others > 0 ? "; and %,d more".formatted(others) : "";
    return "%s%s. Leave it out, ask a provider that has it, or let losses pass (on-loss: drop)"
        .formatted(named, more);
  }

  /**
   * Refuses a request.
   *
   * @throws LossRefusedException if it must not be sent with these losses
   */
  public void check(List<RequestLoss> losses) {
    List<RequestLoss> refused = refused(losses);
    if (!refused.isEmpty()) {
      throw new LossRefusedException(inWords(refused), refused);
    }
  }
}
