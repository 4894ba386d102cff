package dev.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.event.BlockId;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.log.NoSuchStreamException;
import dev.weir.log.StreamLog;
import dev.weir.log.StreamLog.Addition;
import dev.weir.log.StreamLog.State;
import dev.weir.testkit.EngineProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What an engine does to a log, and what somebody else may do in it. */
@Timeout(60)
class DamagedEngineTest {
  private @TempDir Path folder;
  private EngineProcess engine;
  private StreamLog log;

  @BeforeEach
  void start() throws IOException {
    assumeTrue(EngineProcess.program().isPresent(), EngineProcess.MISSING);
    engine = EngineProcess.start(folder, "--appendonly", "yes", "--appendfsync", "everysec");
    log = RedisPlace.parse(engine.url()).open();
  }

  @AfterEach
  void stop() throws IOException {
    if (engine != null) {
      log.close();
      engine.close();
    }
  }

  private CompletableFuture<Long> append(String stream, int from, int to) {
    List<StreamEvent> events =
        IntStream.range(from, to)
            .<StreamEvent>mapToObj(i -> new BlockDelta(new BlockId(0, 0), "event " + i))
            .toList();
    return log.append(new Addition(stream, from, /* atMillis= */ 1000, events));
  }

  private static long done(CompletableFuture<Long> answer) throws Exception {
    return answer.get(20, TimeUnit.SECONDS);
  }

  private State state(String stream) throws IOException {
    return StreamLog.await(log.info(stream)).state();
  }

  private List<StreamEvent> read(String stream) throws IOException {
    return StreamLog.await(log.read(stream, 0, 1000)).events();
  }

  @Test
  void rubbishInAListIsIgnoredByReadersAndByTheWriter() throws Exception {
    done(log.begin("a", "alice", ""));
    done(append("a", 0, 2));
    engine.ask("RPUSH", "weir:{a}:log", "rubbish");

    assertThat(done(append("a", 2, 5))).isEqualTo(5);
    assertThat(done(append("a", 5, 6))).isEqualTo(6);
    assertThat(done(log.end("a", 6, "COMPLETE"))).isEqualTo(6);

    assertThat(read("a")).hasSize(6);
    assertThat(state("a")).isEqualTo(State.ENDED);
  }

  @Test
  void whatIsAddedAsSoonAsARecordIsFoundToCountIsWrittenToo() throws Exception {
    done(log.begin("a", "alice", ""));
    done(append("a", 0, 2));
    engine.ask("RPUSH", "weir:{a}:log", "rubbish");

    assertThat(done(append("a", 2, 5).thenCompose(next -> append("a", 5, 6)))).isEqualTo(6);
    assertThat(read("a")).hasSize(6);
  }

  @Test
  void whatSomebodyCutIsOverForItsWriter() throws Exception {
    done(log.begin("a", "alice", ""));
    done(append("a", 0, 2));
    try (StreamLog other = RedisPlace.parse(engine.url()).open()) {
      assertThat(done(other.cut("a"))).isEqualTo(2);
    }

    assertThatThrownBy(() -> done(append("a", 2, 3))).hasMessageContaining("was cut");
    assertThatThrownBy(() -> done(log.end("a", 2, "COMPLETE"))).hasMessageContaining("was cut");
    assertThat(state("a")).isEqualTo(State.CUT);
    assertThat(read("a")).hasSize(2);
  }

  @Test
  void aRecordThatIsDamagedCutsItsStreamAndNoOther() throws Exception {
    for (String stream : List.of("a", "b")) {
      done(log.begin(stream, "alice", ""));
      done(append(stream, 0, 2));
      done(append(stream, 2, 4));
    }
    engine.ask("LSET", "weir:{a}:log", "2", "damaged");
    done(append("a", 4, 6));
    done(log.end("a", 6, "COMPLETE"));
    done(log.end("b", 4, "COMPLETE"));

    await(() -> state("a") == State.CUT);
    assertThat(read("a")).hasSize(2);
    assertThat(state("b")).isEqualTo(State.ENDED);
  }

