package dev.weir.redis;

import dev.weir.log.NotRecordedException;
import dev.weir.redis.PositionedRecord.Kind;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The streams that this node writes, each on the loop on which it was begun, from the moment at
 * which their names are asked for until nothing is left to be done for them. Any thread.
 */
final class OwnedStreams {
  private static final Logger LOG = System.getLogger(OwnedStreams.class.getName());

  private final String node;
  private final Lines lines;
  private final LogKeys keys;
  private final Clock clock;
  private final News news;
  private final Cutting cutting;
  private final Map<String, OwnedStream> streams = new ConcurrentHashMap<>();

  OwnedStreams(String node, Lines lines, LogKeys keys, Clock clock, News news, Cutting cutting) {
    this.node = node;
    this.lines = lines;
    this.keys = keys;
    this.clock = clock;
    this.news = news;
    this.cutting = cutting;
  }

  /** Absent if this node does not write it. */
  @Nullable OwnedStream get(String stream) {
    return streams.get(stream);
  }

  Set<String> names() {
    return streams.keySet();
  }

  /** Begins a stream if nobody has one of that name. */
  CompletableFuture<Long> begin(String stream, String owner, String about) {
    Line line = lines.current();
    var begun = new OwnedStream(stream, owner, about, node, line, keys, watcher);
    if (streams.putIfAbsent(stream, begun) != null) {
      return CompletableFuture.failedFuture(taken(stream));
    }
    long now = clock.millis();
    var answer = new CompletableFuture<Long>();
    line.loop()
        .run(() -> {
          begun.add(PositionedRecord.words(Kind.BEGIN, now, 0, owner, node, about), answer);
          Answers.when(
              register(begun, now),
              (isFree, failed) -> line.loop().run(() -> registered(begun, isFree, failed)));
        });
    return answer;
  }

  /** Finds out whether the name is free, and puts the stream where it will be found. */
  private CompletableFuture<Boolean> register(OwnedStream stream, long now) {
    Line line = stream.line();
    return line.send(
            List.of(
                Command.of("EXISTS", keys.log(stream.id)),
                Command.of("GETRANGE", keys.packed(stream.id), 0, 0)))
        .thenCompose(replies -> {
          byte[] packed = replies.get(1).bytes();
          if (replies.getFirst().number() > 0 || PackedStream.isThere(packed)) {
            return CompletableFuture.completedFuture(false);
          }
          List<Command> places =
              new ArrayList<>(OwnerIndex.adding(keys, stream.owner, stream.id, now));
          if (PackedStream.isDeleted(packed)) {
            places.add(Command.of("DEL", keys.packed(stream.id)));
          }
          places.add(Command.of("SADD", keys.carried(node), stream.id));
          return line.send(places).thenApply(done -> true);
        });
  }

  private static void registered(
      OwnedStream stream, @Nullable Boolean isFree, @Nullable Throwable failed) {
    if (failed != null) {
      IOException why = Answers.problem(failed);
      stream.refuse("could not be begun: " + why.getMessage(), why);
    } else if (Boolean.TRUE.equals(isFree)) {
      stream.begin();
    } else {
      stream.refuse("is that of another", taken(stream.id));
    }
  }

  private static NotRecordedException taken(String stream) {
    return new NotRecordedException(
        "There is a stream \"%s\" already; choose another name".formatted(stream), null);
  }

  /** A new connection: its streams find out what the engine has of them. */
  void reconnected(Line line) {
    for (OwnedStream stream : streams.values()) {
      if (stream.line().equals(line)) {
        stream.reconnected();
      }
    }
  }

  /** Time passes. */
  void tick() {
    streams.values().forEach(stream -> stream.line().loop().run(stream::tick));
  }

  /** Hears what becomes of each of them. */
  private final OwnedStream.Watcher watcher =
      new OwnedStream.Watcher() {
        @Override
        public void counts(OwnedStream stream, PositionedRecord record, byte[] bytes) {
          news.tell(stream.id, record);
          if (stream.isFollowed()) {
            stream
                .line()
                .write(Command.of("SPUBLISH", keys.news(stream.id), bytes), heardBy(stream));
          }
        }

        @Override
        public void over(OwnedStream stream, OwnedStream.Left left) {
          switch (left) {
            case NOTHING -> streams.remove(stream.id, stream);
            case TO_PACK -> cutting.pack(stream, () -> streams.remove(stream.id, stream));
            case TO_CUT -> {
              cutting.later(stream.id);
              streams.remove(stream.id, stream);
            }
          }
        }
      };

  private static Line.Sink heardBy(OwnedStream stream) {
    return new Line.Sink() {
      @Override
      public void written(Reply reply) {
        if (reply.number() == 0) {
          stream.followed(false);
        }
      }

      @Override
      public void failed(IOException why) {
        LOG.log(Level.DEBUG, "A message got lost: {0}", why.getMessage());
      }
    };
  }
}
