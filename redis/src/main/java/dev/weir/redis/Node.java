package dev.weir.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.log.NoSuchStreamException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;

/**
 * One of the machines that share a log: it says that it is there, looks whether the others are,
 * cuts the streams of those that are gone, and tells others what to do. Its name is new with every
 * start.
 */
final class Node {
  private static final Logger LOG = System.getLogger(Node.class.getName());
  static final long RENEW_MILLIS = 1_500;
  static final long LOOK_MILLIS = 1_000;

  /** So many streams of a node that is gone are cut at a time. */
  private static final int LANES = 16;

  /** What one node asks of another, by word. */
  static final String CANCEL = "cancel";

  static final String FOLLOW = "follow";

  private final String name;
  private final Line line;
  private final Line channels;
  private final LogKeys keys;
  private final Closing closing;
  private final Cuts cuts;
  private final BiConsumer<String, String> commands;
  private final Deaths deaths = new Deaths();
  private final Set<String> reaping = new HashSet<>();
  private final Map<String, Set<String>> orphans = new HashMap<>();
  private volatile Set<String> leased = ConcurrentHashMap.newKeySet();
  private boolean isClosed;

  /** Hears that this node has cut a stream of another. */
  interface Cuts {
    void cut(String stream, ListedStream found);
  }

  /**
   * @param channels a line with nothing else on it
   * @param commands takes what other nodes ask: a word and the name of a stream
   */
  Node(
      String name,
      Line line,
      Line channels,
      LogKeys keys,
      Closing closing,
      Cuts cuts,
      BiConsumer<String, String> commands) {
    this.name = name;
    this.line = line;
    this.channels = channels;
    this.keys = keys;
    this.closing = closing;
    this.cuts = cuts;
    this.commands = commands;
  }

  String name() {
    return name;
  }

  /** Says that it is there; completes when others can know. */
  CompletableFuture<Void> start() {
    return line.send(List.of(Command.of("SADD", keys.nodes(), name)))
        .thenCompose(added -> line.send(List.of(lease())))
        .thenAccept(done -> {
          line.loop().after(RENEW_MILLIS, this::renew);
          line.loop().after(LOOK_MILLIS, this::look);
        });
  }

  private Command lease() {
    return Command.of("SET", keys.lease(name), "", "PX", Deaths.LEASE_MILLIS);
  }

  private void renew() {
    if (isClosed) {
      return;
    }
    // A full engine takes no new values, but lets old ones live longer.
    Answers.when(
        line.send(List.of(Command.of("PEXPIRE", keys.lease(name), Deaths.LEASE_MILLIS)))
            .thenCompose(replies ->
                replies.getFirst().number() == 1
                    ? CompletableFuture.completedFuture(replies)
                    : again()),
        (done, failed) -> {
          if (failed != null) {
            LOG.log(Level.DEBUG, "The lease could not be renewed: {0}", failed.getMessage());
          }
        });
    line.loop().after(RENEW_MILLIS, this::renew);
  }

  private CompletableFuture<List<Reply>> again() {
    return line.send(List.of(lease()))
        .thenCompose(set -> line.send(List.of(Command.of("SADD", keys.nodes(), name))));
  }

  private void look() {
    if (isClosed) {
      return;
    }
    Answers.when(
        line.send(List.of(Command.of("SMEMBERS", keys.nodes())))
            .thenCompose(members -> leased(known(members.getFirst()))),
        (done, failed) -> line.loop().after(LOOK_MILLIS, this::look));
  }

  private Set<String> known(Reply members) {
    Set<String> known = new HashSet<>(orphans.keySet());
    members.items().forEach(member -> known.add(member.text()));
    known.remove(name);
    return known;
  }

  private CompletableFuture<Void> leased(Set<String> known) {
    List<String> nodes = List.copyOf(known);
    List<Command> asked = new ArrayList<>();
    nodes.forEach(node -> asked.add(Command.of("EXISTS", keys.lease(node))));
    CompletableFuture<List<Reply>> answers =
        asked.isEmpty() ? CompletableFuture.completedFuture(List.of()) : line.send(asked);
    return answers.thenAccept(replies -> {
      Set<String> there = new HashSet<>();
      for (int i = 0; i < nodes.size(); i++) {
        if (replies.get(i).number() == 1) {
          there.add(nodes.get(i));
        }
      }
      orphans.keySet().removeAll(there);
      leased = Set.copyOf(there);
      deaths.look(line.loop().millis(), line.upSinceMillis(), known, there).forEach(this::reap);
    });
  }

