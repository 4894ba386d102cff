package dev.weir.log.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.event.StreamEvent;
import dev.weir.log.NoSuchStreamException;
import dev.weir.log.StreamLog.Addition;
import dev.weir.log.StreamLog.Page;
import dev.weir.log.StreamLog.StreamInfo;
import dev.weir.log.file.LogOptions.Durability;
import dev.weir.log.file.MemoryFiles.Trouble;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * After every failure a log that is opened again says what its readers were told: a stream that was
 * told to have ended, to be cut or to be gone is so, with the same events; one that was open begins
 * with what was told of it.
 */
class ReopenedLogTest {
  private static final LogOptions SMALL_FILES = new LogOptions(900, 1 << 20);
  private static final int HISTORIES = Integer.getInteger("weir.histories", 200);

  /** What a reader is told of a stream. */
  private record Told(List<StreamEvent> events, boolean isLast, boolean isGone) {}

  private final MemoryFiles disk = new MemoryFiles();
  private long now = 1000;

  @Test
  void ofWritesThatDidNotFitNothingComesBack() throws Exception {
    try (var log = open(disk, Durability.OS)) {
      log.append("before", events(0, 3)).get();
      log.begin("a");
      log.begin("c");
      disk.failAt(1, Trouble.NO_SPACE, /* andAfter= */ false);
      assertThat(
              log.log()
                  .append(
                      List.of(
                          log.addition("a", 1, events(0, 1)),
                          log.addition("before", 1, events(3, 4)),
                          log.addition("c", 1, events(0, 30)))))
          .allMatch(ReopenedLogTest::isRefused);
      assertThat(told(log, "before")).isEqualTo(new Told(events(0, 3), true, false));
    }
    try (var log = open(disk, Durability.OS)) {
      assertThat(log.damage()).isEmpty();
      assertThat(log.list().stream().map(StreamInfo::events)).containsExactly(0L, 3L, 0L);
      assertThat(told(log, "before")).isEqualTo(new Told(events(0, 3), true, false));
    }
  }

  @Test
  void whatCannotBeTakenBackIsVoid() throws Exception {
    try (var log = open(disk, Durability.OS)) {
      log.append("a", events(0, 3)).get();
      log.begin("b");
      disk.failAt(1, Trouble.NO_SPACE, /* andAfter= */ false);
      disk.keepWhatYouHave(true);
      assertThat(
              log.log()
                  .append(
                      List.of(
                          log.addition("a", 1, events(3, 4)), log.addition("b", 1, events(0, 30)))))
          .allMatch(ReopenedLogTest::isRefused);
      log.append("c", events(0, 2)).get();
    }
    disk.heal();
    try (var log = open(disk, Durability.OS)) {
      assertThat(log.damage()).isEmpty();
      assertThat(told(log, "b")).isEqualTo(new Told(List.of(), true, false));
      assertThat(told(log, "a")).isEqualTo(new Told(events(0, 3), true, false));
      assertThat(told(log, "c").events()).isEqualTo(events(0, 2));
    }
  }

  @ParameterizedTest
  @EnumSource(Durability.class)
  void nobodyIsToldOfARefusalThatMayStillTurnOutToBeNone(Durability durability) throws Exception {
    try (var log = open(disk, durability)) {
      log.append("a", events(0, 3)).get();
      disk.failAt(1, Trouble.NO_SPACE, /* andAfter= */ true);
      disk.keepWhatYouHave(true);
      CompletableFuture<Long> unknown = log.append("a", events(3, 30));
      CompletableFuture<Long> after = log.append("a", events(30, 31));
      while (disk.operations() < 3) {
        Thread.onSpinWait(); // until it could not be written, taken back or made void
      }
      // Of this one nothing was written, so it is refused at once.
      assertThat(isRefused(log.append("b", events(0, 1)))).isTrue();

      assertThat(unknown).isNotDone();
      assertThat(after).isNotDone();
      assertThat(told(log, "a")).isEqualTo(new Told(events(0, 3), false, false));

      disk.heal();
      assertThat(isRefused(unknown)).isTrue();
      assertThat(isRefused(after)).isTrue();
      assertThat(told(log, "a")).isEqualTo(new Told(events(0, 3), true, false));
      assertThat(log.append("c", events(0, 1)).get()).isEqualTo(1);
    }
    try (var log = open(disk, durability)) {
      assertThat(told(log, "a")).isEqualTo(new Told(events(0, 3), true, false));
      assertThat(told(log, "b").isGone()).isTrue();
    }
  }

