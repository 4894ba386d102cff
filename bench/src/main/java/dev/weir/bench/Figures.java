package dev.weir.bench;

import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/** What one contestant cost per delta. */
record Figures(Contestant contestant, double nanos, double error, double bytes) {

  static Figures of(RunResult run) {
    Result<?> time = run.getPrimaryResult();
    Result<?> allocation = run.getSecondaryResults().get("gc.alloc.rate.norm");
    return new Figures(
        Contestant.valueOf(run.getParams().getParam("contestant")),
        time.getScore(),
        time.getScoreError(),
        allocation == null ? Double.NaN : allocation.getScore());
  }
}
