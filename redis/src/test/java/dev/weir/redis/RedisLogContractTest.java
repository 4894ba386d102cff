package dev.weir.redis;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.log.StreamLog;
import dev.weir.log.StreamLogContract;
import dev.weir.testkit.EngineProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** A real engine keeps what every log promises. */
final class RedisLogContractTest extends StreamLogContract {
  private static final AtomicInteger LOGS = new AtomicInteger();
  private static @TempDir Path folder;
  private static EngineProcess engine;

  private final String prefix = "weir" + LOGS.incrementAndGet();

  @BeforeAll
  static void start() throws IOException {
    assumeTrue(EngineProcess.program().isPresent(), EngineProcess.MISSING);
    engine = EngineProcess.start(folder);
  }

  @AfterAll
  static void stop() {
    if (engine != null) {
      engine.close();
    }
  }

  @Override
  protected StreamLog open() throws IOException {
    return RedisPlace.parse(engine.url()).withPrefix(prefix).open();
  }
}
