package dev.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.event.BlockId;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.log.NotRecordedException;
import dev.weir.log.StreamLog;
import dev.weir.log.StreamLog.Addition;
import dev.weir.log.StreamLog.State;
import dev.weir.log.UnreachableLogException;
import dev.weir.testkit.EngineProcess;
import dev.weir.testkit.WeakLink;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Between a node and its engine no byte passes, and nobody is told so. */
@Timeout(90)
class PartitionTest {
  private @TempDir Path folder;

  @BeforeEach
  void needsAnEngine() {
    assumeTrue(EngineProcess.program().isPresent(), EngineProcess.MISSING);
  }

  private static CompletableFuture<Long> append(StreamLog log, String stream, int position) {
    StreamEvent event = new BlockDelta(new BlockId(0, 0), "event " + position);
    return log.append(new Addition(stream, position, /* atMillis= */ 1000, List.of(event)));
  }

  private static long done(CompletableFuture<Long> answer) throws Exception {
    return answer.get(40, TimeUnit.SECONDS);
  }

  private static State state(StreamLog log, String stream) throws Exception {
    return log.info(stream).get(40, TimeUnit.SECONDS).state();
  }

  @Test
  void whoIsPartedFromTheEngineSaysThatItDoesNotKnowAndIsFenced() throws Exception {
    try (var engine = EngineProcess.start(folder);
        var link = WeakLink.to(engine.port());
        StreamLog parted = RedisPlace.parse("redis://127.0.0.1:" + link.port()).open();
        StreamLog other = RedisPlace.parse(engine.url()).open()) {
      done(parted.begin("a", "alice", ""));
      done(append(parted, "a", 0));
      link.hold(true);

      CompletableFuture<Long> held = append(parted, "a", 1);
      assertThatThrownBy(() -> StreamLog.await(parted.read("a", 0, 10)))
          .isInstanceOf(UnreachableLogException.class);
      assertThatThrownBy(() -> StreamLog.await(parted.list("alice", null, 10)))
          .isInstanceOf(UnreachableLogException.class);
      while (state(other, "a") == State.OPEN) {
        Thread.sleep(50);
      }
      assertThat(done(other.cut("a"))).isEqualTo(1);
      assertThatThrownBy(() -> StreamLog.await(held)).isInstanceOf(NotRecordedException.class);

      link.hold(false);
      CompletableFuture<Long> again = parted.begin("b", "alice", "");
      while (again.handle((began, failed) -> failed != null).get(40, TimeUnit.SECONDS)) {
        again = parted.begin("b", "alice", "");
      }
      assertThat(state(parted, "a")).isEqualTo(State.CUT);
      assertThat(StreamLog.await(parted.read("a", 0, 10)).events()).hasSize(1);
      assertThat(StreamLog.await(other.read("a", 0, 10)).events()).hasSize(1);
    }
  }

  @Test
  void whoIsPartedForAMomentLosesNothing() throws Exception {
    try (var engine = EngineProcess.start(folder);
        var link = WeakLink.to(engine.port());
        StreamLog parted = RedisPlace.parse("redis://127.0.0.1:" + link.port()).open()) {
      done(parted.begin("a", "alice", ""));
      link.hold(true);
      CompletableFuture<Long> held = append(parted, "a", 0);
      assertThatThrownBy(() -> StreamLog.await(parted.read("a", 0, 10)))
          .isInstanceOf(UnreachableLogException.class);
      link.hold(false);

      assertThat(done(held)).isEqualTo(1);
      assertThat(done(append(parted, "a", 1))).isEqualTo(2);
      assertThat(done(parted.end("a", 2, "COMPLETE"))).isEqualTo(2);
      assertThat(StreamLog.await(parted.read("a", 0, 10)).events()).hasSize(2);
    }
  }
}
