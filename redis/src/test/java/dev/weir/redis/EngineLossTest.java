package dev.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.event.BlockId;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.log.StreamLog;
import dev.weir.log.StreamLog.Addition;
import dev.weir.testkit.EngineProcess;
import dev.weir.testkit.WeakLink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * An engine is lost under writers: what it has then is compared with what it acknowledged, before
 * the writers can come back to it, and after. {@code -Dweir.engine.losses=12} loses more of them.
 */
@Timeout(600)
class EngineLossTest {
  private static final int LOSSES = Integer.getInteger("weir.engine.losses", 1);
  private static final int STREAMS = 20;

  /** How far away a replica is. */
  private static final Duration DELAY = Duration.ofMillis(30);

  private @TempDir Path folder;

  @BeforeEach
  void needsAnEngine() {
    assumeTrue(EngineProcess.program().isPresent(), EngineProcess.MISSING);
  }

  /** Streams that grow as fast as they are acknowledged. */
  private static final class Writers {
    final AtomicLongArray acknowledged = new AtomicLongArray(STREAMS);
    private final StreamLog log;
    private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private volatile boolean isStopping;
    private final AtomicLongArray stopped = new AtomicLongArray(STREAMS);

    Writers(StreamLog log) throws Exception {
      this.log = log;
      List<CompletableFuture<Long>> begun =
          IntStream.range(0, STREAMS).mapToObj(i -> log.begin("s" + i, "alice", "")).toList();
      for (CompletableFuture<Long> one : begun) {
        one.get(30, TimeUnit.SECONDS);
      }
      for (int stream = 0; stream < STREAMS; stream++) {
        next(stream);
      }
    }

    private static StreamEvent event(long position) {
      return new BlockDelta(new BlockId(0, 0), "event " + position);
    }

    private void next(int stream) {
      if (isStopping) {
        stopped.set(stream, 1);
        return;
      }
      long position = acknowledged.get(stream);
      var unused =
          log.append(new Addition("s" + stream, position, 1000, List.of(event(position))))
              .whenComplete((next, failed) -> {
                if (failed == null) {
                  acknowledged.set(stream, next);
                  next(stream);
                } else {
                  failures.add(failed);
                }
              });
    }

    long[] counts() {
      return LongStream.range(0, STREAMS).map(i -> acknowledged.get((int) i)).toArray();
    }

    /** Waits until each stream has so many more. */
    void grow(long[] from, long more) throws InterruptedException {
      for (int stream = 0; stream < STREAMS; stream++) {
        while (acknowledged.get(stream) < from[stream] + more) {
          assertThat(failures).isEmpty();
          Thread.sleep(1);
        }
      }
    }

    /** Stops them; each stream must be what was acknowledged, event by event. */
    void check() throws Exception {
      isStopping = true;
      for (int stream = 0; stream < STREAMS; stream++) {
        while (stopped.get(stream) == 0) {
          assertThat(failures).isEmpty();
          Thread.sleep(1);
        }
        long count = acknowledged.get(stream);
        StreamLog.Page page = StreamLog.await(log.read("s" + stream, 0, Integer.MAX_VALUE));
        assertThat(page.events())
            .isEqualTo(LongStream.range(0, count).mapToObj(Writers::event).toList());
      }
    }
  }

  /** How many of what was acknowledged an engine lacks. */
  private static long lacking(EngineProcess engine, long[] acknowledged) throws IOException {
    long lacking = 0;
    for (int stream = 0; stream < STREAMS; stream++) {
      String length = engine.ask("LLEN", "weir:{s" + stream + "}:log").substring(1);
      lacking += Math.max(0, acknowledged[stream] - Math.max(0, Long.parseLong(length) - 1));
    }
    return lacking;
  }

  private EngineProcess primary(int number) throws IOException {
    return EngineProcess.start(
        Files.createDirectories(folder.resolve("engine" + number)),
        "--appendonly",
        "yes",
        "--appendfsync",
        "everysec");
  }

  /** An {@code fsync} every second lets a stream grow slowly. */
  private static long some(Durability durability) {
    return durability == Durability.DISK ? 2 : 100;
  }

  @ParameterizedTest
  @EnumSource
  void afterAKillAndARestartEverythingAcknowledgedIsThere(Durability durability) throws Exception {
    long acknowledged = 0;
    long lacking = 0;
    for (int i = 0; i < LOSSES; i++) {
      try (var engine = primary(i);
          var replica = EngineProcess.replica(folder, engine.port());
          var link = WeakLink.to(engine.port())) {
        assumeTrue(
            durability != Durability.DISK || !engine.isOlderThan(7, 2),
            "the engine is too old for durability: disk");
        var place = RedisPlace.parse("redis://127.0.0.1:" + link.port()).with(durability);
        try (StreamLog log = place.open()) {
          var writers = new Writers(log);
          writers.grow(new long[STREAMS], some(durability));
          link.hold(true);
          engine.kill();
          long[] told = writers.counts();
          engine.restart();
          acknowledged += LongStream.of(told).sum();
          lacking += lacking(engine, told);
          link.hold(false);
          writers.grow(told, 1);
          writers.check();
          assertThat(replica.ask("PING")).isEqualTo("+PONG");
        }
      }
    }
    System.out.printf(
        "engine killed %d times, durability %s: %,d events acknowledged, %,d missing when it was back, 0 once the writers were%n",
        LOSSES, durability, acknowledged, lacking);
    if (durability == Durability.DISK) {
      assertThat(lacking).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ENGINE", "REPLICA"})
  void afterAFailoverEverythingAcknowledgedIsThere(Durability durability) throws Exception {
    long acknowledged = 0;
    long lacking = 0;
    for (int i = 0; i < LOSSES; i++) {
      try (var primary = primary(i);
          var cable = WeakLink.to(primary.port(), DELAY);
          var replica = EngineProcess.replica(folder, cable.port());
          var toPrimary = WeakLink.to(primary.port());
          var toReplica = WeakLink.to(replica.port())) {
        var place =
            RedisPlace.parse(
                    "redis://127.0.0.1:%d,127.0.0.1:%d"
                        .formatted(toPrimary.port(), toReplica.port()))
                .with(durability);
        try (StreamLog log = place.open()) {
          var writers = new Writers(log);
          writers.grow(new long[STREAMS], durability == Durability.REPLICA ? 8 : 100);
          toPrimary.hold(true);
          toReplica.hold(true);
          // With its machine goes what was on its way.
          cable.sever();
          primary.kill();
          long[] told = writers.counts();
          replica.ask("REPLICAOF", "NO", "ONE");
          acknowledged += LongStream.of(told).sum();
          lacking += lacking(replica, told);
          toPrimary.sever();
          toReplica.hold(false);
          try (var another = EngineProcess.replica(folder, replica.port())) {
            writers.grow(told, 1);
            writers.check();
            assertThat(another.ask("PING")).isEqualTo("+PONG");
          }
        }
      }
    }
    System.out.printf(
        "failover to a replica %d ms away %d times, durability %s: %,d events acknowledged, %,d missing in the replica, 0 once the writers were back%n",
        DELAY.toMillis(), LOSSES, durability, acknowledged, lacking);
    if (durability == Durability.REPLICA) {
      assertThat(lacking).isZero();
    }
  }
}
