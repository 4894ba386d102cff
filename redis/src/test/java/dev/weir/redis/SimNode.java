package dev.weir.redis;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.function.Consumer;

/** One start of a node: the log itself, on a simulated loop and a simulated way to the engine. */
final class SimNode {
  private static final long EPOCH_MILLIS = 1_700_000_000_000L;

  final String name;
  final SimWorld.SimLoop loop;
  final SimEngine.Link link;
  final RedisStreamLog log;
  boolean isReady;
  boolean isGone;

  /** Something was done to it: its streams may be cut. */
  boolean isDisturbed;

  private long clockOffset;

  SimNode(SimWorld world, SimEngine engine, String name, Durability durability) {
    this.name = name;
    this.loop = world.new SimLoop();
    this.link = engine.new Link();
    var keys = new LogKeys("weir");
    Clock clock = new SimClock(world);
    this.log =
        new RedisStreamLog(
            new SimLines(durability),
            name,
            keys,
            durability,
            clock,
            new Closing(keys, clock, Duration.ofDays(1), loop::later));
    loop.run(() -> Answers.when(log.start(), (done, failed) -> isReady = failed == null));
  }

  /** As kill -9: nothing of it goes on. */
  void kill() {
    isGone = true;
    isDisturbed = true;
    loop.kill();
    link.breakNow();
  }

  void setClock(long offset) {
    clockOffset = offset;
  }

  private final class SimLines implements Lines {
    private final Durability durability;
    private final Line home;
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
      return home;
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
    private final SimWorld world;

    SimClock(SimWorld world) {
      this.world = world;
    }

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
      return Instant.ofEpochMilli(EPOCH_MILLIS + world.millis() + clockOffset);
    }
  }
}
