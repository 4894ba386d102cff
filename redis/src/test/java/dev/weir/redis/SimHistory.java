package dev.weir.redis;

import dev.weir.event.BlockId;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamEvent.BlockDelta;
import dev.weir.log.NoSuchStreamException;
import dev.weir.log.StreamLog.Addition;
import dev.weir.log.StreamLog.Page;
import dev.weir.log.StreamLog.State;
import dev.weir.log.UnreachableLogException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One history: three nodes write streams, clients read them on any node, and things go wrong. What
 * a client was told must never be contradicted, what was acknowledged must be there, every stream
 * must be over when all is well again, and those of nodes to which nothing happened must be whole.
 */
final class SimHistory {
  private static final long TROUBLE_MILLIS = 30_000;
  private static final long CALM_MILLIS = 45_000;
  private final SimCluster cluster;
  private final SimWorld world;
  private final List<SimStream> streams = new ArrayList<>();
  private @Nullable String violation;

  SimHistory(long seed) {
    this.world = new SimWorld(seed);
    this.cluster = new SimCluster(world, node -> {});
  }

  /** Plays it, and says what went wrong; nothing if all is well. */
  @Nullable String play() {
    cluster.start();
    for (int i = 0; i < 12; i++) {
      world.at(world.between(500, TROUBLE_MILLIS - 5_000), this::beginStream);
    }
    cluster.trouble(TROUBLE_MILLIS);
    for (int i = 0; i < 3; i++) {
      world.at(world.between(600, 2_000), this::visit);
    }
    world.runUntil(TROUBLE_MILLIS + CALM_MILLIS);
    for (SimStream stream : streams) {
      stream.finish();
    }
    world.runUntil(TROUBLE_MILLIS + CALM_MILLIS + 5_000);
    for (SimStream stream : streams) {
      stream.check();
    }
    return violation;
  }

  private void violated(String what) {
    if (violation == null) {
      violation = cluster.when() + ": " + what;
    }
  }

  /** An engine that lost what it had acknowledged may contradict what it said before. */
  private void contradicted(String what) {
    if (!cluster.hasLost()) {
      violated(what);
    }
  }

  // ── streams and those who read them ─────────────────────────────────────────────────────────

  private void beginStream() {
    SimNode node = cluster.any();
    if (node.isThere()) {
      streams.add(new SimStream("s" + streams.size(), node));
    }
  }

  private void visit() {
    if (!streams.isEmpty()) {
      streams.get(world.random.nextInt(streams.size())).read(cluster.any());
    }
    boolean isTrouble = world.millis() < TROUBLE_MILLIS;
    world.after(world.between(20, isTrouble ? 500 : 5_000), this::visit);
  }

  /** A stream, its writer, and what all its readers together were told. */
  private final class SimStream {
    private final String id;
    private final SimNode writer;
    private final int length = (int) world.between(1, 120);
    private int next;
    private long acknowledged;
    private boolean isBegun;
    private boolean isRefused;
    private boolean isEndAcknowledged;
    private long told;
    private long overAt = -1;
    private @Nullable State finalState;
    private int finished;

    SimStream(String id, SimNode writer) {
      this.id = id;
      this.writer = writer;
      writer.loop.run(() -> {
        Answers.when(
            writer.log.begin(id, "owner", ""),
            (began, failed) -> {
              isBegun = failed == null;
              isRefused |= failed != null;
            });
        write();
      });
    }

    private StreamEvent event(long position) {
      return new BlockDelta(new BlockId(0, 0), id + "/" + position);
    }

    /** The writer does not wait for answers, as no provider does. */
    private void write() {
      if (isRefused) {
        return;
      }
      if (next == length) {
        Answers.when(
            writer.log.end(id, length, "COMPLETE"),
            (ended, failed) -> isEndAcknowledged = failed == null);
        return;
      }
      int more = Math.min(length - next, 1 + world.random.nextInt(4));
      List<StreamEvent> events = new ArrayList<>();
      for (int i = 0; i < more; i++) {
        events.add(event(next + i));
      }
      var addition = new Addition(id, next, /* atMillis= */ 1, events);
      next += more;
      Answers.when(
          writer.log.append(addition),
          (position, failed) -> {
            if (failed == null) {
              acknowledged = Math.max(acknowledged, position);
              if (overAt >= 0 && position > overAt) {
                contradicted(
                    id + " was acknowledged up to " + position + " after it was over at " + overAt);
              }
            } else {
              isRefused = true;
            }
          });
      writer.loop.after(world.between(1, 250), this::write);
    }

