package dev.weir.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Measures the processor time of the whole JVM per operation, garbage collection included. Unlike
 * the time on the clock it does not grow when other work runs on the machine.
 */
public final class ProcessorTime implements InternalProfiler {
  static final String LABEL = "cpu.time.norm";

  private final OperatingSystemMXBean system =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private long before;

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    before = system.getProcessCpuTime();
  }

  @Override
  public Collection<ScalarResult> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    double nanos = system.getProcessCpuTime() - before;
    long operations = result.getMetadata().getAllOps();
    return List.of(new ScalarResult(LABEL, nanos / operations, "ns/op", AggregationPolicy.AVG));
  }

  @Override
  public String getDescription() {
    return "Processor time per operation";
  }
}
