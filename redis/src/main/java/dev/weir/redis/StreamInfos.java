package dev.weir.redis;

import dev.weir.log.NoSuchStreamException;
import dev.weir.log.StreamLog.State;
import dev.weir.log.StreamLog.StreamInfo;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * What is known of streams: of those of this node without asking, of those that are packed from
 * their heads, of all others from their lists. Any thread.
 */
final class StreamInfos implements OwnerIndex.Infos {
  private final Line line;
  private final LogKeys keys;
  private final OwnedStreams owned;
  private final Readings readings;

  StreamInfos(Line line, LogKeys keys, OwnedStreams owned, Readings readings) {
    this.line = line;
    this.keys = keys;
    this.owned = owned;
    this.readings = readings;
  }

  @Override
  public CompletableFuture<StreamInfo> info(String stream) {
    OwnedStream own = owned.get(stream);
    if (own != null && own.isLive()) {
      return CompletableFuture.completedFuture(
          new StreamInfo(stream, own.owner, own.about, own.counted(), State.OPEN, null));
    }
    return known(stream, head -> info(stream, head), fold -> info(stream, fold));
  }

  @Override
  public CompletableFuture<Long> lastMillis(String stream) {
    // What is open does not expire, and what is over is soon packed.
    return known(
        stream,
        PackedStream.Head::lastMillis,
        fold -> fold.isOver() ? Long.valueOf(fold.lastMillis()) : OwnerIndex.OPEN);
  }

  private <T> CompletableFuture<T> known(
      String stream, Function<PackedStream.Head, T> packed, Function<PositionalFold, T> listed) {
    return line.send(
            List.of(Command.of("GETRANGE", keys.packed(stream), 0, PackedStream.HEAD_BYTES - 1)))
        .thenCompose(replies -> {
          byte[] beginning = replies.getFirst().bytes();
          return beginning == null || beginning.length == 0
              ? readings.state(line, stream).thenApply(found -> listed.apply(found.fold()))
              : head(stream, beginning).thenApply(packed);
        });
  }

  private static StreamInfo info(String stream, PackedStream.Head head) {
    return new StreamInfo(
        stream, head.owner(), head.about(), head.events(), head.state(), head.outcome());
  }

  private static StreamInfo info(String stream, PositionalFold fold) {
    PositionalFold.Beginning begun = fold.beginning();
    return new StreamInfo(
        stream,
        begun == null ? "" : begun.owner(),
        begun == null ? "" : begun.about(),
        fold.next(),
        fold.state(),
        fold.outcome());
  }

  private CompletableFuture<PackedStream.Head> head(String stream, byte[] beginning) {
    if (PackedStream.isDeleted(beginning)) {
      return CompletableFuture.failedFuture(new NoSuchStreamException(stream));
    }
    try {
      int needed = PackedStream.headBytes(beginning);
      if (needed <= beginning.length) {
        return CompletableFuture.completedFuture(PackedStream.head(stream, beginning));
      }
      return line.send(List.of(Command.of("GETRANGE", keys.packed(stream), 0, needed - 1)))
          .thenCompose(replies -> {
            byte[] more = replies.getFirst().bytes();
            return more == null || more.length < needed
                ? CompletableFuture.failedFuture(new NoSuchStreamException(stream))
                : head(stream, more);
          });
    } catch (IOException damaged) {
      return CompletableFuture.failedFuture(damaged);
    }
  }
}
