package dev.weir.log.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.event.StreamEvent;
import dev.weir.log.StreamLog.Page;
import dev.weir.log.StreamLog.StreamInfo;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever happens to its files, a log gives every stream's longest valid beginning (Z3, Z4). */
class DamagedLogTest {
  private static final int STREAMS = 3;
  private static final LogOptions ONE_FILE = new LogOptions(1 << 30, 1 << 20);
  private static final LogOptions SMALL_FILES = new LogOptions(700, 1 << 20);

  /** A record of the log under test: where it is, and which event it holds. */
  private record Place(int from, int to) {}

  @Test
  void cutAtAnyByteOfItsLastThreeRecordsTheRestIsThere() throws Exception {
    MemoryFiles whole = written(12, ONE_FILE);
    String name = whole.list().getFirst();
    byte[] bytes = whole.content(name).bytes;
    List<Place> places = places(bytes);
    int first = places.size() - 3;

    for (int cut = places.get(first).from(); cut < bytes.length; cut++) {
      MemoryFiles torn = whole.copy();
      torn.content(name).bytes = Arrays.copyOf(bytes, cut);
      int end = cut;
      long records = places.stream().filter(p -> p.to() <= end).count();

      try (var log = open(torn, ONE_FILE)) {
        assertThat(total(log)).isEqualTo(records);
        assertBeginnings(log);
        boolean clean = places.stream().anyMatch(p -> p.from() == end);
        assertThat(log.damage().isEmpty()).isEqualTo(clean);
        // The log goes on, and what it held stays.
        assertThat(log.append("new", FileStreamLogTest.events(0, 2)).get()).isEqualTo(2);
      }
      try (var log = open(torn, ONE_FILE)) {
        assertThat(total(log)).isEqualTo(records + 2);
      }
    }
  }

  @Test
  void withAnyBitOfItsLastRecordFlippedTheRestIsThere() throws Exception {
    MemoryFiles whole = written(12, ONE_FILE);
    String name = whole.list().getFirst();
    byte[] bytes = whole.content(name).bytes;
    Place last = places(bytes).getLast();

    for (int bit = 8 * last.from(); bit < 8 * last.to(); bit++) {
      try (var log = open(flipped(whole, name, bit), ONE_FILE)) {
        assertThat(total(log)).isEqualTo(11);
        assertBeginnings(log);
        assertThat(log.damage()).hasSize(1);
      }
    }
  }

  private static MemoryFiles holding(byte[]... records) {
    var content = new MemoryFiles.Content();
    content.add(SegmentScan.BEGINNING, SegmentScan.BEGINNING.length);
    for (byte[] record : records) {
      content.add(record, record.length);
    }
    var files = new MemoryFiles();
    files.contents.put("0000000001.weirlog", content);
    return files;
  }

  private static byte[] begin(long timeMillis) {
    return new LogRecord(LogRecord.Kind.BEGIN, timeMillis, 0, "s", List.of("owner", "about"))
        .encode();
  }

  /** Found by the fuzzer: such a stream was listed, but could not be read. */
  @Test
  void aBeginningBehindAHoleIsNotOne() throws Exception {
    var late = new SpareRooms.Room(/* capacity= */ 100);
    LogRecord.encode(FileStreamLogTest.events(0, 1), 1, 14, "s", late);
    try (var log = open(holding(late.bytes().toArray(), begin(2)), ONE_FILE)) {
      assertThat(log.list()).isEmpty();
      assertThat(log.damage()).hasSize(1);
    }
  }

  @Test
  void aStreamThatBeganTwiceIsListedOnce() throws Exception {
    try (var log = open(holding(begin(1), begin(2)), ONE_FILE)) {
      assertThat(log.list()).hasSize(1);
    }
  }

