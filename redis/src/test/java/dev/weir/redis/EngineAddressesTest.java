package dev.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.event.BlockId;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.log.StreamLog;
import dev.weir.log.StreamLog.Addition;
import dev.weir.testkit.EngineProcess;
import dev.weir.testkit.TestCertificate;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Engines behind TLS, behind passwords, and with replicas. */
@Timeout(120)
class EngineAddressesTest {
  private @TempDir Path folder;

  @BeforeEach
  void needsAnEngine() {
    assumeTrue(EngineProcess.program().isPresent(), EngineProcess.MISSING);
  }

  private static StreamEvent event(int number) {
    return new BlockDelta(new BlockId(0, 0), "event " + number);
  }

  private static CompletableFuture<Long> append(StreamLog log, String stream, int position) {
    return log.append(
        new Addition(stream, position, /* atMillis= */ 1000, List.of(event(position))));
  }

  private static long done(CompletableFuture<Long> answer) throws Exception {
    return answer.get(30, TimeUnit.SECONDS);
  }

  private static List<StreamEvent> read(StreamLog log, String stream) throws IOException {
    return StreamLog.await(log.read(stream, 0, 1000)).events();
  }

  @Test
  void anEngineOverTlsIsBelievedOnlyByItsCertificate() throws Exception {
    TestCertificate certificate = TestCertificate.in(folder);
    int port = EngineProcess.freePort();
    try (var engine =
        EngineProcess.start(
            folder,
            "--tls-port",
            Integer.toString(port),
            "--tls-cert-file",
            certificate.certificate().toString(),
            "--tls-key-file",
            certificate.privateKey().toString(),
            "--tls-ca-cert-file",
            certificate.certificate().toString(),
            "--tls-auth-clients",
            "no")) {
      RedisPlace place = RedisPlace.parse("rediss://127.0.0.1:" + port);
      assertThatThrownBy(place::open).hasMessageContaining("cannot be reached");
      assertThatThrownBy(() -> RedisPlace.parse("redis://127.0.0.1:" + port).open())
          .isInstanceOf(IOException.class);
      try (StreamLog log = place.withAuthorities(certificate.certificate()).open();
          StreamLog plain = RedisPlace.parse(engine.url()).open()) {
        done(log.begin("a", "alice", ""));
        assertThat(done(append(log, "a", 0))).isEqualTo(1);
        assertThat(read(plain, "a")).containsExactly(event(0));
      }
      Path other = folder.resolve("other");
      RedisPlace mistaken = place.withAuthorities(TestCertificate.in(other).certificate());
      assertThatThrownBy(mistaken::open).hasMessageContaining("cannot be reached");
    }
  }

  @Test
  void userAndPasswordOpenAnEngineThatIsLockedAndAreNotSaidInErrors() throws Exception {
    try (var engine = EngineProcess.start(folder)) {
      engine.ask("ACL", "SETUSER", "weir", "on", ">s3cret-word", "~weir:*", "&weir:*", "+@all");
      engine.ask("ACL", "SETUSER", "default", "off");
      RedisPlace place = RedisPlace.parse(engine.url());
      assertThatThrownBy(place::open).hasMessageContaining("NOAUTH");
      assertThatThrownBy(() -> place.withCredentials("weir", "wrong-word").open())
          .hasMessageContaining("WRONGPASS")
          .hasMessageNotContaining("wrong-word");
      try (StreamLog log = place.withCredentials("weir", "s3cret-word").open()) {
        done(log.begin("a", "alice", ""));
        assertThat(done(append(log, "a", 0))).isEqualTo(1);
      }
      assertThat(place.withCredentials("weir", "s3cret-word").toString()).doesNotContain("s3cret");
    }
  }

  private EngineProcess replicaOf(EngineProcess primary) throws Exception {
    return EngineProcess.replica(folder, primary.port());
  }

  private static RedisPlace both(EngineProcess one, EngineProcess other) {
    return RedisPlace.parse(
        "redis://127.0.0.1:%d,127.0.0.1:%d".formatted(one.port(), other.port()));
  }

  @Test
  void ofSeveralAddressesThePrimaryIsWrittenToWhicheverComesFirst() throws Exception {
    try (var primary = EngineProcess.start(folder);
        var replica = replicaOf(primary);
        StreamLog log = both(replica, primary).open()) {
      done(log.begin("a", "alice", ""));
      assertThat(done(append(log, "a", 0))).isEqualTo(1);
      assertThat(primary.ask("EXISTS", "weir:{a}:log")).isEqualTo(":1");
    }
  }

