package dev.weir.log.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.event.BlockId;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.log.NoSuchStreamException;
import dev.weir.log.NotRecordedException;
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
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileStreamLogTest {
  private static final LogOptions SMALL =
      new LogOptions(/* segmentBytes= */ 2000, /* maxPendingBytes= */ 1 << 20, /* tailEvents= */ 5);

  private final MemoryFiles disk = new MemoryFiles();
  private long now = 1000;

  @Test
  void whatIsAppendedIsReadFromAnyPosition() throws Exception {
    try (var log = open()) {
      for (int i = 0; i < 100; i += 4) {
        log.append("a", events(i, i + 4)).get();
        log.append("b", events(i, i + 1)).get();
      }
      log.end("a").get();

      for (int from = 0; from <= 100; from++) {
        assertThat(log.read("a", from, 1000)).isEqualTo(page(events(from, 100), 100, true));
      }
      assertThat(log.read("a", 7, 10)).isEqualTo(page(events(7, 17), 17, false));
      assertThat(log.read("b", 25, 10)).isEqualTo(page(List.of(), 25, false));
      assertThat(log.list())
          .containsExactly(
              new StreamLog.StreamInfo("a", 100, State.ENDED, Instant.ofEpochMilli(1000)),
              new StreamLog.StreamInfo("b", 25, State.OPEN, Instant.ofEpochMilli(1000)));
    }
    assertThat(disk.contents).hasSizeGreaterThan(3);
  }

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
  void aFollowerSeesEveryEventOnceAndInOrder() throws Exception {
    try (var log = open()) {
      log.append("a", events(0, 20)).get();
      var early = new Seen();
      var late = new Seen();
      log.follow("a", 0, early);
      log.follow("a", 15, late);
      List<CompletableFuture<Long>> appends = new ArrayList<>();
      for (int i = 20; i < 200; i++) {
        appends.add(log.append("a", events(i, i + 1)));
      }
      log.end("a").get();
      assertThat(appends).allMatch(CompletableFuture::isDone);

      assertThat(early.untilDone()).isEqualTo(events(0, 200));
      assertThat(late.untilDone()).isEqualTo(events(15, 200));
      assertThat(early.problem).isNull();
    }
  }

  @Test
  void aSlowFollowerHoldsUpNobody() throws Exception {
    try (var log = open()) {
      log.append("a", events(0, 1)).get();
      var never = new CompletableFuture<Void>();
      log.follow("a", 0, (position, event, at) -> never.join());
      var quick = new Seen();
      log.follow("a", 0, quick);
      log.append("a", events(1, 50)).get();
      log.end("a").get();

      assertThat(quick.untilDone()).isEqualTo(events(0, 50));
      never.complete(null);
    }
  }

  @Test
  void aFollowerIsToldThatAStreamWasCutOrTheLogClosed() throws Exception {
    var cut = new Seen();
    var closed = new Seen();
    try (var log = open()) {
      log.append("a", events(0, 1)).get();
      log.append("b", events(0, 1)).get();
      log.follow("a", 0, cut);
      log.follow("b", 0, closed);
      disk.failAt(2, MemoryFiles.Trouble.FORCE_FAILS, /* andAfter= */ false);
      assertThat(log.append("a", events(1, 2))).failsWithin(5, TimeUnit.SECONDS);
      assertThat(cut.untilDone()).isEqualTo(events(0, 1));
      assertThat(cut.problem).hasMessage("stream \"a\" was cut");
    }
    assertThat(closed.untilDone()).isEqualTo(events(0, 1));
    assertThat(closed.problem).hasMessage("the log was closed");
  }

  @Test
  void aFollowerThatIsStoppedIsQuiet() throws Exception {
    try (var log = open()) {
      log.append("a", events(0, 1)).get();
      var seen = new Seen();
      StreamLog.Following following = log.follow("a", 0, seen);
      seen.next();
      following.close();
      log.append("a", events(1, 2)).get();
      log.end("a").get();

      assertThat(seen.events.poll(100, TimeUnit.MILLISECONDS)).isNull();
      assertThat(seen.done).isNotDone();
    }
  }

  @Test
  void whatExpiresIsGoneAlsoAfterReopening() throws Exception {
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
  void callersMistakesAreSaid() throws Exception {
    try (var log = open()) {
      assertThatThrownBy(() -> log.append("../etc", events(0, 1)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("1 to 64 of A–Z");
      assertThatThrownBy(() -> log.append("a", List.of()))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> log.read("a", 0, 1)).isInstanceOf(NoSuchStreamException.class);
      log.append("a", events(0, 1)).get();
      assertThatThrownBy(() -> log.read("a", 2, 1))
          .hasMessage("Stream \"a\" has 1 events; asked from 2 on");
      log.end("a").get();
      assertThat(log.append("a", events(1, 2)))
          .failsWithin(5, TimeUnit.SECONDS)
          .withThrowableOfType(ExecutionException.class)
          .withCauseInstanceOf(NotRecordedException.class)
          .withMessageContaining("has ended");
    }
  }

  @Test
  void aFolderIsHeldByOneLogAtATime(@TempDir Path folder) throws Exception {
    try (var log = FileStreamLog.open(folder)) {
      log.append("a", events(0, 1)).get();
      assertThatThrownBy(() -> FileStreamLog.open(folder))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("is open in another process");
    }
    try (var log = FileStreamLog.open(folder)) {
      assertThat(log.read("a", 0, 9).events()).isEqualTo(events(0, 1));
    }
  }

  @Test
  void aReaderThatIsInterruptedDoesNotCloseTheFileForOthers(@TempDir Path folder) throws Exception {
    try (var log = FileStreamLog.open(folder)) {
      log.append("a", events(0, 1000)).get();
      log.end("a").get();
      Thread.currentThread().interrupt();
      assertThat(log.read("a", 0, 10).events()).isEqualTo(events(0, 10));
      assertThat(Thread.interrupted()).isTrue();

      assertThat(log.read("a", 10, 10).events()).isEqualTo(events(10, 20));
    }
  }

  @Test
  void whereNoForceIsAskedForAnAppendIsKeptWhenTheCallReturns() throws Exception {
    try (var log = FileStreamLog.open(disk, SMALL.with(Durability.OS), clock())) {
      assertThat(log.append("a", events(0, 3))).isCompletedWithValue(3L);
      assertThat(log.note("a", "about", "what it is")).isCompleted();
      assertThat(log.end("a")).isCompleted();
      assertThat(log.read("a", 0, 9).events()).isEqualTo(events(0, 3));
    }
  }

  @Test
  void whatIsAddedToManyStreamsIsOneWriteAndWhatIsRefusedIsRefusedAlone() throws Exception {
    try (var log = FileStreamLog.open(disk, SMALL.with(Durability.OS), clock())) {
      log.append("b", events(0, 1)).get();
      log.end("b").get();
      log.append("c", events(0, 1)).get();
      long before = disk.operations();

      List<CompletableFuture<Long>> futures =
          log.appendAll(
              List.of(
                  new StreamLog.Addition("a", 1, events(0, 2)),
                  new StreamLog.Addition("b", 1, events(1, 2)),
                  new StreamLog.Addition("c", 1, List.of()),
                  new StreamLog.Addition("c", 1, events(1, 4))));

      assertThat(disk.operations() - before).isEqualTo(1);
      assertThat(futures.get(0)).isCompletedWithValue(2L);
      assertThat(futures.get(1)).isCompletedExceptionally();
      assertThat(futures.get(2)).isCompletedExceptionally();
      assertThat(futures.get(3)).isCompletedWithValue(4L);
      assertThat(log.read("c", 0, 9).events()).isEqualTo(events(0, 4));
    }
  }

  @Test
  void manyWhoWriteThemselvesDoNotDisturbEachOther() throws Exception {
    int appends = 500;
    try (var log = FileStreamLog.open(disk, SMALL.with(Durability.OS), clock())) {
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
    try (var log = FileStreamLog.open(disk, SMALL, clock())) {
      assertThat(log.damage()).isEmpty();
      assertThat(log.read("s3", 0, appends + 1).events()).isEqualTo(events(0, appends));
    }
  }

  @Test
  void aWriterThatIsInterruptedDoesNotCloseTheFileForOthers(@TempDir Path folder) throws Exception {
    try (var log = FileStreamLog.open(folder, LogOptions.DEFAULT.with(Durability.OS))) {
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
    var options = new LogOptions(1 << 20, /* maxPendingBytes= */ 5000, 5);
    try (var log = FileStreamLog.open(disk, options, clock())) {
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
  void everyEventKeepsItsTime() throws Exception {
    List<LoggedEvent> logged = new ArrayList<>();
    try (var log = open()) {
      for (int i = 0; i < 20; i++) {
        log.append("a", /* atMillis= */ 5000 + i, events(2 * i, 2 * i + 2)).get();
        logged.add(new LoggedEvent(event(2L * i), 5000 + i));
        logged.add(new LoggedEvent(event(2L * i + 1), 5000 + i));
      }
      assertThat(log.read("a", 0, 100).logged()).isEqualTo(logged);
    }
    try (var log = open()) {
      assertThat(log.read("a", 7, 100).logged()).isEqualTo(logged.subList(7, 40));
    }
  }

  @Test
  void aNoteLivesAsLongAsItsStream() throws Exception {
    try (var log = open()) {
      log.note("a", "about", "first words").get();
      log.append("a", events(0, 40)).get();
      log.note("a", "about", "Grüße, 世界").get();
      log.note("a", "metrics", "[]").get();
      log.end("a").get();
      assertThat(log.readNote("a", "about")).isEqualTo("Grüße, 世界");
    }
    try (var log = open()) {
      assertThat(log.readNote("a", "about")).isEqualTo("Grüße, 世界");
      assertThat(log.readNote("a", "metrics")).isEqualTo("[]");
      assertThat(log.readNote("a", "other")).isNull();
      assertThat(log.read("a", 0, 100).events()).isEqualTo(events(0, 40));
      log.expire(Instant.ofEpochMilli(now + 1));
      assertThatThrownBy(() -> log.readNote("a", "about"))
          .isInstanceOf(NoSuchStreamException.class);
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
    try (var log = FileStreamLog.open(disk, SMALL.with(LogOptions.Durability.OS), clock())) {
      for (int i = 0; i < 100; i++) {
        log.append("a", events(i, i + 1)).get();
      }
      assertThat(log.read("a", 0, 1000).events()).isEqualTo(events(0, 100));
    }
  }

  @Test
  void onlyTheOwnerMayReadTheFiles(@TempDir Path folder) throws Exception {
    Path home = folder.resolve("log");
    try (var log = FileStreamLog.open(home)) {
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

  private FileStreamLog open() throws IOException {
    return FileStreamLog.open(disk, SMALL, clock());
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

  /** Remembers what it was given. */
  private static final class Seen implements StreamLog.Follower {
    final BlockingQueue<StreamEvent> events = new LinkedBlockingQueue<>();
    final CompletableFuture<Void> done = new CompletableFuture<>();
    volatile @Nullable IOException problem;

    @Override
    public void event(long position, StreamEvent event, long atMillis) {
      events.add(event);
    }

    @Override
    public void done(@Nullable IOException why) {
      problem = why;
      done.complete(null);
    }

    void next() throws InterruptedException {
      events.take();
    }

    List<StreamEvent> untilDone() throws Exception {
      done.get(10, TimeUnit.SECONDS);
      return List.copyOf(events);
    }
  }
}