  @Test
  void withABitFlippedAnywhereOnlyThatStreamIsCutAndItIsSaid() throws Exception {
    MemoryFiles whole = written(90, ONE_FILE);
    String name = whole.list().getFirst();
    byte[] bytes = whole.content(name).bytes;
    List<Place> places = places(bytes);
    var random = new SplittableRandom(7);

    for (int i = 0; i < 1000; i++) {
      int bit = random.nextInt(8 * bytes.length);
      try (var log = open(flipped(whole, name, bit), ONE_FILE)) {
        int broken = -1;
        for (int p = 0; p < places.size(); p++) {
          broken = bit / 8 >= places.get(p).from() && bit / 8 < places.get(p).to() ? p : broken;
        }
        for (StreamInfo stream : log.list()) {
          int number = Integer.parseInt(stream.stream());
          int kept = broken >= 0 && broken % STREAMS == number ? broken / STREAMS : 30;
          assertThat(stream.events()).isEqualTo(kept);
        }
        assertBeginnings(log);
        assertThat(log.damage()).isNotEmpty();
      }
    }
  }

  @Test
  void afterAPowerFailureEveryAcknowledgedEventIsThere() throws Exception {
    var random = new SplittableRandom(11);
    for (int round = 0; round < 200; round++) {
      var disk = new MemoryFiles();
      long[] acknowledged = new long[STREAMS];
      MemoryFiles left;
      try (var log = open(disk, SMALL_FILES)) {
        int events = random.nextInt(60);
        List<CompletableFuture<Long>> last = new ArrayList<>();
        for (int i = 0; i < events; i++) {
          int stream = i % STREAMS;
          last.add(log.append("" + stream, List.of(FileStreamLogTest.event(i / STREAMS))));
        }
        for (int i = 0; i < last.size() / 2; i++) {
          acknowledged[i % STREAMS] = last.get(i).get();
        }
        left = disk.afterPowerLoss(random);
      }

      try (var log = open(left, SMALL_FILES)) {
        assertBeginnings(log);
        for (int stream = 0; stream < STREAMS; stream++) {
          String name = "" + stream;
          long kept =
              log.list().stream()
                  .filter(s -> s.stream().equals(name))
                  .mapToLong(StreamInfo::events)
                  .sum();
          assertThat(kept).isGreaterThanOrEqualTo(acknowledged[stream]);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(MemoryFiles.Trouble.class)
  void whateverOperationFailsNothingIsAcknowledgedThatIsNotThere(MemoryFiles.Trouble trouble)
      throws Exception {
    for (int n = 1; n <= 500; n++) {
      // An append takes two operations; some more shall come after the one that fails.
      int appends = n / 2 + 30;
      var disk = new MemoryFiles();
      List<Long> acknowledged = new ArrayList<>();
      boolean somethingFailed = false;
      try (var log = open(disk, SMALL_FILES)) {
        disk.failAt(n, trouble, /* andAfter= */ false);
        for (int i = 0; i < appends; i++) {
          // One stream for each ten events: what fails for one must not fail for the next.
          String stream = "" + i / 10;
          try {
            log.append(stream, List.of(FileStreamLogTest.event(i % 10))).get();
            acknowledged.add((long) i);
          } catch (ExecutionException notRecorded) {
            somethingFailed = true;
            assertThat(notRecorded).hasMessageContaining("\"%s\"".formatted(stream));
          }
        }
        assertThat(acknowledged.size()).isGreaterThanOrEqualTo(appends - 10);
        boolean harmless = trouble == MemoryFiles.Trouble.SHORT_WRITE;
        assertThat(somethingFailed).isEqualTo(acknowledged.size() < appends);
        assertThat(somethingFailed && harmless).isFalse();
      }
      MemoryFiles left = disk.afterPowerLoss(new SplittableRandom(n));
      try (var log = open(left, SMALL_FILES)) {
        assertBeginnings(log);
        for (long i : acknowledged) {
          Page page = log.read("" + i / 10, i % 10, 1);
          assertThat(page.events()).containsExactly(FileStreamLogTest.event(i % 10));
        }
      }
    }
  }

  @Test
  void aFailedForceIsNeverTriedAgainAsSuccess() throws Exception {
    var disk = new MemoryFiles();
    try (var log = open(disk, ONE_FILE)) {
      log.append("a", FileStreamLogTest.events(0, 1)).get();
      int files = disk.contents.size();
      disk.failAt(2, MemoryFiles.Trouble.FORCE_FAILS, /* andAfter= */ false);
      assertThat(log.append("a", FileStreamLogTest.events(1, 2)).handle((p, e) -> e != null).get())
          .isTrue();
      assertThat(log.append("a", FileStreamLogTest.events(2, 3)).handle((p, e) -> e != null).get())
          .isTrue();

      assertThat(log.append("b", FileStreamLogTest.events(0, 1)).get()).isEqualTo(1);
      assertThat(disk.contents).hasSize(files + 1);
      assertThat(log.read("a", 0, 10).events()).isEqualTo(FileStreamLogTest.events(0, 1));
    }
  }

  @Test
  void filesOfOthersAreLeftAlone() throws Exception {
    MemoryFiles disk = written(3, ONE_FILE);
    var foreign = new MemoryFiles.Content();
    foreign.bytes = new byte[] {1, 2, 3};
    disk.contents.put("notes.txt", foreign);
    var garbage = new MemoryFiles.Content();
    garbage.bytes = "nothing of ours".repeat(100).getBytes(StandardCharsets.UTF_8);
    disk.contents.put("0000000002.weirlog", garbage);

    try (var log = open(disk, ONE_FILE)) {
      assertThat(total(log)).isEqualTo(3);
      assertThat(log.damage())
          .containsExactly(
              new Damage("0000000002.weirlog", 0, 1500, "the beginning is not that of a segment"));
    }
    assertThat(disk.content("notes.txt").bytes).hasSize(3);
  }

  private static MemoryFiles written(int events, LogOptions options) throws Exception {
    var disk = new MemoryFiles();
    try (var log = open(disk, options)) {
      for (int i = 0; i < STREAMS; i++) {
        log.begin("" + i);
      }
      for (int i = 0; i < events; i++) {
        log.append("" + i % STREAMS, List.of(FileStreamLogTest.event(i / STREAMS))).get();
      }
    }
    return disk;
  }

  private static EasyLog open(MemoryFiles disk, LogOptions options) throws IOException {
    return EasyLog.open(disk, options, Clock.systemUTC());
  }

  private static MemoryFiles flipped(MemoryFiles whole, String name, int bit) {
    MemoryFiles flipped = whole.copy();
    flipped.content(name).bytes[bit / 8] ^= (byte) (1 << bit % 8);
    return flipped;
  }

  private static List<Place> places(byte[] bytes) throws IOException {
    List<Integer> starts = new ArrayList<>();
    // Streams are begun before the first event.
    assertThat(
            SegmentScan.scan(
                "",
                bytes,
                (record, offset) -> {
                  if (record.kind() == LogRecord.Kind.EVENTS) {
                    starts.add(offset);
                  }
                }))
        .isEmpty();
    List<Place> places = new ArrayList<>();
    for (int i = 0; i < starts.size(); i++) {
      int to = i + 1 < starts.size() ? starts.get(i + 1) : bytes.length;
      places.add(new Place(starts.get(i), to));
    }
    return places;
  }

  private static long total(EasyLog log) throws IOException {
    return log.list().stream().mapToLong(StreamInfo::events).sum();
  }

  /** Every stream is exactly the beginning of what was written: never a wrong event. */
  private static void assertBeginnings(EasyLog log) throws IOException {
    for (StreamInfo stream : log.list()) {
      List<StreamEvent> events = log.read(stream.stream(), 0, Integer.MAX_VALUE).events();
      assertThat(events).isEqualTo(FileStreamLogTest.events(stream.events()));
    }
  }
}
