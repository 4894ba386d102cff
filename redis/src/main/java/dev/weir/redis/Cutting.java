package dev.weir.redis;

import dev.weir.log.NoSuchStreamException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Cuts streams so that everybody who follows them hears of it, and sees to it that what this node
 * wrote and could not end is cut as soon as the engine can be reached. Any thread.
 */
final class Cutting {
  private final Line line;
  private final LogKeys keys;
  private final Closing closing;
  private final News news;

  /** What is left to be cut, and whether that is being tried: nobody else knows of these. */
  private final Map<String, Boolean> left = new ConcurrentHashMap<>();

  private final Map<String, CompletableFuture<Void>> packing = new ConcurrentHashMap<>();

  Cutting(Line line, LogKeys keys, Closing closing, News news) {
    this.line = line;
    this.keys = keys;
    this.closing = closing;
    this.news = news;
  }

  /** A stream that this node wrote may be open in the engine, and gets nothing more. */
  void later(String stream) {
    left.put(stream, false);
  }

  /**
   * Cuts what a new engine has of this node as open, and this node not: streams that ended shortly
   * before, if the engine lacks their ends. Nobody else would, as long as this node is there.
   */
  void cutForgotten(String node, Set<String> known) {
    Answers.when(
        line.send(List.of(Command.of("SMEMBERS", keys.carried(node)))),
        (members, failed) -> {
          if (members != null) {
            members.getFirst().items().stream()
                .map(Reply::text)
                .filter(stream -> !known.contains(stream))
                .forEach(stream -> left.putIfAbsent(stream, false));
          }
        });
  }

  /** Time passes: what is left is tried again. */
  void tick() {
    left.forEach((stream, isTried) -> {
      if (line.isUp() && left.replace(stream, false, true)) {
        tryNow(stream);
      }
    });
  }

  private void tryNow(String stream) {
    Answers.when(
        cutAndPack(stream),
        (done, failed) -> {
          if (failed == null || Answers.problem(failed) instanceof NoSuchStreamException) {
            left.remove(stream);
          } else {
            left.replace(stream, true, false);
          }
        });
  }

  /** Cuts a stream where it stands; completes with that position, and packs it afterwards. */
  CompletableFuture<Long> cut(Line by, String stream) {
    return closing
        .cut(by, stream)
        .thenApply(found -> {
          told(stream, found);
          Answers.when(
              closing.pack(by, stream, found),
              (done, failed) -> {
                if (failed == null) {
                  left.remove(stream);
                }
              });
          return found.next();
        });
  }

  /** The same; completes when the stream is packed. */
  CompletableFuture<Void> cutAndPack(String stream) {
    return closing
        .cut(line, stream)
        .thenCompose(found -> {
          told(stream, found);
          return closing.pack(line, stream, found);
        });
  }

  /** A stream was cut here: its followers learn of it, wherever they are. */
  void told(String stream, ListedStream found) {
    if (!found.counted().isEmpty()) {
      PositionedRecord last = found.counted().getLast();
      news.tell(stream, last);
      var unused = line.send(List.of(Command.of("SPUBLISH", keys.news(stream), last.encode())));
    }
  }

  /** A stream has ended; if the engine does not have it as it was written, it is cut. */
  void pack(OwnedStream stream, Runnable done) {
    var packed = new CompletableFuture<Void>();
    packing.put(stream.id, packed);
    Answers.when(
        ListedStream.read(stream.line(), keys, stream.id)
            .thenCompose(found -> {
              if (found.isThere() && !found.fold().isOver()) {
                later(stream.id);
              }
              return closing.pack(stream.line(), stream.id, found);
            }),
        (nothing, failed) -> {
          if (failed != null) {
            // Whoever comes next finds it over or cuts it, and packs it.
            later(stream.id);
          }
          done.run();
          packing.remove(stream.id);
          packed.complete(null);
        });
  }

  /** Completes when what is being packed now is packed: who forgets a stream must come after. */
  CompletableFuture<Void> packed() {
    return CompletableFuture.allOf(packing.values().toArray(CompletableFuture[]::new));
  }

  /** Cuts all that is left, once. */
  List<CompletableFuture<?>> last() {
    List<CompletableFuture<?>> last = new ArrayList<>();
    left.keySet().forEach(stream -> last.add(cutAndPack(stream)));
    return last;
  }
}
