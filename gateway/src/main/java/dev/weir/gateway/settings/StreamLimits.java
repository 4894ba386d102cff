package dev.weir.gateway.settings;

import java.time.Duration;

/**
 * How much streams may cost.
 *
 * @param maxEvents of one stream; a stream that exceeds it is ended
 * @param maxBytes that a provider may send for one stream, all passes together; the same
 * @param maxLive streams that are fetched at the same time
 * @param maxLivePerOwner the same, for one owner
 * @param maxKeptPerOwner bytes that the log may keep for one owner; beyond that no stream begins
 * @param retention how long a stream is kept after its last event
 */
public record StreamLimits(
    long maxEvents,
    long maxBytes,
    int maxLive,
    int maxLivePerOwner,
    long maxKeptPerOwner,
    Duration retention) {
  public static final StreamLimits DEFAULT =
      new StreamLimits(
          /* maxEvents= */ 1_000_000,
          /* maxBytes= */ 64 << 20,
          /* maxLive= */ 5_000,
          /* maxLivePerOwner= */ 5_000,
          /* maxKeptPerOwner= */ Long.MAX_VALUE,
          Duration.ofDays(7));

  public StreamLimits withMaxLive(int most) {
    return new StreamLimits(
        maxEvents, maxBytes, most, Math.min(most, maxLivePerOwner), maxKeptPerOwner, retention);
  }

  public StreamLimits withRetention(Duration time) {
    return new StreamLimits(maxEvents, maxBytes, maxLive, maxLivePerOwner, maxKeptPerOwner, time);
  }
}
