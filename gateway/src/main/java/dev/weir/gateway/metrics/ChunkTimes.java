package dev.weir.gateway.metrics;

/**
 * The times between the outputs of one pass, counted by how long they are. One thread at a time.
 */
public final class ChunkTimes {
  private final int[] counts = new int[GatewayMetrics.SECONDS.length + 1];
  private long micros;
  private long last = -1;

  /** A piece of output has come. */
  public void came(long atMicros) {
    if (last >= 0) {
      long time = Math.max(0, atMicros - last);
      counts[bucket(time)]++;
      micros += time;
    }
    last = atMicros;
  }

  /** Where a time belongs: the bounds are 10 ms, doubled from each to the next. */
  private static int bucket(long micros) {
    long shortest = (micros + 9_999) / 10_000;
    int bits = shortest <= 1 ? 0 : Long.SIZE - Long.numberOfLeadingZeros(shortest - 1);
    return Math.min(bits, GatewayMetrics.SECONDS.length);
  }

  void addTo(Histogram histogram) {
    histogram.add(counts, micros / GatewayMetrics.MICROS);
  }
}
