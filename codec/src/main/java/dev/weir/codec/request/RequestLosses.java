package dev.weir.codec.request;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Gathers what is lost of a request. The same loss counts once, and the number of entries is
 * bounded: what comes after that is counted in a last one.
 */
public final class RequestLosses {
  private static final int MAX_ENTRIES = 1000;

  private final Set<RequestLoss> entries = new LinkedHashSet<>();
  private long others;
  private boolean othersChangeMeaning;

  /** Notes a loss, once. */
  public void add(RequestLoss loss) {
    if (entries.size() < MAX_ENTRIES) {
      entries.add(loss);
    } else if (!entries.contains(loss)) {
      others++;
      othersChangeMeaning |= loss.changesMeaning();
    }
  }

  /** Notes several. */
  public void addAll(List<RequestLoss> losses) {
    losses.forEach(this::add);
  }

  /** What was lost, in order. */
  public List<RequestLoss> list() {
    List<RequestLoss> all = new ArrayList<>(entries);
    if (others > 0) {
      String why = "%,d further losses are only counted".formatted(others);
      all.add(new RequestLoss("", why, othersChangeMeaning));
    }
    return all;
  }
}
