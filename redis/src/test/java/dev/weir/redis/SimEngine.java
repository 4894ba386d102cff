package dev.weir.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.log.UnreachableLogException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A primary with a replica behind it, and the network between them and the nodes: connections keep
 * the order of what they carry, and may break at any byte; commands of several connections mix.
 */
public final class SimEngine {
  private static final long CONNECT_MILLIS = 3_000;
  private static final long POLL_MILLIS = 5;

  /** How long what was sent on a connection that is lost may still be on its way. */
  private static final long LINGERS_MILLIS = 3_000;

  private final SimWorld world;
  private SimStore primary = new SimStore();
  private SimStore replica = new SimStore();
  private List<Command> written = new ArrayList<>();
  private List<Long> writtenAt = new ArrayList<>();
  private int copied;

  /** How many writes the primary had when it became that, all of which its replica has to copy. */
  private int begunWith;

  private long copiesFrom;
  private long downUntil = -CONNECT_MILLIS - 1;
  private long awaySince;
  private long longestAway;

  /** Which start of the primary this is. */
  private int start;

  private final List<Wire> wires = new ArrayList<>();

  /** Nobody hears what is published. */
  boolean isMute;

  /** How long a passage may take. */
  private final long slowestMillis;

  SimEngine(SimWorld world) {
    this.world = world;
    this.slowestMillis = world.chance(40) ? 200 : 8;
    copy();
  }

  private void copy() {
    if (world.millis() >= copiesFrom) {
      while (copied < written.size()) {
        replica.execute(written.get(copied++), world.millis());
      }
    }
    world.after(world.between(5, 80), this::copy);
  }

  /** For a while nothing reaches the replica. */
  void delayCopies(long millis) {
    copiesFrom = world.millis() + millis;
  }

  /** It is killed, and comes back with all it had. */
  void restart(long millis) {
    start++;
    if (world.millis() > downUntil + CONNECT_MILLIS) {
      awaySince = world.millis();
    }
    downUntil = world.millis() + millis;
    longestAway = Math.max(longestAway, downUntil - awaySince);
    breakAll(wire -> true);
  }

  /**
   * How long it was away, at most, with what passed in between too short for anybody to connect.
   */
  long longestAwayMillis() {
    return longestAway;
  }

  /**
   * It is killed, and its replica takes over with what that has. One that has not yet copied what
   * its primary began with is no candidate: nobody promotes an empty one, so the primary comes
   * back.
   */
  void failOver(long millis) {
    restart(millis);
    if (copied < begunWith) {
      return;
    }
    primary = replica;
    replica = new SimStore();
    List<Command> kept = List.copyOf(written.subList(0, copied));
    written = new ArrayList<>(kept);
    writtenAt = new ArrayList<>(writtenAt.subList(0, copied));
    begunWith = copied;
    copied = 0;
    copiesFrom = 0;
  }

  /** How old the first write is that its replica lacks; zero if it lacks none. */
  long lagMillis() {
    return copied == written.size() ? 0 : Math.max(1, world.millis() - writtenAt.get(copied));
  }

  void breakAll(Predicate<Wire> which) {
    List.copyOf(wires).stream().filter(which).forEach(Wire::breakNow);
  }

  /** The way of one node to the engine. */
  final class Link implements Engine {
    private long heldUntil;

    /** No byte passes. */
    void hold(long millis) {
      heldUntil = Math.max(heldUntil, world.millis() + millis);
    }

    void breakNow() {
      breakAll(wire -> wire.link().equals(this));
    }

    @Override
    public CompletableFuture<Connection> connect(Loop loop, Listener listener) {
      var answer = new CompletableFuture<Connection>();
      boolean isThere = world.millis() >= downUntil && world.millis() >= heldUntil;
      loop.after(
          isThere ? world.between(1, 20) : CONNECT_MILLIS,
          () -> {
            if (isThere && world.millis() >= downUntil) {
              var wire = new Wire(this, loop, listener);
              wires.add(wire);
              answer.complete(wire);
            } else {
              answer.completeExceptionally(gone());
            }
          });
      return answer;
    }
  }

  private static UnreachableLogException gone() {
    return new UnreachableLogException("the simulated engine is gone", null);
  }

  /** One connection. */
  final class Wire implements Engine.Connection {
    private final Link link;
    private final Loop loop;
    private final Engine.Listener listener;
    private final Set<String> channels = new HashSet<>();
    private final List<CompletableFuture<List<Reply>>> unanswered = new ArrayList<>();
    private final List<Runnable> queue = new ArrayList<>();
    private final int startedWith = start;
    private long lastThere;
    private long lastHere;
    private int wroteUpTo;
    private boolean isBroken;
    private boolean isBusy;
    private long lingersUntil;

    Wire(Link link, Loop loop, Engine.Listener listener) {
      this.link = link;
      this.loop = loop;
      this.listener = listener;
    }

