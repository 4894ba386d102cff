package dev.weir.log.file;

import dev.weir.codec.GrowingBytes;
import dev.weir.log.NotRecordedException;
import dev.weir.log.StreamLog.Appending;
import dev.weir.log.file.SpareRooms.Room;
import java.util.concurrent.CompletableFuture;

/**
 * A record on its way into a file, with somebody who waits until it is durable. Its bytes are a run
 * of those that came with it.
 */
sealed interface Pending {
  StoredStream stream();

  GrowingBytes bytes();

  int from();

  int to();

  /** Fails if it cannot be kept. */
  CompletableFuture<?> future();

  /** The position that it was to have. */
  long position();

  /** Whether it may follow the end of its stream. */
  boolean isForOver();

  /** It is certainly kept, at a location. */
  void kept(long location);

  /** Whoever waits for it may know that it is kept. */
  void tell();

  default int length() {
    return to() - from();
  }

  /** Events. */
  record Events(StoredStream stream, Appending appending, GrowingBytes bytes, int from, int to)
      implements Pending {

    /** Writes them behind what is there. */
    static Events of(StoredStream stream, Appending appending, Room room) {
      GrowingBytes bytes = room.bytes();
      int from = bytes.length();
      LogRecord.encode(
          appending.events(), appending.atMillis(), appending.position(), stream.name, room);
      return new Events(stream, appending, bytes, from, bytes.length());
    }

    @Override
    public CompletableFuture<Void> future() {
      return appending;
    }

    @Override
    public long position() {
      return appending.position();
    }

    @Override
    public boolean isForOver() {
      return false;
    }

    @Override
    public void kept(long location) {
      stream.kept(appending, location, length());
    }

    @Override
    public void tell() {
      appending.complete(null);
    }
  }

  /** Words, and the position at which their stream stands. */
  record Words(
      StoredStream stream,
      LogRecord record,
      GrowingBytes bytes,
      int from,
      int to,
      CompletableFuture<Long> future)
      implements Pending {

    /** Writes them behind what is there. */
    static Words of(StoredStream stream, LogRecord record, GrowingBytes bytes) {
      int from = bytes.length();
      record.encode(bytes);
      return new Words(stream, record, bytes, from, bytes.length(), new CompletableFuture<>());
    }

    /** Words that were refused, of which nothing is written. */
    static Words failed(
        StoredStream stream, LogRecord record, GrowingBytes bytes, NotRecordedException why) {
      int at = bytes.length();
      return new Words(stream, record, bytes, at, at, CompletableFuture.failedFuture(why));
    }

    @Override
    public long position() {
      return record.position();
    }

    @Override
    public boolean isForOver() {
      return record.kind().isForOver();
    }

    @Override
    public void kept(long location) {
      stream.kept(record, location, length());
    }

    @Override
    public void tell() {
      future.complete(record.position());
    }
  }
}
