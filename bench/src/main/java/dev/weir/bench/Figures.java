package dev.weir.bench;

import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/**
 * What one contestant cost per delta.
 *
 * @param nanos time on the clock
 * @param cpuNanos processor time of the whole JVM
 * @param bytes memory allocated
 */
record Figures(Contestant contestant, double nanos, double cpuNanos, double bytes) {

  static Figures of(RunResult run) {
    return new Figures(
        Contestant.valueOf(run.getParams().getParam("contestant")),
        run.getPrimaryResult().getScore(),
        secondary(run, ProcessorTime.LABEL),
        secondary(run, "gc.alloc.rate.norm"));
  }

  private static double secondary(RunResult run, String label) {
    Result<?> result = run.getSecondaryResults().get(label);
    return result == null ? Double.NaN : result.getScore();
  }
}
