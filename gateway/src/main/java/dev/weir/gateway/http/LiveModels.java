package dev.weir.gateway.http;

import dev.weir.gateway.settings.CatalogEntry;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Which models providers say they have, asked at most once every few minutes. */
final class LiveModels {
  private static final Logger LOG = System.getLogger(LiveModels.class.getName());
  private static final long FRESH_NANOS = Duration.ofMinutes(5).toNanos();

  /** What a provider said, and when. */
  private record Told(List<String> models, long nanos) {}

  private final Map<CatalogEntry, Told> told = new ConcurrentHashMap<>();

  /** The models that are known of each and those that it lists; asks all at once. Blocks. */
  Map<CatalogEntry, List<String>> of(List<CatalogEntry> offers) {
    List<Thread> asking = new ArrayList<>();
    for (CatalogEntry offer : offers) {
      Told before = told.get(offer);
      if (before == null || System.nanoTime() - before.nanos() > FRESH_NANOS) {
        asking.add(Thread.startVirtualThread(() -> ask(offer)));
      }
    }
    for (Thread each : asking) {
      try {
        each.join();
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
      }
    }
    Map<CatalogEntry, List<String>> all = new LinkedHashMap<>();
    for (CatalogEntry offer : offers) {
      Set<String> models = new LinkedHashSet<>(offer.models());
      Told answer = told.get(offer);
      models.addAll(answer == null ? List.of() : answer.models());
      all.put(offer, List.copyOf(models));
    }
    return all;
  }

  private void ask(CatalogEntry offer) {
    List<String> models = List.of();
    try {
      models = offer.live().get();
    } catch (IllegalArgumentException silent) {
      LOG.log(Level.DEBUG, "{0}", silent.getMessage());
    }
    told.put(offer, new Told(models, System.nanoTime()));
  }
}