  /** Whether a node was there when this one looked last, or is this one. Any thread. */
  boolean isThere(String node) {
    return node.equals(name) || leased.contains(node);
  }

  /** An open stream was found whose node may be gone. Any thread. */
  void suspect(String node, String stream) {
    line.loop().run(() -> orphans.computeIfAbsent(node, first -> new HashSet<>()).add(stream));
  }

  /** Cuts all streams of a node that is gone. */
  private void reap(String node) {
    if (!reaping.add(node)) {
      return;
    }
    LOG.log(Level.INFO, "Node {0} is gone; its open streams are cut", node);
    Set<String> found = new HashSet<>(orphans.getOrDefault(node, Set.of()));
    Answers.when(
        line.send(List.of(Command.of("SMEMBERS", keys.carried(node))))
            .thenCompose(members -> {
              members.getFirst().items().forEach(member -> found.add(member.text()));
              return cutAll(List.copyOf(found));
            })
            .thenCompose(done -> line.send(List.of(Command.of("DEL", keys.carried(node)))))
            .thenCompose(done -> line.send(List.of(Command.of("SREM", keys.nodes(), node)))),
        (done, failed) -> {
          reaping.remove(node);
          if (failed == null) {
            orphans.remove(node);
          } else {
            LOG.log(Level.DEBUG, "Streams of node {0} are left: {1}", node, failed.getMessage());
          }
        });
  }

  /** Some at a time, because readers wait. */
  private CompletableFuture<Void> cutAll(List<String> streams) {
    List<CompletableFuture<Void>> lanes = new ArrayList<>();
    for (int lane = 0; lane < Math.min(LANES, streams.size()); lane++) {
      lanes.add(cutFrom(streams, lane));
    }
    return CompletableFuture.allOf(lanes.toArray(CompletableFuture[]::new));
  }

  /** One after the other: this one, and each that many further on. */
  private CompletableFuture<Void> cutFrom(List<String> streams, int at) {
    if (at >= streams.size()) {
      return CompletableFuture.completedFuture(null);
    }
    String stream = streams.get(at);
    return closing
        .cut(line, stream)
        .thenCompose(found -> {
          cuts.cut(stream, found);
          return closing.pack(line, stream, found);
        })
        .exceptionallyCompose(failed ->
            Answers.problem(failed) instanceof NoSuchStreamException
                ? CompletableFuture.completedFuture(null)
                : CompletableFuture.failedFuture(failed))
        .thenCompose(done -> cutFrom(streams, at + LANES));
  }

  /** Subscribes to what is for this node, on a connection that is new. */
  void listen() {
    channels.subscribe(Command.of("SUBSCRIBE", keys.commands(name)));
  }

  /** Takes a message if it is a command for this node; returns whether it was. */
  boolean message(String channel, byte[] payload) {
    if (!channel.equals(keys.commands(name))) {
      return false;
    }
    String[] words = new String(payload, UTF_8).split(" ", 2);
    if (words.length == 2) {
      commands.accept(words[0], words[1]);
    }
    return true;
  }

  /** Asks another node for something; whether it hears it is not known. */
  void tell(String node, String word, String stream) {
    var unused =
        line.send(List.of(Command.of("PUBLISH", keys.commands(node), word + " " + stream)));
  }

  /** Says that it is gone, and that nothing of its is open. */
  CompletableFuture<Void> leave() {
    return line.send(List.of(Command.of("DEL", keys.carried(name))))
        .thenCompose(done -> line.send(List.of(Command.of("SREM", keys.nodes(), name))))
        .thenCompose(done -> line.send(List.of(Command.of("DEL", keys.lease(name)))))
        .thenAccept(done -> {});
  }

  void close() {
    line.loop().run(() -> isClosed = true);
  }
}