    /** A client comes with what it has and asks for more. */
    void read(SimNode node) {
      if (!isBegun || !node.isThere()) {
        return;
      }
      long from = world.chance(30) ? 0 : world.random.nextLong(told + 1);
      node.loop.run(() ->
          Answers.when(
              node.log.read(id, from, 1 + world.random.nextInt(80)),
              (page, failed) -> {
                if (page != null) {
                  take(from, page);
                } else if (failed != null) {
                  refused(from, Answers.problem(failed));
                }
              }));
    }

    private void take(long from, Page page) {
      for (int i = 0; i < page.events().size(); i++) {
        if (!page.events().get(i).equals(event(from + i))) {
          violated(id + " has at " + (from + i) + " " + page.events().get(i));
          return;
        }
      }
      told = Math.max(told, page.next());
      if (page.isLast()) {
        if (overAt >= 0 && overAt != page.next()) {
          contradicted(id + " was over at " + overAt + " and is at " + page.next());
        }
        overAt = page.next();
      }
      if (overAt >= 0 && told > overAt) {
        contradicted(id + " was over at " + overAt + " and went on to " + told);
      }
    }

    private void refused(long from, IOException why) {
      boolean isUnknown = why instanceof UnreachableLogException || why instanceof EngineException;
      if (why instanceof NoSuchStreamException || !isUnknown) {
        contradicted(id + " from " + from + ", told up to " + told + ": " + why.getMessage());
      }
    }

    /** All is well: everybody reads it to its end. */
    void finish() {
      if (!isBegun) {
        return;
      }
      if (cluster.hasLost()) {
        overAt = -1;
        told = 0;
      }
      for (SimNode node : cluster.nodes()) {
        node.loop.run(() ->
            Answers.when(
                node.log.info(id),
                (info, failed) -> {
                  if (failed != null && isForgotten(failed)) {
                    return;
                  }
                  if (info == null || info.state() == State.OPEN) {
                    violated(
                        id
                            + " is not over at "
                            + node.name
                            + ": "
                            + (info == null ? failed : info));
                  } else if (finalState != null && finalState != info.state()) {
                    violated(id + " is " + finalState + " and " + info.state());
                  } else {
                    finalState = info.state();
                  }
                }));
        node.loop.run(() ->
            Answers.when(
                node.log.read(id, 0, 1_000),
                (page, failed) -> {
                  if (page != null) {
                    take(0, page);
                    finished += page.isLast() ? 1 : 0;
                  } else if (failed != null && isForgotten(failed)) {
                    finished++;
                  }
                }));
      }
    }

    /** The engine may have lost even the beginning. */
    private boolean isForgotten(Throwable failed) {
      return cluster.hasLost() && Answers.problem(failed) instanceof NoSuchStreamException;
    }

    void check() {
      if (!isBegun) {
        return;
      }
      if (finished < SimCluster.NODES) {
        violated(id + " was read to its end on " + finished + " nodes");
      } else if (cluster.hasLost()) {
        checkRepaired();
      } else if (acknowledged > overAt || told > overAt) {
        violated(
            id
                + " is over at "
                + overAt
                + ", acknowledged up to "
                + acknowledged
                + ", told up to "
                + told);
      } else if (isEndAcknowledged && finalState != State.ENDED) {
        violated(id + " was acknowledged to have ended and is " + finalState);
      } else if (!writer.isDisturbed() && (finalState != State.ENDED || overAt != length)) {
        violated(
            "nothing happened to "
                + writer.name
                + ", and "
                + id
                + " is "
                + finalState
                + " at "
                + overAt
                + " of "
                + length);
      }
    }

    /** What the engine lost of a stream that goes on, its writer has added again. */
    private void checkRepaired() {
      boolean isRepairable = !cluster.hasLostMuch() && !writer.isHurt() && !isEndAcknowledged;
      if (isRepairable && acknowledged > overAt) {
        violated(
            "%s was acknowledged up to %d, its writer %s lives, and it is over at %d"
                .formatted(id, acknowledged, writer.name, overAt));
      }
    }
  }
}
