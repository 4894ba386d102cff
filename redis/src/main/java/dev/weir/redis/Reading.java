package dev.weir.redis;

import dev.weir.log.NoSuchStreamException;
import dev.weir.log.StreamLog.LoggedEvent;
import dev.weir.log.StreamLog.Page;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One reading of a stream from a position on, page by page of its list. */
final class Reading {
  private static final int PAGE_RECORDS = 512;

  /** After all events: only what is known of the stream is wanted. */
  static final long END = Long.MAX_VALUE;

  /**
   * What was found.
   *
   * @param page the events from the position on
   * @param fold where the stream stands after them, and all that is known of it up to there
   * @param isAll whether there was nothing after them
   */
  record Found(Page page, PositionalFold fold, boolean isAll) {}

  private final Line line;
  private final LogKeys keys;
  private final Checkpoints checkpoints;
  private final PackedCache cache;
  private final String stream;
  private final long position;
  private final int maxEvents;
  private final List<LoggedEvent> events = new ArrayList<>();
  private PositionalFold fold = new PositionalFold();
  private int records;
  private int last;

  Reading(
      Line line,
      LogKeys keys,
      Checkpoints checkpoints,
      PackedCache cache,
      String stream,
      long position,
      int maxEvents) {
    this.line = line;
    this.keys = keys;
    this.checkpoints = checkpoints;
    this.cache = cache;
    this.stream = stream;
    this.position = position;
    this.maxEvents = maxEvents;
  }

  CompletableFuture<Found> read() {
    Checkpoints.Checkpoint known = checkpoints.before(stream, position);
    if (known == null) {
      restart();
    } else {
      fold = new PositionalFold(known.beginning(), known.next(), known.lastMillis());
      records = known.records();
      last = known.last();
    }
    return page();
  }

  private void restart() {
    fold = new PositionalFold();
    records = 0;
    last = 0;
    events.clear();
  }

  private CompletableFuture<Found> page() {
    int from = Math.max(0, records - 1);
    return line.sendConfirmed(
            List.of(
                Command.of("LRANGE", keys.log(stream), from, records + PAGE_RECORDS - 1),
                Command.of("GETRANGE", keys.packed(stream), 0, PackedStream.MARK_BYTES - 1)),
            keys.mark(stream))
        .thenCompose(replies -> {
          try {
            byte[] mark = replies.get(1).bytes();
            if (PackedStream.isDeleted(mark)) {
              throw new NoSuchStreamException(stream);
            }
            return mark != null && PackedStream.isThere(mark)
                ? packed(mark)
                : listed(replies.getFirst().items());
          } catch (IOException failed) {
            return CompletableFuture.failedFuture(failed);
          }
        });
  }

  private CompletableFuture<Found> packed(byte[] mark) throws IOException {
    List<byte[]> known = cache.get(stream, mark);
    if (known != null) {
      return unpacked(known);
    }
    return line.send(List.of(Command.of("GET", keys.packed(stream))))
        .thenCompose(replies -> {
          try {
            byte[] whole = replies.getFirst().bytes();
            if (whole == null) {
              return CompletableFuture.failedFuture(new NoSuchStreamException(stream));
            }
            List<byte[]> unpacked = PackedStream.records(stream, whole);
            cache.put(stream, mark, unpacked);
            return unpacked(unpacked);
          } catch (IOException damaged) {
            return CompletableFuture.failedFuture(damaged);
          }
        });
  }

  private CompletableFuture<Found> unpacked(List<byte[]> all) throws IOException {
    restart();
    for (byte[] bytes : all) {
      if (take(PositionedRecord.decode(bytes))) {
        return done(/* isAll= */ false);
      }
    }
    return done(/* isAll= */ true);
  }

  private CompletableFuture<Found> listed(List<Reply> list) throws IOException {
    int skipped = 0;
    if (records > 0) {
      if (list.isEmpty() || checksum(list.getFirst()) != last) {
        // Not the list that it was: the engine has lost its tail, and got another.
        checkpoints.forget(stream);
        restart();
        return page();
      }
      skipped = 1;
    }
    for (Reply reply : list.subList(skipped, list.size())) {
      byte[] bytes = reply.bytes();
      PositionedRecord record = bytes == null ? null : PositionedRecord.decode(bytes);
      if (take(record)) {
        remember(record == null ? fold.next() : record.position());
        return done(/* isAll= */ false);
      }
      records++;
      last = checksum(reply);
    }
    remember(fold.next());
    return list.size() - skipped < PAGE_RECORDS ? done(/* isAll= */ true) : page();
  }

  private static int checksum(Reply record) {
    return Arrays.hashCode(record.bytes()) | 1;
  }

  /** Who reads on from that position on begins after the records so far. */
  private void remember(long next) {
    PositionalFold.Beginning begun = fold.beginning();
    if (begun != null && !fold.isOver() && records > 0) {
      checkpoints.put(
          stream, new Checkpoints.Checkpoint(records, last, begun, next, fold.lastMillis()));
    }
  }

  /** Returns whether there are as many as are wanted. */
  private boolean take(@Nullable PositionedRecord record) throws IOException {
    if (record == null || !fold.accept(record)) {
      return false;
    }
    if (record.kind() == PositionedRecord.Kind.EVENTS && record.next() > position) {
      for (LoggedEvent logged : record.logged(position)) {
        if (events.size() == maxEvents) {
          return true;
        }
        events.add(logged);
      }
    }
    return false;
  }

  private CompletableFuture<Found> done(boolean isAll) throws IOException {
    if (fold.beginning() == null) {
      return CompletableFuture.failedFuture(new NoSuchStreamException(stream));
    }
    if (fold.next() < position && position != END) {
      return CompletableFuture.failedFuture(
          new IOException(
              "Stream \"%s\" has %,d events; asked from %,d on"
                  .formatted(stream, fold.next(), position)));
    }
    boolean isLast = isAll && fold.isOver();
    return CompletableFuture.completedFuture(
        new Found(new Page(events, position + events.size(), isLast), fold, isAll));
  }
}
