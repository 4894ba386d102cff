package dev.weir.log.file;

import static dev.weir.fuzzing.Schedules.check;
import static dev.weir.fuzzing.Schedules.require;
import static dev.weir.fuzzing.Schedules.together;

import dev.weir.codec.GrowingBytes;
import dev.weir.event.BlockId;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.log.file.GroupWriter.Pending;
import dev.weir.log.file.LogOptions.Durability;
import dev.weir.log.file.MemoryFiles.Trouble;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What no schedule of threads may break where the streams' writers, the log's own thread and who
 * closes the log meet.
 */
class GroupWriterInterleavingsTest {
  private static final int EACH = 2;

  /** Encoded once, because the checker steps through every call that is made. */
  private static final List<LogRecord> RECORDS =
      List.of(record("a", 0), record("a", 1), record("b", 0), record("b", 1));

  private static final List<byte[]> BYTES = RECORDS.stream().map(LogRecord::encode).toList();

  private static LogRecord record(String stream, int position) {
    return new LogRecord(
        LogRecord.Kind.EVENTS,
        /* timeMillis= */ 1,
        position,
        stream,
        List.of(new BlockDelta(new BlockId(0, 0), "x")),
        List.of());
  }

  /** A log with two streams, each of which one thread writes. */
  private static final class Log {
    private final MemoryFiles files = new MemoryFiles();
    private final Segments segments;
    private final GroupWriter writer;
    private final List<StoredStream> streams =
        List.of(new StoredStream("a", /* owner= */ null), new StoredStream("b", /* owner= */ null));

    /** How many of each stream were acknowledged. */
    private final int[] kept = new int[2];

    Log(Durability durability) {
      var options = LogOptions.DEFAULT.with(durability);
      segments = new Segments(files, options);
      writer = new GroupWriter(segments, options, System::nanoTime);
      writer.start();
    }

    void write(int stream) throws InterruptedException {
      List<CompletableFuture<Long>> answers = new ArrayList<>();
      for (int i = EACH * stream; i < EACH * stream + EACH; i++) {
        var answer = new CompletableFuture<Long>();
        var bytes = new GrowingBytes(BYTES.get(i).length).put(BYTES.get(i));
        writer.add(
            List.of(
                new Pending(
                    streams.get(stream), RECORDS.get(i), bytes, 0, bytes.length(), answer)));
        answers.add(answer);
      }
      boolean isRefused = false;
      for (CompletableFuture<Long> answer : answers) {
        boolean isKept = isKept(answer);
        require(!isKept || !isRefused, "acknowledged after a refusal");
        isRefused |= !isKept;
        kept[stream] += isKept ? 1 : 0;
      }
    }

    private static boolean isKept(CompletableFuture<Long> answer) throws InterruptedException {
      try {
        answer.get();
        return true;
      } catch (ExecutionException refused) {
        return false;
      }
    }

    /** The records in the files are those that were acknowledged, once and in order. */
    void compare() {
      int[] found = new int[2];
      for (MemoryFiles.Content file : files.contents.values()) {
        byte[] bytes = file.bytes;
        int at = SegmentScan.BEGINNING.length;
        while (at < bytes.length) {
          int number = at(bytes, at);
          require(number >= 0, "half a record");
          require(number % EACH == found[number / EACH]++, "out of order, or twice");
          at += BYTES.get(number).length;
        }
      }
      for (int stream = 0; stream < 2; stream++) {
        require(found[stream] == kept[stream], "not what was acknowledged");
        require(streams.get(stream).keptEvents() == kept[stream], "readers find something else");
      }
    }

    private static int at(byte[] file, int from) {
      for (int i = 0; i < BYTES.size(); i++) {
        byte[] record = BYTES.get(i);
        if (file.length - from >= record.length
            && Arrays.equals(file, from, from + record.length, record, 0, record.length)) {
          return i;
        }
      }
      return -1;
    }
  }

  @ParameterizedTest
  @EnumSource(Durability.class)
  void everythingIsAcknowledgedAndThereOnceAndInOrder(Durability durability) {
    check(() -> {
      var log = new Log(durability);
      together(() -> log.write(0), () -> log.write(1));
      log.writer.close();
      require(log.kept[0] == EACH && log.kept[1] == EACH, "refused without a reason");
      log.compare();
    });
  }

  @ParameterizedTest
  @EnumSource(Durability.class)
  void aLogThatIsClosedAnswersEveryoneAndHasWhatItAcknowledged(Durability durability) {
    check(() -> {
      var log = new Log(durability);
      together(() -> log.write(0), () -> log.writer.close());
      log.compare();
    });
  }

  @Test
  void aDiskThatFailsRefusesAndWhatWasRefusedIsNotThere() {
    check(() -> {
      var log = new Log(Durability.DISK);
      log.files.failAt(/* n= */ 5, Trouble.FORCE_FAILS, /* andAfter= */ false);
      together(() -> log.write(0), () -> log.write(1));
      log.writer.close();
      log.compare();
    });
  }
}
