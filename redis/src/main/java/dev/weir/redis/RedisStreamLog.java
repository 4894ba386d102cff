package dev.weir.redis;

import dev.weir.log.NoSuchStreamException;
import dev.weir.log.NotRecordedException;
import dev.weir.log.StreamLog;
import dev.weir.log.UnreachableLogException;
import dev.weir.redis.PositionedRecord.Kind;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A log in an engine that many machines share. Each stream is a list of records that say where they
 * belong; {@link PositionalFold} is the rule by which all read it, {@link OwnedStream} how its
 * writer adds to it, {@link Node} what becomes of it when that is gone.
 */
final class RedisStreamLog implements StreamLog {
  private static final Logger LOG = System.getLogger(RedisStreamLog.class.getName());
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");
  private static final int MAX_OWNER = 200;
  private static final long TICK_MILLIS = 500;
  private static final long STOP_PAUSE_MILLIS = 300;
  private static final long STOP_MILLIS = 30_000;
  private static final long CLOSE_SECONDS = 5;

  private final Lines lines;
  private final Line line;
  private final LogKeys keys;
  private final Durability durability;
  private final Clock clock;
  private final Closing closing;
  private final Line channels;
  private final News news;
  private final Node node;
  private final OwnerIndex index;
  private final Checkpoints checkpoints = new Checkpoints();
  private final PackedCache cache = new PackedCache();
  private final Map<String, OwnedStream> owned = new ConcurrentHashMap<>();

  /** What this node wrote and could not end: nobody else knows that it will get nothing more. */
  private final Map<String, Boolean> toCut = new ConcurrentHashMap<>();

  private volatile Consumer<String> onStop = stream -> {};
  private volatile boolean isClosed;

  RedisStreamLog(
      Lines lines,
      String nodeName,
      LogKeys keys,
      Durability durability,
      Clock clock,
      Closing closing) {
    this.lines = lines;
    this.line = lines.home();
    this.keys = keys;
    this.durability = durability;
    this.clock = clock;
    this.closing = closing;
    this.channels = lines.channels(this::message);
    this.news = new News(keys, channels);
    this.node = new Node(nodeName, line, channels, keys, closing, this::cutted, this::command);
    this.index = new OwnerIndex(line, keys, new Infos());
  }

  /** Takes part: others learn of this node. */
  CompletableFuture<Void> start() {
    lines.onUp(this::up);
    return channels
        .open()
        .thenCompose(listening -> node.start())
        .thenRun(() -> line.loop().after(TICK_MILLIS, this::tick));
  }

  private void up(Line reconnected) {
    if (reconnected.equals(channels)) {
      node.listen();
      news.listen();
    } else {
      for (OwnedStream stream : owned.values()) {
        if (stream.line().equals(reconnected)) {
          stream.reconnected();
        }
      }
    }
  }

  private void tick() {
    if (isClosed) {
      return;
    }
    owned.values().forEach(stream -> stream.line().loop().run(stream::tick));
    toCut.forEach((stream, asked) -> {
      if (line.isUp() && toCut.replace(stream, false, true)) {
        cutForSure(stream);
      }
    });
    line.loop().after(TICK_MILLIS, this::tick);
  }

  private CompletableFuture<Void> cutAndPack(String stream) {
    return closing
        .cut(line, stream)
        .thenCompose(found -> {
          cutted(stream, found);
          return closing.pack(line, stream, found);
        });
  }

  private void cutForSure(String stream) {
    Answers.when(
        cutAndPack(stream),
        (done, failed) -> {
          if (failed == null || Answers.problem(failed) instanceof NoSuchStreamException) {
            toCut.remove(stream);
          } else {
            toCut.replace(stream, true, false);
          }
        });
  }

  private void message(String channel, byte[] payload) {
    if (!node.message(channel, payload)) {
      news.message(channel, payload);
    }
  }