  @Test
  void withReplicaNothingAcknowledgedIsLostWhenThePrimaryIsKilledAndItsReplicaPromoted()
      throws Exception {
    try (var primary = EngineProcess.start(folder);
        var replica = replicaOf(primary);
        StreamLog log = both(primary, replica).with(Durability.REPLICA).open()) {
      done(log.begin("a", "alice", ""));
      int acknowledged = 0;
      for (; acknowledged < 200; acknowledged++) {
        done(append(log, "a", acknowledged));
      }
      primary.kill();
      List<String> there = replica.lines("LLEN", "weir:{a}:log");
      assertThat(there).containsExactly(":" + (1 + acknowledged));
      CompletableFuture<Long> held = append(log, "a", acknowledged);
      replica.ask("REPLICAOF", "NO", "ONE");
      try (var another = replicaOf(replica)) {
        assertThat(done(held)).isEqualTo(acknowledged + 1);
        assertThat(read(log, "a")).hasSize(acknowledged + 1);
        assertThat(another.ask("EXISTS", "weir:{a}:log")).isEqualTo(":1");
      }
    }
  }

  @Test
  void withReplicaNothingIsAcknowledgedWhileThereIsNone() throws Exception {
    try (var primary = EngineProcess.start(folder);
        StreamLog log = RedisPlace.parse(primary.url()).with(Durability.REPLICA).open()) {
      CompletableFuture<Long> begun = log.begin("a", "alice", "");
      while (primary.ask("EXISTS", "weir:{a}:log").equals(":0")) {
        Thread.sleep(5);
      }
      assertThat(begun).isNotDone();
      try (var replica = replicaOf(primary)) {
        assertThat(done(begun)).isZero();
        assertThat(replica.ask("EXISTS", "weir:{a}:log")).isEqualTo(":1");
      }
    }
  }

  @Test
  void whatAPromotedReplicaLacksIsAddedAgainByTheWriter() throws Exception {
    try (var primary = EngineProcess.start(folder);
        var replica = replicaOf(primary);
        StreamLog log = both(primary, replica).open()) {
      done(log.begin("a", "alice", ""));
      done(append(log, "a", 0));
      while (!replica.ask("LLEN", "weir:{a}:log").equals(":2")) {
        Thread.sleep(5);
      }
      // The replica hears nothing more, as behind a broken link.
      replica.ask("REPLICAOF", "NO", "ONE");
      for (int i = 1; i < 20; i++) {
        assertThat(done(append(log, "a", i))).isEqualTo(i + 1);
      }
      assertThat(replica.ask("LLEN", "weir:{a}:log")).isEqualTo(":2");
      primary.kill();

      assertThat(done(append(log, "a", 20))).isEqualTo(21);
      assertThat(read(log, "a")).hasSize(21);
      assertThat(done(log.end("a", 21, "COMPLETE"))).isEqualTo(21);
    }
  }

  /** A wait for each of them took a second each, and the engine was given up after ten. */
  @Test
  void whatComesWhileAnEngineWaitsForItsDiskIsConfirmedTogether() throws Exception {
    try (var engine = EngineProcess.start(folder, "--appendonly", "yes")) {
      assumeTrue(!engine.isOlderThan(7, 2), "the engine is too old for durability: disk");
      try (StreamLog log = RedisPlace.parse(engine.url()).with(Durability.DISK).open()) {
        done(log.begin("a", "alice", ""));
        List<CompletableFuture<Long>> all = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
          all.add(append(log, "a", i));
          Thread.sleep(1);
        }
        for (int i = 0; i < 200; i++) {
          assertThat(done(all.get(i))).isEqualTo(i + 1);
        }
      }
    }
  }

  @Test
  void anEngineThatCannotWaitForItsDiskIsRefusedForDurabilityDisk() throws Exception {
    try (var engine = EngineProcess.start(folder)) {
      RedisPlace place = RedisPlace.parse(engine.url()).with(Durability.DISK);
      assertThatThrownBy(place::open)
          .hasMessageContaining(
              engine.isOlderThan(7, 2)
                  ? "durability: disk needs 7.2 or newer"
                  : "durability: disk needs an append-only file: set appendonly to yes");
    }
  }
}
