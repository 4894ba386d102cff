package dev.weir.bench;

import dev.weir.bench.peer.Peer;
import dev.weir.bench.peer.Sink;
import dev.weir.bench.stream.ProviderStream;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/** Decodes whole streams; one operation is one delta. Each contestant has its own JVM. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class DecodeBenchmark {
  @Param public Contestant contestant = Contestant.CHAT_WEIR;

  private Peer peer = sink -> {};

  @Setup
  public void prepare() {
    peer = contestant.ready();
  }

  @Benchmark
  @OperationsPerInvocation(ProviderStream.DELTAS)
  public void decode(Blackhole blackhole) {
    Sink sink =
        (value, text) -> {
          blackhole.consume(value);
          blackhole.consume(text);
        };
    peer.decode(sink);
  }
}
