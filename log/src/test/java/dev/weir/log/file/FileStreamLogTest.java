package dev.weir.log.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.event.BlockId;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.log.NoSuchStreamException;
import dev.weir.log.StreamLog;
import dev.weir.log.StreamLog.LoggedEvent;
import dev.weir.log.StreamLog.Page;
import dev.weir.log.StreamLog.State;
import dev.weir.log.file.LogOptions.Durability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileStreamLogTest {
  private static final LogOptions SMALL =
      new LogOptions(/* segmentBytes= */ 2000, /* maxPendingBytes= */ 1 << 20);

  private final MemoryFiles disk = new MemoryFiles();
  private long now = 1000;

  @Test
  void aLogIsReopenedWithAllItHeld() throws Exception {
    try (var log = open()) {
      log.append("ended", events(0, 50)).get();
      log.end("ended").get();
      log.append("open", events(0, 3)).get();
    }
    try (var log = open()) {
      assertThat(log.damage()).isEmpty();
      assertThat(log.read("ended", 0, 1000).events()).isEqualTo(events(0, 50));
      assertThat(log.read("open", 1, 10)).isEqualTo(page(events(1, 3), 3, true));
      assertThat(log.list().stream().map(StreamLog.StreamInfo::state))
          .containsExactly(State.ENDED, State.CUT);
      assertThat(log.append("open", events(3, 4)))
          .failsWithin(5, TimeUnit.SECONDS)
          .withThrowableOfType(ExecutionException.class)
          .withMessageContaining("was cut when its writer went away; begin another");
      assertThat(log.append("new", events(0, 1)).get()).isEqualTo(1);
    }
  }

  @Test
  void whatExpiresIsGoneEvenAfterReopening() throws Exception {
    try (var log = open()) {
      now = 1000;
      for (int i = 0; i < 30; i++) {
        log.append("old", events(i, i + 1)).get();
      }
      log.end("old").get();
      log.append("left", events(0, 30)).get();
      log.end("left").get();
      now = 2000;
      log.append("young", events(0, 30)).get();
      int files = disk.contents.size();

      assertThat(log.expire(Instant.ofEpochMilli(1500))).containsExactly("left", "old");

      assertThat(disk.contents.size()).isLessThan(files);
      assertThatThrownBy(() -> log.read("old", 0, 1))
          .isInstanceOf(NoSuchStreamException.class)
          .hasMessageContaining("never written, or it has expired");
      assertThat(log.read("young", 0, 100).events()).isEqualTo(events(0, 30));
    }
    try (var log = open()) {
      assertThat(log.list().stream().map(StreamLog.StreamInfo::stream)).containsExactly("young");
      assertThat(log.damage()).isEmpty();
    }
  }

  @Test
  void whatExpiresBesideAnOldStreamStaysGone() throws Exception {
    try (var log = open()) {
      now = 1000;
      log.append("keeper", events(0, 1)).get();
      log.append("old", events(0, 40)).get();
      log.end("old").get();
      now = 3000;
      log.append("keeper", events(1, 2)).get();
      log.expire(Instant.ofEpochMilli(2000));
      // The declaration that "old" expired must outlive the file that holds its events.
      log.append("more", events(0, 200)).get();
      log.end("more").get();
      now = 5000;
      log.append("keeper", events(2, 3)).get();
      log.expire(Instant.ofEpochMilli(4000));
    }
    try (var log = open()) {
      assertThat(log.list().stream().map(StreamLog.StreamInfo::stream)).containsExactly("keeper");
    }
  }

  @Test
  void aFolderIsHeldByOneLogAtATime(@TempDir Path folder) throws Exception {
    try (var log = EasyLog.open(folder, LogOptions.DEFAULT)) {
      log.append("a", events(0, 1)).get();
      assertThatThrownBy(() -> FileStreamLog.open(folder))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("is open in another process");
    }
    try (var log = EasyLog.open(folder, LogOptions.DEFAULT)) {
      assertThat(log.read("a", 0, 9).events()).isEqualTo(events(0, 1));
    }
  }

  @Test
  void aReaderThatIsInterruptedDoesNotCloseTheFileForOthers(@TempDir Path folder) throws Exception {
    try (var log = EasyLog.open(folder, LogOptions.DEFAULT)) {
      log.append("a", events(0, 1000)).get();
      log.end("a").get();
      // A virtual thread reads by itself.
      Thread reader =
          Thread.ofVirtual()
              .start(() -> {
                Thread.currentThread().interrupt();
                assertThat(log.log().read("a", 0, 10)).isCompleted();
              });
      reader.join();

      assertThat(log.read("a", 10, 10).events()).isEqualTo(events(10, 20));
    }
  }

  @Test
  void whereNoForceIsAskedForAnAppendIsKeptWhenTheCallReturns() throws Exception {
    try (var log = EasyLog.open(disk, SMALL.with(Durability.OS), clock())) {
      assertThat(log.append("a", events(0, 3))).isCompletedWithValue(3L);
      assertThat(log.note("a", "about", "what it is")).isCompleted();
      assertThat(log.end("a")).isCompleted();
      assertThat(log.read("a", 0, 9).events()).isEqualTo(events(0, 3));
    }
  }

  @Test
  void whatIsAddedToManyStreamsIsOneWrite() throws Exception {
    try (var log = EasyLog.open(disk, SMALL.with(Durability.OS), clock())) {
      log.begin("a");
      log.begin("b");
      long before = disk.operations();

      List<CompletableFuture<Long>> futures =
          log.log()
              .append(
                  List.of(
                      log.addition("a", /* atMillis= */ 1, events(0, 2)),
                      log.addition("b", /* atMillis= */ 1, events(0, 4))));

      assertThat(disk.operations() - before).isEqualTo(1);
      assertThat(futures.get(0)).isCompletedWithValue(2L);
      assertThat(futures.get(1)).isCompletedWithValue(4L);
    }
  }

  @Test
  void threadsThatWriteThemselvesDoNotDisturbEachOther() throws Exception {
    int appends = 500;
    try (var log = EasyLog.open(disk, SMALL.with(Durability.OS), clock())) {
      List<Thread> writers = new ArrayList<>();
      for (int w = 0; w < 4; w++) {
        String stream = "s" + w;
        writers.add(
            Thread.ofPlatform()
                .start(() -> {
                  for (int i = 0; i < appends; i++) {
                    var unused = log.append(stream, events(i, i + 1));
                  }
                }));
      }
      for (Thread writer : writers) {
        writer.join();
      }
      for (int w = 0; w < 4; w++) {
        log.end("s" + w).get();
        assertThat(log.read("s" + w, 0, appends + 1).events()).isEqualTo(events(0, appends));
      }
    }
    try (var log = EasyLog.open(disk, SMALL, clock())) {
      assertThat(log.damage()).isEmpty();
      assertThat(log.read("s3", 0, appends + 1).events()).isEqualTo(events(0, appends));
    }
  }

  @Test
  void aWriterThatIsInterruptedDoesNotCloseTheFileForOthers(@TempDir Path folder) throws Exception {
    try (var log = EasyLog.open(folder, LogOptions.DEFAULT.with(Durability.OS))) {
      log.append("a", events(0, 1)).get();
      Thread.currentThread().interrupt();
      assertThat(log.append("a", events(1, 2))).isCompleted();
      assertThat(Thread.interrupted()).isTrue();

      assertThat(log.append("a", events(2, 3)).get()).isEqualTo(3);
      assertThat(log.read("a", 0, 9).events()).isEqualTo(events(0, 3));
    }
  }

  @Test
  void appendsThatTheDiskCannotFollowFailInsteadOfPilingUp() throws Exception {
    var options = new LogOptions(1 << 20, /* maxPendingBytes= */ 5000);
    try (var log = EasyLog.open(disk, options, clock())) {
      List<CompletableFuture<Long>> all = new ArrayList<>();
      for (int i = 0; i < 2000; i++) {
        all.add(log.append("s" + i, events(0, 20)));
      }
      long kept = 0;
      for (CompletableFuture<Long> future : all) {
        kept += future.handle((position, failed) -> failed == null ? 1 : 0).get();
      }
      long visible = log.list().stream().filter(s -> s.events() == 20).count();
      assertThat(visible).isEqualTo(kept);
    }
  }

  @Test
  void aStreamThatHasOnlyANoteIsKept() throws Exception {
    try (var log = open()) {
      log.note("a", "about", "nothing came").get();
    }
    try (var log = open()) {
      assertThat(log.read("a", 0, 10)).isEqualTo(page(List.of(), 0, true));
      assertThat(log.readNote("a", "about")).isEqualTo("nothing came");
    }
  }

  @Test
  void withoutDurabilityOnDiskNothingWaitsForTheDisk() throws Exception {
    disk.failAt(0, MemoryFiles.Trouble.FORCE_FAILS, /* andAfter= */ true);
    try (var log = EasyLog.open(disk, SMALL.with(LogOptions.Durability.OS), clock())) {
      for (int i = 0; i < 100; i++) {
        log.append("a", events(i, i + 1)).get();
      }
      assertThat(log.read("a", 0, 1000).events()).isEqualTo(events(0, 100));
    }
  }

  @Test
  void onlyTheOwnerMayReadTheFiles(@TempDir Path folder) throws Exception {
    Path home = folder.resolve("log");
    try (var log = EasyLog.open(home, LogOptions.DEFAULT)) {
      log.append("a", events(0, 1)).get();
    }
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home)))
        .isEqualTo("rwx------");
    assertThat(home.resolve("0000000001.weirlog"))
        .satisfies(file ->
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------"));
  }

  private static Page page(List<StreamEvent> events, long next, boolean isLast) {
    return new Page(
        events.stream().map(event -> new LoggedEvent(event, 1000)).toList(), next, isLast);
  }

  private EasyLog open() throws IOException {
    return EasyLog.open(disk, SMALL, clock());
  }

  private Clock clock() {
    return new Clock() {
      @Override
      public ZoneOffset getZone() {
        return ZoneOffset.UTC;
      }

      @Override
      public Clock withZone(ZoneId zone) {
        return this;
      }

      @Override
      public Instant instant() {
        return Instant.ofEpochMilli(now);
      }
    };
  }

  static List<StreamEvent> events(int from, int to) {
    return IntStream.range(from, to).mapToObj(FileStreamLogTest::event).toList();
  }

  static StreamEvent event(long number) {
    return new BlockDelta(new BlockId(0, 0), "event number " + number);
  }

  static List<StreamEvent> events(long to) {
    return LongStream.range(0, to).mapToObj(FileStreamLogTest::event).toList();
  }
}
