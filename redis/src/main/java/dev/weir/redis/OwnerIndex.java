package dev.weir.redis;

import dev.weir.log.NoSuchStreamException;
import dev.weir.log.StreamLog.Listing;
import dev.weir.log.StreamLog.State;
import dev.weir.log.StreamLog.StreamInfo;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** Which streams an owner has: listed, counted and, when they are old enough, forgotten. */
final class OwnerIndex {
  private static final int PAGE = 100;

  /** A stream whose beginning takes longer has none. */
  private static final long BEGINNING_MILLIS = 60_000;

  /** The last moment of a stream that is not over. */
  static final Long OPEN = -1L;

  /** What is known of a stream. */
  interface Infos {
    CompletableFuture<StreamInfo> info(String stream);

    /** When something was added to it last, in epoch milliseconds; {@link #OPEN} if it is. */
    CompletableFuture<Long> lastMillis(String stream);
  }

  private final Line line;
  private final LogKeys keys;
  private final Clock clock;
  private final Infos infos;

  OwnerIndex(Line line, LogKeys keys, Clock clock, Infos infos) {
    this.line = line;
    this.keys = keys;
    this.clock = clock;
    this.infos = infos;
  }

  /** What puts a stream where it will be found; to be done before the stream itself is there. */
  static List<Command> adding(LogKeys keys, String owner, String stream, long millis) {
    return List.of(
        Command.of("ZADD", keys.streams(owner), millis, stream),
        Command.of("SADD", keys.open(owner), stream),
        Command.of("SADD", keys.owners(), owner));
  }

  private CompletableFuture<Reply> one(Command command) {
    return line.send(List.of(command)).thenApply(List::getFirst);
  }

  /** A place in the list of an owner: after that stream. */
  private record Place(long millis, String stream) {
    static Place parse(String text) {
      int dash = text.indexOf('-');
      try {
        return new Place(
            Long.parseLong(text.substring(0, Math.max(0, dash))), text.substring(dash + 1));
      } catch (NumberFormatException wrong) {
        throw new IllegalArgumentException("No list went on at \"%s\"".formatted(text), wrong);
      }
    }

    boolean isBefore(Place other) {
      return millis > other.millis
          || (millis == other.millis && stream.compareTo(other.stream) > 0);
    }

    @Override
    public String toString() {
      return millis + "-" + stream;
    }
  }

  /** The streams of an owner, newest first. */
  CompletableFuture<Listing> list(String owner, @Nullable String from, int most) {
    Place after = from == null ? null : Place.parse(from);
    return list(owner, after, most, 0, new ArrayList<>());
  }

  private CompletableFuture<Listing> list(
      String owner, @Nullable Place after, int most, int skip, List<StreamInfo> found) {
    return one(Command.of(
            "ZREVRANGEBYSCORE",
            keys.streams(owner),
            after == null ? "+inf" : after.millis(),
            "-inf",
            "WITHSCORES",
            "LIMIT",
            skip,
            PAGE))
        .thenCompose(reply -> {
          List<Place> places = places(reply.items());
          List<Place> wanted =
              places.stream().filter(place -> after == null || after.isBefore(place)).toList();
          return infos(wanted, 0, most, found)
              .thenCompose(last ->
                  last != null
                      ? CompletableFuture.completedFuture(new Listing(found, last.toString()))
                      : places.size() < PAGE
                          ? CompletableFuture.completedFuture(new Listing(found, null))
                          : list(owner, after, most, skip + PAGE, found));
        });
  }

  /** Members and scores: side by side, or in pairs. */
  private static List<Place> places(List<Reply> replies) {
    List<Reply> flat = new ArrayList<>();
    for (Reply reply : replies) {
      if (reply instanceof Reply.Items pair) {
        flat.addAll(pair.value());
      } else {
        flat.add(reply);
      }
    }
    List<Place> places = new ArrayList<>();
    for (int i = 0; i + 1 < flat.size(); i += 2) {
      places.add(new Place((long) Double.parseDouble(flat.get(i + 1).text()), flat.get(i).text()));
    }
    return places;
  }