  @Test
  void whatIsRefusedLeavesNoFilesAndNothingOpen() throws Exception {
    try (var log = open(disk, Durability.OS)) {
      log.append("a", events(0, 3)).get();
      int files = disk.contents.size();
      int open = disk.open();
      disk.failAt(1, Trouble.NO_SPACE, /* andAfter= */ true);
      for (int i = 0; i < 1000; i++) {
        assertThat(isRefused(log.append("r" + i, events(0, 30)))).isTrue();
      }
      assertThat(disk.contents).hasSize(files);
      assertThat(disk.open()).isEqualTo(open);
      assertThat(log.list()).hasSize(1);

      disk.heal();
      assertThat(log.append("b", events(0, 3)).get()).isEqualTo(3);
    }
    assertThat(disk.open()).isZero();
  }

  @Test
  void onAFullDiskWhatIsOldMakesRoom() throws Exception {
    try (var log = open(disk, Durability.OS)) {
      for (int i = 0; i < 30; i++) {
        log.append("old" + i, events(0, 5)).get();
        log.end("old" + i).get();
      }
      now = 5000;
      log.append("young", events(0, 3)).get();
      int files = disk.contents.size();
      disk.fullAt(disk.bytes());
      assertThat(isRefused(log.append("refused", events(0, 3)))).isTrue();

      assertThat(log.expire(Instant.ofEpochMilli(4000))).hasSize(30);

      assertThat(disk.contents.size()).isLessThan(files);
      assertThat(log.append("again", events(0, 3)).get()).isEqualTo(3);
    }
    try (var log = open(disk, Durability.OS)) {
      assertThat(log.damage()).isEmpty();
      assertThat(log.list().stream().map(StreamInfo::stream)).containsExactly("again", "young");
    }
  }

  @Test
  void aFullDiskOfWhatMustBeKeptKeepsIt() throws Exception {
    try (var log = open(disk, Durability.OS)) {
      log.append("young", events(0, 1)).get();
      log.append("old", events(0, 5)).get();
      log.end("old").get();
      now = 5000;
      log.append("young", events(1, 30)).get();
      disk.fullAt(disk.bytes());

      assertThatThrownBy(() -> log.expire(Instant.ofEpochMilli(4000)))
          .isInstanceOf(IOException.class);

      // Nothing was said of it, so it is still there.
      assertThat(told(log, "old")).isEqualTo(new Told(events(0, 5), true, false));
      assertThat(told(log, "young").events()).isEqualTo(events(0, 30));
    }
  }

  @Test
  void aStreamThatIsOpenNeverExpires() throws Exception {
    try (var log = open(disk, Durability.OS)) {
      log.append("silent", events(0, 3)).get();
      log.append("done", events(0, 3)).get();
      log.end("done").get();

      assertThat(log.expire(Instant.ofEpochMilli(Long.MAX_VALUE))).containsExactly("done");

      assertThat(log.append("silent", events(3, 5)).get()).isEqualTo(5);
      assertThat(told(log, "silent")).isEqualTo(new Told(events(0, 5), false, false));
    }
  }

  @Test
  void aLogHasFewFilesOpenHoweverManyThereAre() throws Exception {
    try (var log = open(disk, Durability.OS)) {
      for (int i = 0; i < 500; i++) {
        log.append("s" + i, events(0, 20)).get();
        log.end("s" + i).get();
      }
      for (int i = 0; i < 500; i++) {
        assertThat(told(log, "s" + i).events()).isEqualTo(events(0, 20));
      }
      assertThat(disk.contents).hasSizeGreaterThan(400);
      assertThat(disk.open()).isLessThan(40);
    }
    try (var log = open(disk, Durability.OS)) {
      assertThat(disk.open()).isZero();
      assertThat(told(log, "s7").events()).isEqualTo(events(0, 20));
    }
    assertThat(disk.open()).isZero();
  }

  @ParameterizedTest
  @EnumSource(Durability.class)
  void whateverFailsTheReopenedLogSaysWhatReadersWereTold(Durability durability) throws Exception {
    int last = 0;
    for (int seed = 0; seed < HISTORIES; seed++) {
      last += new History(seed, durability).run();
    }
    // Enough of them came to an end that could have been contradicted.
    assertThat(last).isGreaterThan(5 * HISTORIES);
  }

  /** Streams on a disk that fails now and then. */
  private final class History {
    private final int seed;
    private final SplittableRandom random;
    private final Durability durability;
    private final MemoryFiles files = new MemoryFiles();
    private final Map<String, Integer> lengths = new LinkedHashMap<>();
    private final List<String> open = new ArrayList<>();

