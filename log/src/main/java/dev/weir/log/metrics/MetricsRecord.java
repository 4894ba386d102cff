package dev.weir.log.metrics;

import dev.weir.event.StreamMetrics;
import dev.weir.log.recording.Secrets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One stream's metrics with what they belong to.
 *
 * @param file where the stream was read from, if it was
 * @param dialect by its name, which a later version may know even if this one does not
 * @param timed whether there were times of arrival; without them all times are absent
 * @param node which of several gateways fetched the stream; absent if there was only one, or none
 */
public record MetricsRecord(
    @Nullable String file,
    String dialect,
    @Nullable String provider,
    Instant startedAt,
    boolean timed,
    StreamMetrics metrics,
    @Nullable String node) {

  /** Those of a stream that no gateway of several fetched. */
  public MetricsRecord(
      @Nullable String file,
      String dialect,
      @Nullable String provider,
      Instant startedAt,
      boolean timed,
      StreamMetrics metrics) {
    this(file, dialect, provider, startedAt, timed, metrics, /* node= */ null);
  }

  /** The same without these secrets, which a provider may repeat in a name or a reason. */
  public MetricsRecord without(Secrets secrets) {
    String line = MetricsJson.write(this);
    String safe = secrets.hide(line);
    return safe.equals(line) ? this : MetricsJson.read(safe);
  }
}
