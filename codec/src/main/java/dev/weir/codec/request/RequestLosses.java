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

  public void add(RequestLoss loss) {
    if (entries.size() < MAX_ENTRIES) {
      entries.add(loss);
    } else if (!entries.contains(loss)) {
      others++;
      othersChangeMeaning |= loss.changesMeaning();
    }
  }

  public void addAll(List<RequestLoss> losses) {
    losses.forEach(this::add);
  }

  public List<RequestLoss> list() {
    List<RequestLoss> all = new ArrayList<>(entries);
    if (others > 0) {
      String why = "%,d further losses are only counted".formatted(others);
      all.add(new RequestLoss("", why, othersChangeMeaning));
    }
    return all;
  }
}
