package dev.weir.redis;

import dev.weir.log.NoSuchStreamException;
import dev.weir.log.NotRecordedException;
import dev.weir.log.StreamLog;
import dev.weir.redis.PositionedRecord.Kind;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
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
  private static final long CLOSE_SECONDS = 5;

  private final Lines lines;
  private final Line line;
  private final LogKeys keys;
  private final Clock clock;
  private final Closing closing;
  private final Line channels;
  private final News news;
  private final Cutting cutting;
  private final OwnedStreams owned;
  private final Node node;
  private final Readings readings;
  private final StreamInfos infos;
  private final OwnerIndex index;
  private final Stopping stopping;
  private volatile Consumer<String> onStop = stream -> {};
  private volatile boolean isClosed;

  RedisStreamLog(Lines lines, String nodeName, LogKeys keys, Clock clock, Closing closing) {
    this.lines = lines;
    this.line = lines.home();
    this.keys = keys;
    this.clock = clock;
    this.closing = closing;
    this.channels = lines.channels(this::message);
    this.news = new News(keys, channels);
    this.cutting = new Cutting(line, keys, closing, news);
    this.owned = new OwnedStreams(nodeName, lines, keys, clock, news, cutting);
    this.node = new Node(nodeName, line, channels, keys, closing, cutting::told, this::command);
    this.readings = new Readings(keys, node);
    this.infos = new StreamInfos(line, keys, owned, readings);
    this.index = new OwnerIndex(line, keys, clock, infos);
    this.stopping = new Stopping(line, node, readings, stream -> onStop.accept(stream));
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
      owned.reconnected(reconnected);
      if (reconnected.equals(line)) {
        cutting.cutForgotten(node.name(), owned.names());
      }
    }
  }

  private void tick() {
    if (isClosed) {
      return;
    }
    owned.tick();
    cutting.tick();
    line.loop().after(TICK_MILLIS, this::tick);
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

  @Override
  public CompletableFuture<Long> begin(String stream, String owner, String about) {
    checkName("A stream's name", stream);
    if (owner.length() > MAX_OWNER) {
      throw new IllegalArgumentException(
          "An owner has at most %d characters, saw %,d".formatted(MAX_OWNER, owner.length()));
    }
    return isClosed
        ? CompletableFuture.failedFuture(new NotRecordedException("the log was closed", null))
        : owned.begin(stream, owner, about);
  }

  private static void checkName(String what, String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "%s is 1 to 64 of A–Z a–z 0–9 . _ -, saw \"%s\"".formatted(what, name));
    }
  }

  @Override
  public void add(List<? extends Appending> all) {
    for (Appending appending : all) {
      if (appending.events().isEmpty()) {
        appending.completeExceptionally(
            new IllegalArgumentException("An append holds at least one event, saw none"));
        continue;
      }
      var unused =
          add(
                  appending.stream(),
                  at ->
                      PositionedRecord.events(
                          appending.atMillis(), appending.position(), appending.events()))
              .whenComplete((position, failed) -> {
                if (failed == null) {
                  appending.complete(null);
                } else {
                  appending.completeExceptionally(failed);
                }
              });
    }
  }

  @Override
  public CompletableFuture<Long> note(String stream, String name, String text) {
    checkName("A note's name", name);
    return add(stream, at -> PositionedRecord.words(Kind.NOTE, clock.millis(), at, name, text));
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
  public CompletableFuture<Long> remark(String stream, String name, String text) {
    checkName("A remark's name", name);
    return told(
        readings
            .state(line, stream)
            .thenCompose(found ->
                closing
                    .remark(line, stream, found.fold().isOver(), name, text)
                    .thenApply(done -> found.fold().next())));
  }

  @Override
  public CompletableFuture<Long> delete(String stream) {
    return told(
        readings
            .state(line, stream)
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
  public CompletableFuture<Long> cut(String stream) {
    OwnedStream own = owned.get(stream);
    if (own == null) {
      return cutting.cut(line, stream);
    }
    var answer = new CompletableFuture<Long>();
    own.line()
        .loop()
        .run(() -> {
          own.giveUp();
          if (own.line().isUp()) {
            Answers.forward(cutting.cut(own.line(), stream), answer);
          } else {
            answer.completeExceptionally(Line.unreachable());
          }
        });
    return answer;
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
    return stopping.stop(stream);
  }

  @Override
  public CompletableFuture<Page> read(String stream, long position, int maxEvents) {
    if (position < 0 || maxEvents < 1) {
      return CompletableFuture.failedFuture(
          new IllegalArgumentException(
              "Expected a position from 0 and at least one event, saw %,d and %,d"
                  .formatted(position, maxEvents)));
    }
    return told(
        readings.read(lines.current(), stream, position, maxEvents).thenApply(Reading.Found::page));
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
    public Loop loop() {
      return line.loop();
    }

    @Override
    public CompletableFuture<Reading.Found> read(String stream, long position, int maxEvents) {
      return told(
          readings
              .read(line, stream, position, maxEvents)
              .thenApply(found -> {
                String writer = Readings.writer(found);
                if (!found.fold().isOver() && !writer.equals(node.name())) {
                  node.tell(writer, Node.FOLLOW, stream);
                }
                return found;
              }));
    }

    @Override
    public void follow(LogFollowing following) {
      news.add(following, /* isForeign= */ owned.get(following.stream) == null);
    }

    @Override
    public void leave(LogFollowing following) {
      news.remove(following);
    }
  }

  @Override
  public CompletableFuture<StreamInfo> info(String stream) {
    return told(infos.info(stream));
  }

  @Override
  public CompletableFuture<Listing> list(String owner, @Nullable String from, int most) {
    return told(index.list(owner, from, most));
  }

  @Override
  public CompletableFuture<List<String>> expire(Instant before) {
    return told(cutting.packed().thenCompose(packed -> index.expire(before)));
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
    List<CompletableFuture<?>> last = new ArrayList<>(cutting.last());
    owned.names().forEach(stream -> last.add(cutting.cutAndPack(stream)));
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
