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
  private static final int NODES = 3;

  private final SimWorld world;
  private final SimEngine engine;
  private final Durability durability;
  private final boolean isCalm;
  private final SimNode[] nodes = new SimNode[NODES];
  private final List<SimStream> streams = new ArrayList<>();
  private int starts;
  private @Nullable String violation;

  SimHistory(long seed) {
    this.world = new SimWorld(seed);
    this.engine = new SimEngine(world);
    this.durability = world.chance(50) ? Durability.REPLICA : Durability.ENGINE;
    this.isCalm = world.chance(10);
    this.engine.isMute = world.chance(10);
  }

  /** Plays it, and says what went wrong; nothing if all is well. */
  @Nullable String play() {
    for (int i = 0; i < NODES; i++) {
      start(i);
    }
    for (int i = 0; i < 12; i++) {
      world.at(world.between(500, TROUBLE_MILLIS - 5_000), this::beginStream);
    }
    if (!isCalm) {
      for (int i = 0; i < world.between(1, 12); i++) {
        world.at(world.between(1_000, TROUBLE_MILLIS), this::trouble);
      }
    }
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

  private void start(int number) {
    nodes[number] = new SimNode(world, engine, "n" + starts++, durability);
  }

  private SimNode any() {
    return nodes[world.random.nextInt(NODES)];
  }

  private void violated(String what) {
    if (violation == null) {
      violation = "at %,d ms, %s: %s".formatted(world.millis(), durability, what);
    }
  }

  // ── what goes wrong ─────────────────────────────────────────────────────────────────────────

  private void trouble() {
    int number = world.random.nextInt(NODES);
    SimNode node = nodes[number];
    switch (world.random.nextInt(10)) {
      case 0 -> {
        node.kill();
        world.after(world.between(100, 12_000), () -> start(number));
      }
      case 1 -> {
        node.isDisturbed = true;
        node.loop.pauseUntil(world.millis() + world.between(500, 15_000));
      }
      case 2 -> {
        node.isDisturbed = true;
        node.link.hold(world.between(500, 15_000));
      }
      case 3, 8, 9 -> node.link.breakNow();
      case 4 -> {
        // Clocks only say when: nobody is cut for one that is wrong.
        node.setClock(world.between(-3_600_000, 3_600_000));
      }
      case 5 -> everybodyDisturbed(() -> engine.restart(world.between(50, 8_000)));
      case 6 -> everybodyDisturbed(() -> engine.delayCopies(world.between(100, 5_000)));
      case 7 -> {
        if (durability == Durability.REPLICA) {
          everybodyDisturbed(() -> engine.failOver(world.between(50, 8_000)));
        }
      }
      default -> throw new AssertionError();
    }
  }

  private void everybodyDisturbed(Runnable action) {
    for (SimNode node : nodes) {
      node.isDisturbed = true;
    }
    action.run();
  }

  // ── streams and those who read them ─────────────────────────────────────────────────────────

  private void beginStream() {
    SimNode node = any();
    if (node.isReady && !node.isGone) {
      streams.add(new SimStream("s" + streams.size(), node));
    }
  }

  private void visit() {
    if (!streams.isEmpty()) {
      streams.get(world.random.nextInt(streams.size())).read(any());
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
                violated(
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
      if (!isBegun || node.isGone || !node.isReady) {
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
          violated(id + " was over at " + overAt + " and is at " + page.next());
        }
        overAt = page.next();
      }
      if (overAt >= 0 && told > overAt) {
        violated(id + " was over at " + overAt + " and went on to " + told);
      }
    }

    private void refused(long from, IOException why) {
      boolean isUnknown = why instanceof UnreachableLogException || why instanceof EngineException;
      if (why instanceof NoSuchStreamException || !isUnknown) {
        violated(id + " from " + from + ", told up to " + told + ": " + why.getMessage());
      }
    }

    /** All is well: everybody reads it to its end. */
    void finish() {
      if (!isBegun) {
        return;
      }
      for (SimNode node : nodes) {
        node.loop.run(() ->
            Answers.when(
                node.log.info(id),
                (info, failed) -> {
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
                  }
                }));
      }
    }

    void check() {
      if (!isBegun) {
        return;
      }
      if (finished < NODES) {
        violated(id + " was read to its end on " + finished + " nodes");
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
      } else if (!writer.isDisturbed && (finalState != State.ENDED || overAt != length)) {
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
  }
}
