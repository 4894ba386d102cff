package dev.weir.redis;

import dev.weir.log.StreamLog;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One start of a node: the log itself, on simulated loops and a simulated way to the engine. */
public final class SimNode {
  private static final long EPOCH_MILLIS = 1_700_000_000_000L;

  final String name;
  final SimWorld.SimLoop loop;
  final SimEngine.Link link;
  final RedisStreamLog log;
  private final SimWorld world;
  private final List<SimWorld.SimLoop> loops = new ArrayList<>();
  private boolean isReady;
  private boolean isGone;
  private boolean isDisturbed;
  private boolean isHurt;
  private long clockOffset;

  SimNode(SimWorld world, SimEngine engine, String name, Durability durability) {
    this.world = world;
    this.name = name;
    this.loop = world.new SimLoop();
    loops.add(loop);
    this.link = engine.new Link();
    var keys = new LogKeys("weir");
    Clock clock = new SimClock();
    this.log =
        new RedisStreamLog(
            new SimLines(durability),
            name,
            keys,
            clock,
            new Closing(keys, clock, Duration.ofDays(1), loop::later));
    loop.run(() -> Answers.when(log.start(), (done, failed) -> isReady = failed == null));
  }

  public String name() {
    return name;
  }

  public StreamLog log() {
    return log;
  }

  /** A further loop of its process, with a thread, and a line of its own once it asks the log. */
  public SimWorld.SimLoop newLoop() {
    var further = world.new SimLoop(new SimThread(world));
    loops.add(further);
    return further;
  }

  /** Whether it takes part, and was not killed. */
  public boolean isThere() {
    return isReady && !isGone;
  }

  public boolean isGone() {
    return isGone;
  }

  /** Something was done to it: its streams may be cut. */
  public boolean isDisturbed() {
    return isDisturbed;
  }

  void disturb() {
    isDisturbed = true;
  }

  /** Something was done to it, and not to its engine. */
  public boolean isHurt() {
    return isHurt;
  }

  void hurt() {
    isHurt = true;
    isDisturbed = true;
  }

  /** As kill -9: nothing of it goes on. */
  void kill() {
    isGone = true;
    hurt();
    loops.forEach(SimWorld.SimLoop::kill);
    link.breakNow();
  }

  /** As kill -STOP for a while. */
  void pauseUntil(long millis) {
    hurt();
    loops.forEach(each -> each.pauseUntil(millis));
  }

  void setClock(long offset) {
    clockOffset = offset;
  }

  /** The time of day as this node has it. */
  public Instant now() {
    return Instant.ofEpochMilli(EPOCH_MILLIS + world.millis() + clockOffset);
  }

  private final class SimLines implements Lines {
    private final Durability durability;
    private final Line home;
    private final Map<SimWorld.SimLoop, Line> byLoop = new HashMap<>();
    private Consumer<Line> onUp = line -> {};

    SimLines(Durability durability) {
      this.durability = durability;
      this.home = watched(new Line(link, loop, durability));
      var unused = home.open();
    }

    private Line watched(Line line) {
      line.onUp(() -> onUp.accept(line));
      return line;
    }

    @Override
    public Line home() {
      return home;
    }

    @Override
    public Line current() {
      SimWorld.@Nullable SimLoop here =
          loops.stream().filter(SimWorld.SimLoop::isHere).findFirst().orElse(null);
      if (here == null || here.equals(loop)) {
        return home;
      }
      return byLoop.computeIfAbsent(
          here,
          first -> {
            Line line = watched(new Line(link, first, durability));
            var unused = line.open();
            return line;
          });
    }

    @Override
    public Line channels(Line.Messages messages) {
      return watched(new Line(link, loop, durability, messages));
    }

    @Override
    public void onUp(Consumer<Line> action) {
      onUp = action;
    }

    @Override
    public void close() {
      home.close();
    }
  }

  /** The time of day as this node has it, which may jump. */
  private final class SimClock extends Clock {
    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return now();
    }
  }
}