  @Test
  void aPackedStreamThatIsDamagedIsAnErrorAndNotAnotherStream() throws Exception {
    done(log.begin("a", "alice", ""));
    done(append("a", 0, 50));
    done(log.end("a", 50, "COMPLETE"));
    await(() -> engine.ask("EXISTS", "weir:{a}:z").equals(":1"));
    engine.ask("SETRANGE", "weir:{a}:z", "120", "XXXX");

    assertThatThrownBy(() -> read("a"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("Stream \"a\" is damaged in the engine");
  }

  @Test
  void anEngineThatForgotEverythingIsNotBelieved() throws Exception {
    done(log.begin("old", "alice", ""));
    done(append("old", 0, 2));
    await(() -> !((RedisStreamLog) log).keeps("old"));
    engine.ask("FLUSHALL");

    assertThatThrownBy(() -> done(append("old", 2, 3))).hasMessageContaining("was lost");
    assertThatThrownBy(() -> state("old")).isInstanceOf(NoSuchStreamException.class);
  }

  @Test
  void whatTheEngineForgotIsAddedAgainWhileTheWriterHasIt() throws Exception {
    done(log.begin("young", "alice", ""));
    done(append("young", 0, 2));
    engine.ask("FLUSHALL");

    assertThat(done(append("young", 2, 3))).isEqualTo(3);
    assertThat(read("young")).hasSize(3);
  }

  @Test
  void aKeyThatIsGoneIsAStreamThatIsGoneAndNoOther() throws Exception {
    for (String stream : List.of("over", "open", "whole")) {
      done(log.begin(stream, "alice", ""));
      done(append(stream, 0, 2));
    }
    done(log.end("over", 2, "COMPLETE"));
    await(() -> engine.ask("EXISTS", "weir:{over}:z").equals(":1"));
    await(() -> !((RedisStreamLog) log).keeps("open"));
    engine.ask("UNLINK", "weir:{over}:z");
    engine.ask("UNLINK", "weir:{open}:log");

    assertThatThrownBy(() -> read("over")).isInstanceOf(NoSuchStreamException.class);
    assertThatThrownBy(() -> read("open")).isInstanceOf(NoSuchStreamException.class);
    assertThatThrownBy(() -> done(append("open", 2, 3))).hasMessageContaining("was lost");
    assertThat(done(append("whole", 2, 3))).isEqualTo(3);
    assertThat(read("whole")).hasSize(3);
    assertThat(StreamLog.await(log.list("alice", null, 10)).streams())
        .extracting(StreamLog.StreamInfo::stream)
        .containsExactly("whole");
  }

  /** Such a name took one of the streams that an owner may have, for good. */
  @Test
  void aStreamWhoseNodeDiedBeforeItsBeginningIsNotCountedForEver() throws Exception {
    done(log.begin("open", "alice", ""));
    engine.ask("SADD", "weir:{o:alice}:live", "never");
    engine.ask("ZADD", "weir:{o:alice}:s", "1000", "never");
    engine.ask("ZADD", "weir:{o:alice}:s", "1000", "open");
    assertThat(done(log.open("alice"))).isEqualTo(2);

    StreamLog.await(log.expire(Instant.ofEpochMilli(10)));
    assertThat(done(log.open("alice"))).isEqualTo(1);
  }

  @Test
  void anEngineThatIsRestartedGetsTheRest() throws Exception {
    done(log.begin("a", "alice", ""));
    done(append("a", 0, 2));
    engine.kill();
    CompletableFuture<Long> held = append("a", 2, 4);
    engine.restart();

    assertThat(done(held)).isEqualTo(4);
    assertThat(done(log.end("a", 4, "COMPLETE"))).isEqualTo(4);
    assertThat(read("a")).hasSize(4);
  }

  @Test
  void aFullEngineRefusesAndTakesTheRestWhenItHasRoom() throws Exception {
    done(log.begin("a", "alice", ""));
    engine.ask("CONFIG", "SET", "maxmemory", "1");
    assertThatThrownBy(() -> done(log.begin("b", "alice", ""))).hasMessageContaining("OOM");
    CompletableFuture<Long> held = append("a", 0, 2);
    await(() -> !engine.ask("GET", "none").startsWith("-"));
    engine.ask("CONFIG", "SET", "maxmemory", "0");

    assertThat(done(held)).isEqualTo(2);
  }

  @Test
  void anEngineThatForgetsWhatItLikesIsRefused() throws Exception {
    engine.ask("CONFIG", "SET", "maxmemory-policy", "allkeys-lru");
    assertThatThrownBy(() -> RedisPlace.parse(engine.url()).open())
        .hasMessageContaining("maxmemory-policy is allkeys-lru. Set it to noeviction");
    assertThatThrownBy(() -> RedisPlace.parse("redis://127.0.0.1:1").open())
        .hasMessageContaining("The engine at [redis://127.0.0.1:1] cannot be reached");
  }

  private interface Condition {
    boolean holds() throws Exception;
  }

  private static void await(Condition condition) throws Exception {
    while (!condition.holds()) {
      Thread.sleep(10);
    }
  }
}
