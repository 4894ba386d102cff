package dev.weir.redis;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArraySet;
import org.jspecify.annotations.Nullable;

/**
 * Who on this node follows which stream. Streams of other nodes are subscribed to, once for all
 * their followers here, as long as there are any. Any thread.
 */
final class News {
  private final LogKeys keys;
  private final Line channels;
  private final Map<String, Set<LogFollowing>> followers = new ConcurrentHashMap<>();
  private final Map<String, String> subscribed = new ConcurrentHashMap<>();

  News(LogKeys keys, Line channels) {
    this.keys = keys;
    this.channels = channels;
  }

  void add(LogFollowing following, boolean isForeign) {
    followers.compute(
        following.stream,
        (stream, all) -> {
          Set<LogFollowing> present = all == null ? new CopyOnWriteArraySet<>() : all;
          present.add(following);
          if (isForeign && subscribed.put(keys.news(stream), stream) == null) {
            channels.subscribe(Command.of("SSUBSCRIBE", keys.news(stream)));
          }
          return present;
        });
  }

  void remove(LogFollowing following) {
    followers.computeIfPresent(
        following.stream,
        (stream, all) -> {
          all.remove(following);
          if (!all.isEmpty()) {
            return all;
          }
          if (subscribed.remove(keys.news(stream)) != null) {
            channels.subscribe(Command.of("SUNSUBSCRIBE", keys.news(stream)));
          }
          return null;
        });
  }

  /** Subscribes to all again, on a connection that is new. */
  void listen() {
    subscribed.keySet().forEach(channel -> channels.subscribe(Command.of("SSUBSCRIBE", channel)));
  }

  /** A message of another node. */
  void message(String channel, byte[] payload) {
    String stream = subscribed.get(channel);
    PositionedRecord record = stream == null ? null : PositionedRecord.decode(payload);
    if (record != null && stream != null) {
      tell(stream, record);
    }
  }

  /** A record of a stream counts. */
  void tell(String stream, PositionedRecord record) {
    @Nullable Set<LogFollowing> all = followers.get(stream);
    if (all != null) {
      all.forEach(following -> following.heard(record));
    }
  }

  void close() {
    followers.values().forEach(all -> all.forEach(LogFollowing::logClosed));
  }
}
