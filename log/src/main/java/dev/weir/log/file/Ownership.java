package dev.weir.log.file;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The streams of one owner, the most recently begun first. Any thread may call. */
final class Ownership {
  /** Where a stream stands in the list; its name tells it apart from others of the same moment. */
  record Place(long begunMillis, String name) {
    static final Comparator<Place> NEWEST_FIRST =
        Comparator.comparingLong(Place::begunMillis).reversed().thenComparing(Place::name);

    String toText() {
      return begunMillis + "-" + name;
    }

    static Place parse(String text) {
      int dash = text.indexOf('-');
      try {
        return new Place(
            Long.parseLong(text.substring(0, Math.max(0, dash))), text.substring(dash + 1));
      } catch (NumberFormatException wrong) {
        throw new IllegalArgumentException(
            "Expected where the previous list stopped, as that list said it", wrong);
      }
    }
  }

  private final String owner;
  private final AtomicLong bytes = new AtomicLong();
  private final ConcurrentNavigableMap<Place, StoredStream> streams =
      new ConcurrentSkipListMap<>(Place.NEWEST_FIRST);

  Ownership(String owner) {
    this.owner = owner;
  }

  String owner() {
    return owner;
  }

  /** A stream of this owner needs more room, or less. */
  void grow(long more) {
    bytes.addAndGet(more);
  }

  long bytes() {
    return bytes.get();
  }

  void add(Place place, StoredStream stream) {
    streams.put(place, stream);
  }

  void remove(Place place) {
    streams.remove(place);
  }

  /** Some streams, and where the list goes on; absent if nowhere. */
  record Part(List<StoredStream> streams, @Nullable Place next) {}

  /**
   * @param from the place of the first; absent for the beginning
   */
  Part part(@Nullable Place from, int most) {
    List<StoredStream> found = new ArrayList<>();
    var rest = from == null ? streams : streams.tailMap(from, /* inclusive= */ true);
    for (var entry : rest.entrySet()) {
      if (found.size() == most) {
        return new Part(found, entry.getKey());
      }
      found.add(entry.getValue());
    }
    return new Part(found, null);
  }
}
