package dev.weir.redis;

import dev.weir.redis.PositionedRecord.Kind;
import dev.weir.testkit.Growth;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A stream in the engine: twice as many records cost twice as much, however often they came. */
class ListCostTest {
  private static final int LEAST = 500;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void aListIsReadAndPackedAndReadAgain(int times) {
    Growth.check(
        "a list with each record %d times".formatted(times),
        LEAST,
        n -> {
          Reply list = list(n, times);
          return () -> {
            try {
              ListedStream read = ListedStream.of("s", list, new Reply.Blob(null));
              byte[] packed =
                  PackedStream.pack(read.cut(PositionedRecord.words(Kind.CUT, 9, read.next())));
              ListedStream.of("s", new Reply.Items(List.of()), new Reply.Blob(packed));
            } catch (IOException damaged) {
              throw new UncheckedIOException(damaged);
            }
          };
        });
  }

  private static Reply list(int events, int times) {
    List<Reply> records = new ArrayList<>();
    add(records, PositionedRecord.words(Kind.BEGIN, 1, 0, "owner", "node", "about"), times);
    for (int i = 0; i < events; i++) {
      add(records, PositionalFoldTest.events(i, i + 1), times);
    }
    return new Reply.Items(records);
  }

  private static void add(List<Reply> records, PositionedRecord record, int times) {
    for (int i = 0; i < times; i++) {
      records.add(new Reply.Blob(record.encode()));
    }
  }
}
