package dev.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;
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

  @Override
  protected void damage(String stream) throws IOException {
    damage(engine, prefix, stream);
  }

  /** Damages a stream in the engine that has it: its second addition, or all if it is packed. */
  static void damage(EngineProcess engine, String prefix, String stream) throws IOException {
    String keys = "%s:{%s}:".formatted(prefix, stream);
    if (engine.ask("EXISTS", keys + "log").equals(":1")) {
      assertThat(engine.ask("LSET", keys + "log", "2", "damaged")).isEqualTo("+OK");
    } else if (engine.ask("EXISTS", keys + "z").equals(":1")) {
      assertThat(engine.ask("SETRANGE", keys + "z", "60", "XXXX")).startsWith(":");
    }
  }
}
