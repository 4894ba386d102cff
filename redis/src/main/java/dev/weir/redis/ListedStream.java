package dev.weir.redis;

import dev.weir.log.StreamLog.State;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * All that the engine has of a stream at one moment.
 *
 * @param counted the records that count, in their order
 * @param listLength how many there are in the list, counting or not; 0 if it is packed
 */
record ListedStream(PositionalFold fold, List<PositionedRecord> counted, int listLength) {
  /**
   * Reads all of a stream. One that is being packed is in the list or packed, or both: the list is
   * looked at first, so that it cannot slip away between the two.
   */
  static CompletableFuture<ListedStream> read(Line line, LogKeys keys, String stream) {
    return line.sendConfirmed(
            List.of(
                Command.of("LRANGE", keys.log(stream), 0, -1),
                Command.of("GET", keys.packed(stream))),
            keys.mark(stream))
        .thenCompose(replies -> {
          try {
            return CompletableFuture.completedFuture(of(stream, replies.get(0), replies.get(1)));
          } catch (IOException damaged) {
            return CompletableFuture.failedFuture(damaged);
          }
        });
  }

  /** What the engine answered of a stream. */
  static ListedStream of(String stream, Reply list, Reply packed) throws IOException {
    byte[] whole = packed.bytes();
    if (whole != null && PackedStream.isThere(whole)) {
      return of(PackedStream.records(stream, whole), 0);
    }
    if (PackedStream.isDeleted(whole)) {
      return of(List.of(), 0);
    }
    List<byte[]> records = new ArrayList<>();
    for (Reply record : list.items()) {
      byte[] bytes = record.bytes();
      records.add(bytes == null ? new byte[0] : bytes);
    }
    return of(records, records.size());
  }

  private static ListedStream of(List<byte[]> records, int listLength) {
    var fold = new PositionalFold();
    List<PositionedRecord> counted = new ArrayList<>();
    for (byte[] bytes : records) {
      PositionedRecord record = PositionedRecord.decode(bytes);
      if (record != null && fold.accept(record)) {
        counted.add(record);
      }
    }
    return new ListedStream(fold, counted, listLength);
  }

  boolean isThere() {
    return fold.beginning() != null;
  }

  boolean isPacked() {
    return listLength == 0;
  }

  long next() {
    return fold.next();
  }

  /** The same, cut where it stands. */
  ListedStream cut(PositionedRecord cut) {
    if (fold.state() == State.OPEN && fold.accept(cut)) {
      counted.add(cut);
    }
    return new ListedStream(fold, counted, listLength + 1);
  }

  /** The last note of a name. */
  @Nullable String note(String name) {
    for (PositionedRecord record : counted.reversed()) {
      if (record.kind() == PositionedRecord.Kind.NOTE && record.word(0).equals(name)) {
        return record.word(1);
      }
    }
    return null;
  }

  /** Whether a record is among those that count. */
  boolean has(PositionedRecord record) {
    return switch (record.kind()) {
      case BEGIN -> isThere();
      case EVENTS -> record.next() <= next();
      case NOTE ->
          counted.stream()
              .anyMatch(kept ->
                  kept.kind() == record.kind()
                      && kept.position() == record.position()
                      && kept.word(0).equals(record.word(0))
                      && kept.word(1).equals(record.word(1)));
      case END -> fold.state() == State.ENDED;
      case CUT -> fold.state() == State.CUT;
    };
  }
}
