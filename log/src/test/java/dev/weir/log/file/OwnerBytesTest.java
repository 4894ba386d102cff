package dev.weir.log.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.event.StreamEvent.ResponseStart;
import dev.weir.log.StreamLog.Addition;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The log knows how much room the streams of each owner take. */
class OwnerBytesTest {
  @TempDir private Path folder;

  private static void write(FileStreamLog log, String stream, String owner) {
    log.begin(stream, owner, "about").join();
    log.note(stream, "asked", "x".repeat(10_000)).join();
    log.append(new Addition(stream, 0, 1, List.of(new ResponseStart("r", "m")))).join();
    log.end(stream, 1, "COMPLETE").join();
  }

  @Test
  void itIsTheSameAfterAReopeningAndNothingAfterExpiry() throws Exception {
    long alices;
    try (var log = FileStreamLog.open(folder)) {
      assertThat(log.bytes("alice").join()).isZero();
      write(log, "a-1", "alice");
      long one = log.bytes("alice").join();
      write(log, "a-2", "alice");
      write(log, "b-1", "bob");
      alices = log.bytes("alice").join();

      assertThat(one).isBetween(10_000L, 11_000L);
      assertThat(alices).isEqualTo(2 * one);
      assertThat(log.bytes("bob").join()).isBetween(10_000L, 11_000L);
    }
    try (var log = FileStreamLog.open(folder)) {
      assertThat(log.bytes("alice").join()).isEqualTo(alices);
      log.expire(Instant.now().plusSeconds(60)).join();
      assertThat(log.bytes("alice").join()).isZero();
    }
    try (var log = FileStreamLog.open(folder)) {
      assertThat(log.bytes("alice").join()).isZero();
    }
  }
}
