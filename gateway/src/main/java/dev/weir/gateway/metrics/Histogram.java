package dev.weir.gateway.metrics;

import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;

/** Counts values by how large they are. Any thread may observe. */
public final class Histogram {
  private final double[] bounds;
  private final LongAdder[] counts;
  private final DoubleAdder sum = new DoubleAdder();

  Histogram(double... bounds) {
    this.bounds = bounds.clone();
    this.counts = new LongAdder[bounds.length + 1];
    for (int i = 0; i < counts.length; i++) {
      counts[i] = new LongAdder();
    }
  }

  public void observe(double value) {
    int at = 0;
    while (at < bounds.length && value > bounds[at]) {
      at++;
    }
    counts[at].increment();
    sum.add(value);
  }

  /** Adds values that were counted elsewhere, by the same bounds. */
  void add(int[] counted, double sumOfAll) {
    for (int i = 0; i < counts.length; i++) {
      counts[i].add(counted[i]);
    }
    sum.add(sumOfAll);
  }

  void write(Exposition out, String name, String labels) {
    long total = 0;
    String more = labels.isEmpty() ? "" : labels + ",";
    for (int i = 0; i < bounds.length; i++) {
      total += counts[i].sum();
      out.sample(
          name + "_bucket", more + "le=\"" + Exposition.number(bounds[i]) + "\"", (double) total);
    }
    total += counts[bounds.length].sum();
    out.sample(name + "_bucket", more + "le=\"+Inf\"", (double) total);
    out.sample(name + "_sum", labels, sum.sum());
    out.sample(name + "_count", labels, (double) total);
  }
}