    Link link() {
      return link;
    }

    private long passage(long after) {
      long arrives = Math.max(world.millis() + world.between(0, slowestMillis), link.heldUntil);
      return Math.max(after, arrives);
    }

    @Override
    public CompletableFuture<List<Reply>> send(List<Command> commands) {
      var answer = new CompletableFuture<List<Reply>>();
      if (isBroken) {
        answer.completeExceptionally(gone());
        return answer;
      }
      unanswered.add(answer);
      lastThere = passage(lastThere);
      world.at(lastThere, () -> arrive(() -> execute(commands, 0, new ArrayList<>(), answer)));
      return answer;
    }

    private void arrive(Runnable commands) {
      if (world.millis() < lingersUntil) {
        world.at(lingersUntil, () -> arrive(commands));
      } else {
        queue.add(commands);
        next();
      }
    }

    /** What comes on one connection is done one after the other. */
    private void next() {
      if (!isBusy && !queue.isEmpty()) {
        isBusy = true;
        queue.removeFirst().run();
      }
    }

    private void execute(
        List<Command> commands,
        int from,
        List<Reply> replies,
        CompletableFuture<List<Reply>> answer) {
      if (startedWith != start) {
        return;
      }
      int at = from;
      boolean isTogether = false;
      while (at < commands.size()) {
        Command command = commands.get(at);
        isTogether =
            (isTogether || command.name().equals("MULTI")) && !command.name().equals("EXEC");
        if (command.name().equals("WAIT")) {
          int number = at;
          confirm(
              wroteUpTo,
              world.millis() + Long.parseLong(new String(command.arguments().get(1), UTF_8)),
              met -> {
                replies.add(new Reply.Whole(met ? 1 : 0));
                execute(commands, number + 1, replies, answer);
              });
          return;
        }
        replies.add(one(command));
        at++;
        if (!isTogether && at < commands.size() && world.chance(20)) {
          int rest = at;
          world.after(world.between(0, 3), () -> execute(commands, rest, replies, answer));
          return;
        }
      }
      isBusy = false;
      lastHere = passage(lastHere);
      world.at(
          lastHere,
          () ->
              loop.later(() -> {
                if (!isBroken) {
                  answer.complete(List.copyOf(replies));
                  unanswered.removeIf(CompletableFuture::isDone);
                }
              }));
      next();
    }

    private Reply one(Command command) {
      if (command.name().endsWith("PUBLISH")) {
        return publish(
            new String(command.arguments().getFirst(), UTF_8), command.arguments().get(1));
      }
      Reply reply = primary.execute(command, world.millis());
      if (SimStore.isWriting(command)) {
        written.add(command);
        writtenAt.add(world.millis());
        wroteUpTo = written.size();
      }
      return reply;
    }

    private void confirm(int upTo, long until, Consumer<Boolean> told) {
      boolean isMet = startedWith == start && copied >= upTo;
      if (isMet || world.millis() >= until) {
        told.accept(isMet);
      } else {
        world.after(POLL_MILLIS, () -> confirm(upTo, until, told));
      }
    }

    @Override
    public void subscribe(Command command) {
      String channel = new String(command.arguments().getFirst(), UTF_8);
      lastThere = passage(lastThere);
      world.at(
          lastThere,
          () -> {
            if (command.name().equals("SUNSUBSCRIBE")) {
              channels.remove(channel);
            } else {
              channels.add(channel);
            }
          });
    }

    private void hear(String channel, byte[] payload) {
      int copies = world.chance(20) ? 0 : world.chance(10) ? 2 : 1;
      for (int i = 0; i < copies; i++) {
        lastHere = passage(lastHere);
        world.at(
            lastHere,
            () ->
                loop.later(() -> {
                  if (!isBroken) {
                    listener.message(channel, payload);
                  }
                }));
      }
    }

    void breakNow() {
      if (isBroken) {
        return;
      }
      broken();
      loop.later(() -> {
        List.copyOf(unanswered).forEach(answer -> answer.completeExceptionally(gone()));
        listener.lost();
      });
    }

    /** What is on its way may still arrive there, long after somebody else has. */
    private void broken() {
      isBroken = true;
      wires.remove(this);
      lingersUntil = world.millis() + (world.chance(30) ? world.between(0, LINGERS_MILLIS) : 0);
    }

    @Override
    public void close() {
      broken();
      List.copyOf(unanswered).forEach(answer -> answer.completeExceptionally(gone()));
    }
  }

  private Reply publish(String channel, byte[] payload) {
    if (isMute) {
      return new Reply.Whole(1);
    }
    List<Wire> heard = wires.stream().filter(wire -> wire.channels.contains(channel)).toList();
    heard.forEach(wire -> wire.hear(channel, payload));
    return new Reply.Whole(heard.size());
  }
}
