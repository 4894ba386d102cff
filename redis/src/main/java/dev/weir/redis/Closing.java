package dev.weir.redis;

import dev.weir.log.NoSuchStreamException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * What happens to streams that are over: they are cut where they stand if nobody ended them,
 * packed, and not counted among those that are open any more. Whoever does it, and however often,
 * the same comes of it.
 */
final class Closing {
  private static final Logger LOG = System.getLogger(Closing.class.getName());

  private static final long DELETED_MILLIS = 60_000;

  private final LogKeys keys;
  private final Clock clock;
  private final Duration retention;
  private final Executor packer;

  /**
   * @param packer on which streams are deflated, which takes long
   */
  Closing(LogKeys keys, Clock clock, Duration retention, Executor packer) {
    this.keys = keys;
    this.clock = clock;
    this.retention = retention;
    this.packer = packer;
  }

  /** Cuts a stream where it stands, or finds that it is over; completes when it is for sure. */
  CompletableFuture<ListedStream> cut(Line line, String stream) {
    return ListedStream.read(line, keys, stream)
        .thenCompose(found -> {
          if (!found.isThere()) {
            return CompletableFuture.failedFuture(new NoSuchStreamException(stream));
          }
          if (found.fold().isOver()) {
            return CompletableFuture.completedFuture(found);
          }
          var cut = PositionedRecord.words(PositionedRecord.Kind.CUT, clock.millis(), found.next());
          boolean isEnough = line.durability() == Durability.ENGINE;
          return line.send(List.of(Command.of("RPUSHX", keys.log(stream), cut.encode())))
              .thenCompose(replies ->
                  isEnough && replies.getFirst().number() == found.listLength() + 1
                      ? CompletableFuture.completedFuture(found.cut(cut))
                      // Something came before it, and decides; or it must be found safe first.
                      : cut(line, stream));
        });
  }

  /** Packs a stream that is over; nothing happens if it is packed already. */
  CompletableFuture<Void> pack(Line line, String stream, ListedStream found) {
    PositionalFold.Beginning begun = found.fold().beginning();
    if (begun == null || !found.fold().isOver()) {
      return CompletableFuture.completedFuture(null);
    }
    CompletableFuture<Void> packed =
        found.isPacked()
            ? CompletableFuture.completedFuture(null)
            : CompletableFuture.supplyAsync(() -> PackedStream.pack(found), packer)
                .thenCompose(bytes ->
                    line.send(
                        List.of(
                            Command.of("MULTI"),
                            Command.of(
                                "SET",
                                keys.packed(stream),
                                bytes,
                                "NX",
                                "PX",
                                retention.toMillis()),
                            Command.of("PEXPIRE", keys.remarks(stream), retention.toMillis()),
                            Command.of("UNLINK", keys.log(stream)),
                            Command.of("EXEC"))))
                .thenApply(done -> null);
    return packed
        .thenCompose(done -> forget(line, stream, begun))
        .whenComplete((done, failed) -> {
          if (failed != null) {
            LOG.log(Level.DEBUG, "Stream {0} is not packed yet: {1}", stream, failed.getMessage());
          }
        });
  }

  /** Forgets a stream that is over. */
  CompletableFuture<Void> delete(Line line, String stream, PositionalFold.Beginning begun) {
    return line.send(
            List.of(
                Command.of(
                    "SET", keys.packed(stream), PackedStream.deleted(), "PX", DELETED_MILLIS),
                Command.of("UNLINK", keys.log(stream), keys.remarks(stream)),
                Command.of("ZREM", keys.streams(begun.owner()), stream)))
        .thenCompose(done -> forget(line, stream, begun));
  }

  /** Keeps what people say of a stream, as long as the stream. */
  CompletableFuture<Void> remark(
      Line line, String stream, boolean isOver, String name, String text) {
    String key = keys.remarks(stream);
    return line.send(
            List.of(
                Command.of("HSET", key, name, text),
                isOver
                    ? Command.of("PEXPIRE", key, retention.toMillis())
                    : Command.of("PERSIST", key)))
        .thenApply(done -> null);
  }

  /** It is not open any more: neither its node nor its owner have it. */
  private CompletableFuture<Void> forget(Line line, String stream, PositionalFold.Beginning begun) {
    return line.send(
            List.of(
                Command.of("SREM", keys.open(begun.owner()), stream),
                Command.of("SREM", keys.carried(begun.node()), stream)))
        .thenApply(done -> null);
  }
}