    History(int seed, Durability durability) {
      this.seed = seed;
      this.random = new SplittableRandom(seed);
      this.durability = durability;
    }

    /** Returns how many streams were told to have come to an end. */
    int run() throws Exception {
      now = 1000;
      int last = 0;
      try (var log = open(files, durability)) {
        for (int step = 0; step < 60; step++) {
          step(log);
          if (step % 20 == 19) {
            last += compare(log);
          }
        }
      }
      return last;
    }

    private void step(EasyLog log) throws Exception {
      now += 10;
      switch (random.nextInt(12)) {
        case 0, 1 -> {
          String stream = "s" + lengths.size();
          lengths.put(stream, 0);
          open.add(stream);
        }
        case 2 -> {
          if (!open.isEmpty()) {
            String over = open.remove(random.nextInt(open.size()));
            settled(random.nextInt(3) == 0 ? log.log().cut(over) : log.end(over));
          }
        }
        case 3 -> {
          List<Trouble> kinds = List.of(Trouble.values());
          Trouble kind = kinds.get(random.nextInt(kinds.size()));
          long at = 1L + random.nextInt(8);
          // On a disk that must be waited for, trouble passes before one would wait forever.
          boolean passes = durability == Durability.DISK || random.nextBoolean();
          files.failAt(at, passes ? at + random.nextInt(3) : Long.MAX_VALUE, kind);
          files.keepWhatYouHave(durability == Durability.OS && random.nextInt(3) == 0);
        }
        case 4, 5 -> files.heal();
        case 6 -> {
          if (durability == Durability.OS) {
            // Expiry waits for a disk that can neither keep nor take back.
            files.keepWhatYouHave(false);
          }
          try {
            log.expire(Instant.ofEpochMilli(now - random.nextInt(500)));
          } catch (IOException full) {
            assertThat(full).hasMessageContaining("not recorded");
          }
        }
        default -> {
          List<Addition> additions = new ArrayList<>();
          for (String stream : open) {
            if (random.nextBoolean()) {
              int from = lengths.getOrDefault(stream, 0);
              int to = from + 1 + random.nextInt(3);
              lengths.put(stream, to);
              additions.add(log.addition(stream, now, events(from, to)));
            }
          }
          for (CompletableFuture<Long> future : log.log().append(additions)) {
            settled(future);
          }
        }
      }
    }

    private void settled(CompletableFuture<Long> future) throws Exception {
      if (durability == Durability.DISK) {
        future.handle((position, failed) -> position).get(20, TimeUnit.SECONDS);
      }
    }

    private int compare(EasyLog log) throws Exception {
      Map<String, Told> told = new LinkedHashMap<>();
      for (String stream : lengths.keySet()) {
        told.put(stream, told(log, stream));
      }
      compare(told, files.copy());
      if (durability == Durability.DISK) {
        compare(told, files.afterPowerLoss(random));
      }
      return (int) told.values().stream().filter(t -> t.isLast() || t.isGone()).count();
    }

    private void compare(Map<String, Told> told, MemoryFiles left) throws IOException {
      try (var again = open(left, durability)) {
        told.forEach((stream, before) -> {
          Told after = told(again, stream);
          if (before.isLast() || before.isGone()) {
            assertThat(after).as("%s of seed %d", stream, seed).isEqualTo(before);
          } else {
            assertThat(after.events())
                .as("%s of seed %d", stream, seed)
                .startsWith(before.events().toArray(StreamEvent[]::new));
          }
        });
      }
    }
  }

  /** Not a timeout, which AssertJ takes for a failure of the future. */
  private static boolean isRefused(CompletableFuture<Long> append) {
    return append
        .handle((position, failed) -> failed != null)
        .orTimeout(10, TimeUnit.SECONDS)
        .join();
  }

  private static Told told(EasyLog log, String stream) {
    try {
      Page page = log.read(stream, 0, Integer.MAX_VALUE);
      return new Told(page.events(), page.isLast(), /* isGone= */ false);
    } catch (NoSuchStreamException gone) {
      return new Told(List.of(), /* isLast= */ false, /* isGone= */ true);
    } catch (IOException unreadable) {
      throw new AssertionError("stream " + stream, unreadable);
    }
  }

  private EasyLog open(MemoryFiles files, Durability durability) throws IOException {
    return EasyLog.open(files, SMALL_FILES.with(durability), new Now());
  }

  /** The time that the test says it is. */
  private final class Now extends Clock {
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
  }

  private static List<StreamEvent> events(int from, int to) {
    return FileStreamLogTest.events(from, to);
  }
}
