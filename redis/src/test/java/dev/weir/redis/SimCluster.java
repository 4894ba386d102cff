package dev.weir.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Three nodes and their engine, and all that goes wrong with them: connections and nodes that are
 * slow, cut off, broken, paused beyond their lease, killed and started again; messages lost and
 * doubled; an engine restarted, or replaced by a replica that may lack the last it had; clocks that
 * jump.
 */
public final class SimCluster {
  public static final int NODES = 3;

  private final SimWorld world;
  final SimEngine engine;
  final Durability durability;
  private final boolean isCalm;
  private final Consumer<SimNode> onStart;
  private final List<SimNode> nodes = new ArrayList<>();
  private int starts;
  private boolean hasLost;
  private boolean hasLostMuch;

  /**
   * @param onStart told of every start of a node
   */
  public SimCluster(SimWorld world, Consumer<SimNode> onStart) {
    this.world = world;
    this.engine = new SimEngine(world);
    this.durability = world.chance(50) ? Durability.REPLICA : Durability.ENGINE;
    this.isCalm = world.chance(10);
    this.engine.isMute = world.chance(10);
    this.onStart = onStart;
  }

  public void start() {
    for (int i = 0; i < NODES; i++) {
      nodes.add(newNode());
    }
  }

  /** Things go wrong until that time. */
  public void trouble(long troubleUntil) {
    if (!isCalm) {
      for (int i = 0; i < world.between(1, 12); i++) {
        world.at(world.between(1_000, troubleUntil), this::trouble);
      }
    }
  }

  private SimNode newNode() {
    var node = new SimNode(world, engine, "n" + starts++, durability);
    onStart.accept(node);
    return node;
  }

  public List<SimNode> nodes() {
    return List.copyOf(nodes);
  }

  public SimNode any() {
    return nodes.get(world.random.nextInt(NODES));
  }

  /** Whether the engine has lost what it had acknowledged, which is not a fault of the log. */
  public boolean hasLost() {
    return hasLost;
  }

  /** Whether that may be more than writers keep, or the engine was away longer than they wait. */
  public boolean hasLostMuch() {
    return hasLostMuch || engine.longestAwayMillis() > Line.HOLD_MILLIS / 2;
  }

  /** In which circumstances something was seen. */
  public String when() {
    return "at %,d ms, %s%s".formatted(world.millis(), durability, hasLost ? ", lost a tail" : "");
  }

  private void trouble() {
    int number = world.random.nextInt(NODES);
    SimNode node = nodes.get(number);
    switch (world.random.nextInt(10)) {
      case 0 -> {
        node.kill();
        world.after(world.between(100, 12_000), () -> nodes.set(number, newNode()));
      }
      case 1 -> node.pauseUntil(world.millis() + world.between(500, 15_000));
      case 2 -> {
        node.hurt();
        node.link.hold(world.between(500, 15_000));
      }
      case 3, 8, 9 -> node.link.breakNow();
      // Clocks only say when: nobody is cut for one that is wrong.
      case 4 -> node.setClock(world.between(-3_600_000, 3_600_000));
      case 5 -> everybodyDisturbed(() -> engine.restart(world.between(50, 8_000)));
      case 6 -> everybodyDisturbed(() -> engine.delayCopies(world.between(100, 5_000)));
      case 7 -> {
        if (durability == Durability.ENGINE) {
          hasLost |= engine.lagMillis() > 0;
          hasLostMuch |= engine.lagMillis() > OwnedStream.KEEP_MILLIS / 2;
        }
        everybodyDisturbed(() -> engine.failOver(world.between(50, 8_000)));
      }
      default -> throw new AssertionError();
    }
  }

  private void everybodyDisturbed(Runnable action) {
    nodes.forEach(SimNode::disturb);
    action.run();
  }
}
