package dev.weir.log.metrics;

import dev.weir.event.StreamMetrics;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One stream's metrics with what they belong to.
 *
 * @param file where the stream was read from, if it was
 * @param dialect by its name, which a later version may know even if this one does not
 * @param timed whether there were times of arrival; without them all times are absent
 */
public record MetricsRecord(
    @Nullable String file,
    String dialect,
    @Nullable String provider,
    Instant startedAt,
    boolean timed,
    StreamMetrics metrics) {}