  /** Another node asks for something. */
  private void command(String word, String stream) {
    OwnedStream own = owned.get(stream);
    if (own == null) {
      return;
    }
    switch (word) {
      case Node.CANCEL -> onStop.accept(stream);
      case Node.FOLLOW -> own.line().loop().run(() -> own.followed(true));
      default -> LOG.log(Level.DEBUG, "A command of a later version: {0}", word);
    }
  }

  /** A stream was cut here: its followers learn of it, wherever they are. */
  private void cutted(String stream, ListedStream found) {
    if (!found.counted().isEmpty()) {
      PositionedRecord last = found.counted().getLast();
      news.tell(stream, last);
      var unused = line.send(List.of(Command.of("SPUBLISH", keys.news(stream), last.encode())));
    }
  }

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
            case NOTHING -> owned.remove(stream.id, stream);
            case TO_PACK -> packLater(stream);
            case TO_CUT -> {
              toCut.put(stream.id, false);
              owned.remove(stream.id, stream);
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

  /** A stream has ended; if the engine does not have it as it was written, it is cut. */
  private void packLater(OwnedStream stream) {
    Answers.when(
        ListedStream.read(stream.line(), keys, stream.id)
            .thenCompose(found -> {
              if (found.isThere() && !found.fold().isOver()) {
                toCut.put(stream.id, false);
              }
              return closing.pack(stream.line(), stream.id, found);
            }),
        (done, failed) -> {
          if (failed != null) {
            // Whoever comes next finds it over or cuts it, and packs it.
            toCut.put(stream.id, false);
          }
          owned.remove(stream.id, stream);
        });
  }

  @Override
  public CompletableFuture<Long> begin(String stream, String owner, String about) {
    checkName("A stream's name", stream);
    if (owner.length() > MAX_OWNER) {
      throw new IllegalArgumentException(
          "An owner has at most %d characters, saw %,d".formatted(MAX_OWNER, owner.length()));
    }
    Line own = lines.current();
    var begun = new OwnedStream(stream, owner, about, node.name(), own, keys, watcher);
    if (isClosed) {
      return CompletableFuture.failedFuture(new NotRecordedException("the log was closed", null));
    }
    if (owned.putIfAbsent(stream, begun) != null) {
      return CompletableFuture.failedFuture(taken(stream));
    }
    long now = clock.millis();
    var answer = new CompletableFuture<Long>();
    own.loop()
        .run(() -> {
          begun.add(PositionedRecord.words(Kind.BEGIN, now, 0, owner, node.name(), about), answer);
          Answers.when(
              register(begun, now),
              (isFree, failed) ->
                  own.loop()
                      .run(() -> {
                        if (failed != null) {
                          IOException why = Answers.problem(failed);
                          begun.refuse("could not be begun: " + why.getMessage(), why);
                        } else if (!isFree) {
                          begun.refuse("is that of another", taken(stream));
                        } else {
                          begun.begin();
                        }
                      }));
        });
    return answer;
  }

  /** Finds out whether the name is free, and puts the stream where it will be found. */
  private CompletableFuture<Boolean> register(OwnedStream stream, long now) {
    Line own = stream.line();
    return own.send(
            List.of(
                Command.of("EXISTS", keys.log(stream.id)),
                Command.of("GETRANGE", keys.packed(stream.id), 0, 0)))
        .thenCompose(replies -> {
          byte[] packed = replies.get(1).bytes();
          if (replies.getFirst().number() > 0 || PackedStream.isThere(packed)) {
            return CompletableFuture.completedFuture(false);
          }
          List<Command> places = new ArrayList<>(index.adding(stream.owner, stream.id, now));
          if (PackedStream.isDeleted(packed)) {
            places.add(Command.of("DEL", keys.packed(stream.id)));
          }
          places.add(Command.of("SADD", keys.carried(node.name()), stream.id));
          return own.send(places).thenApply(done -> true);
        });
  }

  private static NotRecordedException taken(String stream) {
    return new NotRecordedException(
        "There is a stream \"%s\" already; choose another name".formatted(stream), null);
  }

  private static void checkName(String what, String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "%s is 1 to 64 of A–Z a–z 0–9 . _ -, saw \"%s\"".formatted(what, name));
    }
  }

  @Override
  public List<CompletableFuture<Long>> append(List<Addition> additions) {
    List<CompletableFuture<Long>> answers = new ArrayList<>(additions.size());
    for (Addition addition : additions) {
      if (addition.events().isEmpty()) {
        answers.add(
            CompletableFuture.failedFuture(
                new IllegalArgumentException("An append holds at least one event, saw none")));
      } else {
        answers.add(
            add(
                addition.stream(),
                at ->
                    PositionedRecord.events(
                        addition.atMillis(), addition.position(), addition.events())));
      }
    }
    return answers;
  }

  @Override
  public CompletableFuture<Long> note(String stream, String name, String text) {
    checkName("A note's name", name);
    return add(stream, at -> PositionedRecord.words(Kind.NOTE, clock.millis(), at, name, text));
  }

  @Override
  public CompletableFuture<Long> remark(String stream, String name, String text) {
    checkName("A remark's name", name);
    return told(
        state(stream)
            .thenCompose(found ->
                closing
                    .remark(line, stream, found.fold().isOver(), name, text)
                    .thenApply(done -> found.fold().next())));
  }

  @Override
  public CompletableFuture<Long> delete(String stream) {
    return told(
        state(stream)
            .thenCompose(found -> {
              PositionalFold.Beginning begun = found.fold().beginning();
              if (begun == null || !found.fold().isOver()) {
                return CompletableFuture.failedFuture(
                    new IOException(
                        "Stream \"%s\" is open; stop it before it is deleted".formatted(stream)));
              }
              return closing.delete(line, stream, begun).thenApply(done -> found.fold().next());
            }));
  }

  @Override
  public CompletableFuture<Long> end(String stream, long position, String outcome) {
    return add(stream, at -> PositionedRecord.words(Kind.END, clock.millis(), position, outcome));
  }

  /** Makes a record for where its stream stands. */
  private interface RecordAt {
    PositionedRecord at(long position);
  }

  private CompletableFuture<Long> add(String stream, RecordAt record) {
    OwnedStream own = owned.get(stream);
    if (own == null) {
      return refused(stream);
    }
    var answer = new CompletableFuture<Long>();
    own.line().loop().run(() -> own.add(record.at(own.next()), answer));
    return answer;
  }

  /** Says why a stream takes nothing that this process does not write. */
  private CompletableFuture<Long> refused(String stream) {
    return info(stream)
        .handle((info, failed) -> {
          String why =
              failed != null
                  ? "it was not begun, or has expired"
                  : switch (info.state()) {
                    case OPEN -> "another node writes it";
                    case ENDED -> "it has ended";
                    case CUT -> "it was cut when its writer went away; begin another";
                  };
          return new NotRecordedException(
              "Stream \"%s\" takes no events: %s".formatted(stream, why), null);
        })
        .thenCompose(CompletableFuture::failedFuture);
  }

  @Override
  public CompletableFuture<Long> cut(String stream) {
    OwnedStream own = owned.get(stream);
    if (own == null) {
      return cutHere(line, stream);
    }
    var answer = new CompletableFuture<Long>();
    own.line()
        .loop()
        .run(() -> {
          own.giveUp();
          if (own.line().isUp()) {
            Answers.forward(cutHere(own.line(), stream), answer);
          } else {
            answer.completeExceptionally(Line.unreachable());
          }
        });
    return answer;
  }

  private CompletableFuture<Long> cutHere(Line by, String stream) {
    return closing
        .cut(by, stream)
        .thenApply(found -> {
          cutted(stream, found);
          Answers.when(
              closing.pack(by, stream, found),
              (done, failed) -> {
                if (failed == null) {
                  toCut.remove(stream);
                }
              });
          return found.next();
        });
  }

  @Override
  public @Nullable String node() {
    return node.name();
  }

  @Override
  public void onStop(Consumer<String> action) {
    onStop = action;
  }

  @Override
  public CompletableFuture<Long> open(String owner) {
    return told(index.open(owner));
  }

  @Override
  public CompletableFuture<Long> stop(String stream) {
    var answer = new CompletableFuture<Long>();
    stop(stream, line.loop().millis() + STOP_MILLIS, answer);
    return answer;
  }

  /** Tells the writer to stop, and again, until the log says that the stream is over. */
  private void stop(String stream, long until, CompletableFuture<Long> answer) {
    Answers.when(
        state(stream),
        (found, failed) -> {
          if (failed != null) {
            answer.completeExceptionally(Answers.problem(failed));
          } else if (found.fold().isOver()) {
            answer.complete(found.fold().next());
          } else if (line.loop().millis() > until) {
            answer.completeExceptionally(
                new UnreachableLogException(
                    "Stream \"%s\" did not stop within %d s".formatted(stream, STOP_MILLIS / 1000),
                    null));
          } else {
            String writer = writer(found);
            if (writer.equals(node.name())) {
              onStop.accept(stream);
            } else {
              node.tell(writer, Node.CANCEL, stream);
            }
            line.loop().after(STOP_PAUSE_MILLIS, () -> stop(stream, until, answer));
          }
        });
  }

  private static String writer(Reading.Found found) {
    PositionalFold.Beginning begun = found.fold().beginning();
    return begun == null ? "" : begun.node();
  }

  @Override
  public CompletableFuture<Page> read(String stream, long position, int maxEvents) {
    if (position < 0 || maxEvents < 1) {
      return CompletableFuture.failedFuture(
          new IllegalArgumentException(
              "Expected a position from 0 and at least one event, saw %,d and %,d"
                  .formatted(position, maxEvents)));
    }
    return told(found(lines.current(), stream, position, maxEvents).thenApply(Reading.Found::page));
  }

  /** Where a stream stands, without its events. */
  private CompletableFuture<Reading.Found> state(String stream) {
    return found(line, stream, Reading.END, /* maxEvents= */ 0);
  }

  private CompletableFuture<Reading.Found> found(
      Line by, String stream, long position, int maxEvents) {
    return new Reading(by, keys, durability, checkpoints, cache, stream, position, maxEvents)
        .read()
        .whenComplete((found, failed) -> {
          if (found != null && found.isAll() && !found.fold().isOver()) {
            String writer = writer(found);
            if (!node.isThere(writer)) {
              node.suspect(writer, stream);
            }
          }
        });
  }

  private static <T extends @Nullable Object> CompletableFuture<T> told(
      CompletableFuture<T> answer) {
    var told = new CompletableFuture<T>();
    Answers.forward(answer, told);
    return told;
  }

  @Override
  public CompletableFuture<@Nullable String> readNote(String stream, String name) {
    Line by = lines.current();
    return told(
        by.send(List.of(Command.of("HGET", keys.remarks(stream), name)))
            .thenCombine(
                ListedStream.read(by, keys, stream),
                (remarks, found) -> {
                  if (!found.isThere()) {
                    throw new CompletionException(new NoSuchStreamException(stream));
                  }
                  Reply remark = remarks.getFirst();
                  return remark.bytes() == null ? found.note(name) : remark.text();
                }));
  }

  @Override
  public Following follow(String stream, long position, Follower follower) {
    var following = new LogFollowing(new Source(), stream, position, follower);
    following.start();
    return following;
  }

  /** What those who follow need. */
  private final class Source implements LogFollowing.Source {
    @Override
    public CompletableFuture<Reading.Found> read(String stream, long position, int maxEvents) {
      return told(
          found(line, stream, position, maxEvents)
              .thenApply(found -> {
                String writer = writer(found);
                if (!found.fold().isOver() && !writer.equals(node.name())) {
                  node.tell(writer, Node.FOLLOW, stream);
                }
                return found;
              }));
    }

    @Override
    public void follow(LogFollowing following) {
      news.add(following, /* isForeign= */ !owned.containsKey(following.stream));
    }

    @Override
    public void leave(LogFollowing following) {
      news.remove(following);
    }
  }

  @Override
  public CompletableFuture<StreamInfo> info(String stream) {
    return told(new Infos().info(stream));
  }

  /** What is known of streams: of those of this node without asking. */
  private final class Infos implements OwnerIndex.Infos {
    @Override
    public CompletableFuture<StreamInfo> info(String stream) {
      OwnedStream own = owned.get(stream);
      if (own != null && own.isLive()) {
        return CompletableFuture.completedFuture(
            new StreamInfo(stream, own.owner, own.about, own.counted(), State.OPEN, null));
      }
      return line.send(
              List.of(Command.of("GETRANGE", keys.packed(stream), 0, PackedStream.HEAD_BYTES - 1)))
          .thenCompose(replies -> {
            byte[] beginning = replies.getFirst().bytes();
            return beginning == null || beginning.length == 0
                ? ofList(stream)
                : head(stream, beginning).thenApply(head -> info(stream, head));
          });
    }

    private static StreamInfo info(String stream, PackedStream.Head head) {
      return new StreamInfo(
          stream, head.owner(), head.about(), head.events(), head.state(), head.outcome());
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

    private CompletableFuture<StreamInfo> ofList(String stream) {
      return state(stream)
          .thenApply(found -> {
            PositionalFold fold = found.fold();
            PositionalFold.Beginning begun = fold.beginning();
            return new StreamInfo(
                stream,
                begun == null ? "" : begun.owner(),
                begun == null ? "" : begun.about(),
                fold.next(),
                fold.state(),
                fold.outcome());
          });
    }

    @Override
    public CompletableFuture<Long> lastMillis(String stream) {
      return line.send(
              List.of(Command.of("GETRANGE", keys.packed(stream), 0, PackedStream.HEAD_BYTES - 1)))
          .thenCompose(replies -> {
            byte[] beginning = replies.getFirst().bytes();
            return beginning == null || beginning.length == 0
                ? ofOpen(stream)
                : head(stream, beginning).thenApply(PackedStream.Head::lastMillis);
          });
    }

    /** What is open does not expire, and what is over is soon packed. */
    private CompletableFuture<Long> ofOpen(String stream) {
      return state(stream)
          .thenApply(found ->
              found.fold().isOver() ? Long.valueOf(found.fold().lastMillis()) : OwnerIndex.OPEN);
    }
  }

  @Override
  public CompletableFuture<Listing> list(String owner, @Nullable String from, int most) {
    return told(index.list(owner, from, most));
  }

  @Override
  public CompletableFuture<List<String>> expire(Instant before) {
    return told(index.expire(before));
  }

  /** Whether this node could add something of a stream again, should the engine lose it. */
  boolean keeps(String stream) {
    OwnedStream own = owned.get(stream);
    if (own == null) {
      return false;
    }
    var answer = new CompletableFuture<Boolean>();
    own.line().loop().run(() -> answer.complete(own.keeps()));
    return answer.join();
  }

  @Override
  public void close() throws IOException {
    isClosed = true;
    news.close();
    node.close();
    List<CompletableFuture<?>> last = new ArrayList<>();
    owned.keySet().forEach(id -> last.add(cutAndPack(id)));
    toCut.keySet().forEach(id -> last.add(cutAndPack(id)));
    try {
      CompletableFuture.allOf(last.toArray(CompletableFuture[]::new))
          .handle((done, failed) -> failed)
          .thenCompose(failed ->
              failed == null ? node.leave() : CompletableFuture.<Void>failedFuture(failed))
          .get(CLOSE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException left) {
      // The others find that this node is gone, and cut what it left open.
      LOG.log(Level.DEBUG, "Some streams are left open: {0}", left.getMessage());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    } finally {
      lines.close();
    }
  }
}