  /** Adds what is known of streams; completes with the last if there are more than wanted. */
  private CompletableFuture<@Nullable Place> infos(
      List<Place> places, int at, int most, List<StreamInfo> found) {
    if (at == places.size()) {
      return CompletableFuture.completedFuture(null);
    }
    if (found.size() == most) {
      return CompletableFuture.completedFuture(places.get(at - 1));
    }
    return infos
        .info(places.get(at).stream())
        .handle((info, failed) -> {
          if (failed == null) {
            found.add(info);
            return info;
          }
          Throwable why = Answers.problem(failed);
          // One that is gone or damaged does not hide the others; who reads it is told.
          if (!(why instanceof NoSuchStreamException || why instanceof DamagedStreamException)) {
            throw new CompletionException(why);
          }
          return info;
        })
        .thenCompose(done -> infos(places, at + 1, most, found));
  }

  /** How many streams of an owner are open, or were about to be when their node died. */
  CompletableFuture<Long> open(String owner) {
    return one(Command.of("SCARD", keys.open(owner))).thenApply(Reply::number);
  }

  /**
   * Takes from the open streams of an owner those that are not. A node that dies while it begins a
   * stream leaves its name there, and nothing else.
   */
  private CompletableFuture<Void> tidy(String owner) {
    long begun = clock.millis() - BEGINNING_MILLIS;
    return one(Command.of("SMEMBERS", keys.open(owner)))
        .thenCombine(
            one(Command.of("ZRANGEBYSCORE", keys.streams(owner), begun, "+inf")),
            (open, young) -> {
              List<String> old = new ArrayList<>(names(open));
              old.removeAll(names(young));
              return old;
            })
        .thenCompose(old -> tidy(owner, old, 0));
  }

  private CompletableFuture<Void> tidy(String owner, List<String> streams, int at) {
    if (at == streams.size()) {
      return nothing();
    }
    return infos
        .info(streams.get(at))
        .handle((info, failed) ->
            failed == null
                ? info.state() != State.OPEN
                : Answers.problem(failed) instanceof NoSuchStreamException)
        .thenCompose(isOver ->
            isOver
                ? one(Command.of("SREM", keys.open(owner), streams.get(at))).thenAccept(gone -> {})
                : nothing())
        .thenCompose(done -> tidy(owner, streams, at + 1));
  }

  private static List<String> names(Reply members) {
    return members.items().stream().map(Reply::text).toList();
  }

  /** Forgets what is over and old. What the engine has forgotten by itself counts too. */
  CompletableFuture<List<String>> expire(Instant before) {
    var forgotten = new TreeSet<String>();
    return one(Command.of("SMEMBERS", keys.owners()))
        .thenCompose(owners -> expire(names(owners), 0, before, forgotten))
        .thenApply(done -> List.copyOf(forgotten));
  }

  private CompletableFuture<Void> expire(
      List<String> owners, int at, Instant before, Set<String> forgotten) {
    if (at == owners.size()) {
      return CompletableFuture.completedFuture(null);
    }
    String owner = owners.get(at);
    return one(Command.of("ZRANGEBYSCORE", keys.streams(owner), "-inf", before.toEpochMilli()))
        .thenCompose(old -> forget(owner, names(old), 0, before, forgotten))
        .thenCompose(done -> tidy(owner))
        .thenCompose(done -> expire(owners, at + 1, before, forgotten));
  }

  private CompletableFuture<Void> forget(
      String owner, List<String> streams, int at, Instant before, Set<String> forgotten) {
    if (at == streams.size()) {
      return CompletableFuture.completedFuture(null);
    }
    String stream = streams.get(at);
    return infos
        .lastMillis(stream)
        .handle((last, failed) -> {
          if (failed == null) {
            return last >= 0 && last <= before.toEpochMilli();
          }
          return Answers.problem(failed) instanceof NoSuchStreamException;
        })
        .thenCompose(isOld -> isOld ? forget(owner, stream, forgotten) : nothing())
        .thenCompose(done -> forget(owner, streams, at + 1, before, forgotten));
  }

  private static CompletableFuture<Void> nothing() {
    return CompletableFuture.completedFuture(null);
  }

  private CompletableFuture<Void> forget(String owner, String stream, Set<String> forgotten) {
    return one(Command.of("UNLINK", keys.packed(stream), keys.log(stream), keys.remarks(stream)))
        .thenCompose(done -> one(Command.of("ZREM", keys.streams(owner), stream)))
        .thenAccept(removed -> forgotten.add(stream));
  }
}
