package dev.weir.gateway.stream;

import dev.weir.gateway.settings.StreamLimits;
import dev.weir.log.StreamLog;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Says whether an owner may have one more stream. */
final class Room {
  private final StreamLog log;
  private final StreamLimits limits;
  private final Map<String, LiveStream> live;

  /**
   * @param live those on their way here, by name; it changes
   */
  Room(StreamLog log, StreamLimits limits, Map<String, LiveStream> live) {
    this.log = log;
    this.limits = limits;
    this.live = live;
  }

  /** Checks what is known here without waiting. */
  void check(String owner) throws TooManyStreamsException {
    if (live.size() >= limits.maxLive()) {
      throw new TooManyStreamsException(
          "%,d streams are live, which is the limit (gateway.max-live); try again later"
              .formatted(limits.maxLive()));
    }
    if (limits.maxLivePerOwner() < limits.maxLive()) {
      checkOwn(live.values().stream().filter(s -> s.about().owner().equals(owner)).count());
    }
    // A log that must be asked first lets it pass.
    long kept = log.bytes(owner).getNow(0L);
    if (kept >= limits.maxKeptPerOwner()) {
      throw new TooManyStreamsException(
          "Your streams take %,d MB, and the limit is %,d MB; the oldest expire after %s"
              .formatted(kept >> 20, limits.maxKeptPerOwner() >> 20, days(limits.retention())));
    }
  }

  private void checkOwn(long own) throws TooManyStreamsException {
    if (own >= limits.maxLivePerOwner()) {
      throw new TooManyStreamsException(
          "You have %,d live streams, which is the limit (gateway.max-live-per-owner); cancel one or wait"
              .formatted(own));
    }
  }

  private static String days(Duration time) {
    return time.toHours() < 48 ? time.toHours() + " hours" : time.toDays() + " days";
  }

  /** Nobody may have more streams on all nodes together than on one: fails if an owner has. */
  CompletableFuture<Void> checkAllNodes(String owner) {
    if (limits.maxLivePerOwner() >= limits.maxLive() || log.node() == null) {
      return CompletableFuture.completedFuture(null);
    }
    return log.open(owner)
        .thenCompose(open -> {
          try {
            checkOwn(open);
            return CompletableFuture.completedFuture(null);
          } catch (TooManyStreamsException full) {
            return CompletableFuture.failedFuture(full);
          }
        });
  }
}
