package dev.weir.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.event.BlockId;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.log.StreamLog.State;
import dev.weir.redis.PositionedRecord.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The rule by which a list of records is a stream. */
class PositionalFoldTest {
  private static final PositionedRecord BEGIN =
      PositionedRecord.words(Kind.BEGIN, 1, 0, "alice", "node", "about");

  static PositionedRecord events(int from, int to) {
    List<StreamEvent> events =
        IntStream.range(from, to)
            .<StreamEvent>mapToObj(i -> new BlockDelta(new BlockId(0, 0), "event " + i))
            .toList();
    return PositionedRecord.events(1000 + from, from, events);
  }

  private static PositionedRecord end(int position) {
    return PositionedRecord.words(Kind.END, 9, position, "COMPLETE");
  }

  private static PositionedRecord cut(int position) {
    return PositionedRecord.words(Kind.CUT, 9, position);
  }

  private static List<PositionedRecord> counting(List<PositionedRecord> records) {
    var fold = new PositionalFold();
    return records.stream().filter(fold::accept).toList();
  }

  private static List<String> bytes(List<PositionedRecord> records) {
    return records.stream().map(r -> HexFormat.of().formatHex(r.encode())).toList();
  }

  private static void assertCounts(List<PositionedRecord> list, PositionedRecord... counting) {
    assertThat(bytes(counting(list))).isEqualTo(bytes(List.of(counting)));
  }

  @Test
  void aRecordCountsOnlyAtItsPosition() {
    assertCounts(
        List.of(BEGIN, events(0, 2), events(3, 4), events(1, 3), events(2, 3)),
        BEGIN,
        events(0, 2),
        events(2, 3));
  }

  @Test
  void theFirstEndOrCutIsTheLastThatCounts() {
    assertCounts(
        List.of(BEGIN, events(0, 2), cut(2), events(2, 3), end(3), end(2)),
        BEGIN,
        events(0, 2),
        cut(2));
    assertCounts(
        List.of(BEGIN, events(0, 2), events(2, 3), cut(2), end(3), cut(3)),
        BEGIN,
        events(0, 2),
        events(2, 3),
        end(3));
  }

  @Test
  void aListWithoutABeginningIsNotAStream() {
    var fold = new PositionalFold();
    assertThat(fold.accept(events(0, 1))).isFalse();
    assertThat(fold.accept(cut(0))).isFalse();
    assertThat(fold.beginning()).isNull();
    assertThat(fold.accept(BEGIN)).isTrue();
    assertThat(fold.accept(BEGIN)).isFalse();
  }

  @Test
  void whatIsSentTwiceOrLateOrDamagedChangesNothing() {
    List<PositionedRecord> whole = new ArrayList<>(List.of(BEGIN));
    IntStream.range(0, 20).forEach(i -> whole.add(events(i * 3, i * 3 + 3)));
    whole.add(end(60));
    var random = new Random(7);
    for (int history = 0; history < 500; history++) {
      List<PositionedRecord> list = new ArrayList<>();
      for (PositionedRecord record : whole) {
        list.add(record);
        while (random.nextInt(3) == 0) {
          list.add(list.get(random.nextInt(list.size())));
        }
        if (random.nextInt(4) == 0) {
          list.add(events(200 + random.nextInt(50), 260));
        }
      }
      assertThat(bytes(counting(list))).isEqualTo(bytes(whole));
    }
  }

  @Test
  void whatIsWrittenIsReadAndNothingElse() {
    for (PositionedRecord record : List.of(BEGIN, events(5, 300), end(7), cut(9))) {
      byte[] bytes = record.encode();
      PositionedRecord read = Objects.requireNonNull(PositionedRecord.decode(bytes));
      assertThat(read.encode()).isEqualTo(bytes);
      for (int bit = 0; bit < bytes.length * 8; bit++) {
        byte[] flipped = bytes.clone();
        flipped[bit / 8] ^= (byte) (1 << (bit % 8));
        assertThat(PositionedRecord.decode(flipped)).isNull();
      }
      for (int length = 0; length < bytes.length; length++) {
        assertThat(PositionedRecord.decode(Arrays.copyOf(bytes, length))).isNull();
      }
    }
    assertThat(PositionedRecord.decode("rubbish of somebody else".getBytes(UTF_8))).isNull();
  }

  /** Found by the fuzzer: a difference of positions did not fit, and all events were found. */
  @Test
  void whoIsFarAheadOfARecordFindsNothingInIt() throws IOException {
    assertThat(events(0, 3).logged(1)).hasSize(2);
    assertThat(events(0, 3).logged(3)).isEmpty();
    assertThat(events(0, 3).logged(1L << 32)).isEmpty();
    PositionedRecord before = PositionedRecord.words(Kind.NOTE, 1, -1, "name", "text");
    assertThat(PositionedRecord.decode(before.encode())).isNull();
  }

  @Test
  void aFoldThatGoesOnStandsWhereTheWholeOneStands() {
    List<PositionedRecord> list =
        List.of(BEGIN, events(0, 2), events(2, 5), events(1, 3), events(5, 6), cut(6));
    var whole = new PositionalFold();
    list.forEach(whole::accept);
    for (int at = 1; at < list.size(); at++) {
      var first = new PositionalFold();
      list.subList(0, at).forEach(first::accept);
      var rest =
          new PositionalFold(
              Objects.requireNonNull(first.beginning()), first.next(), first.lastMillis());
      list.subList(at, list.size()).forEach(rest::accept);
      assertThat(rest.next()).isEqualTo(whole.next());
      assertThat(rest.state()).isEqualTo(State.CUT);
      assertThat(rest.lastMillis()).isEqualTo(whole.lastMillis());
    }
  }
}
