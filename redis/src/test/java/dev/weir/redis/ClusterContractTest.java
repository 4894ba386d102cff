package dev.weir.redis;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.log.StreamLog;
import dev.weir.log.StreamLogContract;
import dev.weir.testkit.EngineProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** A cluster of three engines keeps what every log promises, wherever it puts a stream. */
final class ClusterContractTest extends StreamLogContract {
  private static final int SLOTS = 16384;
  private static final AtomicInteger LOGS = new AtomicInteger();
  private static final List<EngineProcess> ENGINES = new ArrayList<>();
  private static @TempDir Path folder;

  private final String prefix = "weir" + LOGS.incrementAndGet();

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    assumeTrue(EngineProcess.program().isPresent(), EngineProcess.MISSING);
    for (int i = 0; i < 3; i++) {
      ENGINES.add(
          EngineProcess.start(
              folder,
              "--cluster-enabled",
              "yes",
              "--cluster-config-file",
              "nodes-" + i + ".conf",
              "--cluster-port",
              Integer.toString(EngineProcess.freePort())));
    }
    for (int i = 0; i < 3; i++) {
      int last = i == 2 ? SLOTS - 1 : (i + 1) * (SLOTS / 3) - 1;
      ENGINES.get(i).ask("CLUSTER", "ADDSLOTSRANGE", "" + i * (SLOTS / 3), Integer.toString(last));
    }
    for (EngineProcess engine : ENGINES) {
      ENGINES
          .getFirst()
          .ask("CLUSTER", "MEET", "127.0.0.1", "" + engine.port(), "" + busPort(engine));
    }
    for (EngineProcess engine : ENGINES) {
      while (!engine.lines("CLUSTER", "INFO").contains("cluster_state:ok")
          || !engine.lines("CLUSTER", "INFO").contains("cluster_known_nodes:3")) {
        Thread.sleep(20);
      }
    }
  }

  private static int busPort(EngineProcess engine) throws IOException {
    List<String> said = engine.lines("CONFIG", "GET", "cluster-port");
    return Integer.parseInt(said.getLast());
  }

  @AfterAll
  static void stop() {
    ENGINES.forEach(EngineProcess::close);
    ENGINES.clear();
  }

  @Override
  protected StreamLog open() throws IOException {
    String all =
        ENGINES.stream()
            .map(engine -> "127.0.0.1:" + engine.port())
            .collect(Collectors.joining(","));
    return RedisPlace.parse("redis://" + all + "?cluster=true").withPrefix(prefix).open();
  }

  @Override
  protected void damage(String stream) throws IOException {
    for (EngineProcess engine : ENGINES) {
      RedisLogContractTest.damage(engine, prefix, stream);
    }
  }
}
