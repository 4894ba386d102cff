package dev.weir.redis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Decides which nodes are gone. A lease that is not there proves nothing to one who cannot see
 * well: only who has been connected for a whole lease may judge, and only after a second look. That
 * is caution and not safety: if it is wrong all the same, the node's streams are cut, and the node
 * finds that out with its next append.
 */
final class Deaths {
  static final long LEASE_MILLIS = 6_000;
  static final long SECOND_LOOK_MILLIS = 1_000;

  private final Map<String, Long> missedSince = new HashMap<>();

  /**
   * One look at all leases.
   *
   * @param upSinceMillis since when there has been a connection; -1 if there is none
   * @param known all nodes that may have open streams
   * @param leased those of them whose lease is there
   * @return those that are gone
   */
  List<String> look(long millis, long upSinceMillis, Set<String> known, Set<String> leased) {
    if (upSinceMillis < 0 || millis - upSinceMillis < LEASE_MILLIS) {
      missedSince.clear();
      return List.of();
    }
    missedSince.keySet().retainAll(known);
    List<String> gone = new ArrayList<>();
    for (String node : known) {
      if (leased.contains(node)) {
        missedSince.remove(node);
      } else {
        long since = missedSince.computeIfAbsent(node, first -> millis);
        if (millis - since >= SECOND_LOOK_MILLIS) {
          gone.add(node);
        }
      }
    }
    return gone;
  }
}
