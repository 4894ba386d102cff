package dev.weir.gateway.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.redis.SimWorld;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A client that reads one stream in one format to its end. Its connections are cut at random bytes,
 * and it comes back to any gateway with the id of the last frame that it has.
 */
final class SimClient implements SimConnection.Client {
  static final String OWNER = "owner";

  private final SimWorld world;
  private final Supplier<SimGateway> gateways;
  final String stream;
  final Format format;
  private final StringBuilder transcript = new StringBuilder();
  private ByteArrayOutputStream partial = new ByteArrayOutputStream();
  private byte last;
  private @Nullable SimConnection connection;
  private @Nullable SimGateway gateway;
  private int room;
  private long after;
  private boolean isDone;
  private boolean isAhead;
  private boolean isUnknown;
  private boolean hasName;
  private int visits;

  /**
   * @param gateways gives any of them
   */
  SimClient(SimWorld world, Supplier<SimGateway> gateways, String stream, Format format) {
    this.world = world;
    this.gateways = gateways;
    this.stream = stream;
    this.format = format;
  }

  /** All frames that it has, as they came. */
  String transcript() {
    return transcript.toString();
  }

  /** It has read the end. */
  boolean isDone() {
    return isDone;
  }

  /** The number of the last frame that it has. */
  long after() {
    return after;
  }

  /** It was told that it has more than the log. */
  boolean isAhead() {
    return isAhead;
  }

  /** It was told that there is no such stream. */
  boolean isUnknown() {
    return isUnknown;
  }

  int visits() {
    return visits;
  }

  /** It has learned what the stream is called: before that it cannot come back for it. */
  void learnName() {
    hasName = true;
  }

  /** The connection over which it asks for a stream that begins. */
  SimConnection asking(SimGateway of, SimVertx on) {
    return connected(of, on);
  }

  private SimConnection connected(SimGateway of, SimVertx on) {
    visits++;
    room = world.chance(30) ? Integer.MAX_VALUE : 1 + world.random.nextInt(3_000);
    partial = new ByteArrayOutputStream();
    last = 0;
    var made = new SimConnection(world, on.loop(), this);
    connection = made;
    gateway = of;
    world.after(200, () -> watch(made));
    return made;
  }

  /** The connection breaks when the gateway is killed, or it is tired of waiting. */
  private void watch(SimConnection watched) {
    if (!watched.equals(connection)) {
      return;
    }
    SimGateway of = gateway;
    if ((of != null && of.node.isGone()) || world.chance(2)) {
      leave();
      comeBack();
    } else {
      world.after(200, () -> watch(watched));
    }
  }

  /** Asks any gateway for the rest. */
  void comeBack() {
    if (isOver()) {
      return;
    }
    world.after(
        world.between(5, 1_500),
        () -> {
          SimGateway of = gateways.get();
          if (hasName && of.node.isThere()) {
            SimVertx on = of.anyLoop();
            SimConnection made = connected(of, on);
            on.loop().later(() -> Thread.ofVirtual().start(() -> ask(of, on, made)));
          } else {
            comeBack();
          }
        });
  }

  private void ask(SimGateway of, SimVertx on, SimConnection over) {
    try {
      Optional<Summary> found = of.streams.index().find(stream, OWNER);
      on.loop()
          .later(() -> {
            if (!over.equals(connection)) {
              return;
            }
            if (found.isEmpty()) {
              isUnknown = true;
              leave();
              return;
            }
            Reading reading = Reading.resumable(format, frames -> ahead(over));
            Subscriber subscriber = of.subscriber(on, over, stream, reading);
            of.streams.subscribe(found.get(), subscriber, format, after, /* snapshot= */ false);
          });
    } catch (IOException unreachable) {
      // 503: it tries again.
      world.after(0, () -> closed(over, /* isWhole= */ false));
    }
  }

  private void ahead(SimConnection over) {
    if (over.equals(connection)) {
      isAhead = true;
      leave();
    }
  }

  private void leave() {
    SimConnection left = connection;
    connection = null;
    if (left != null) {
      left.cut();
    }
  }

  private boolean isOver() {
    return isDone || isAhead || isUnknown;
  }

  @Override
  public void received(SimConnection from, byte[] bytes) {
    if (!from.equals(connection)) {
      return;
    }
    int taken = Math.min(room, bytes.length);
    room -= taken;
    for (int i = 0; i < taken && !isDone; i++) {
      partial.write(bytes[i]);
      boolean endsFrame = bytes[i] == '\n' && last == '\n';
      last = bytes[i];
      if (endsFrame) {
        frame(partial.toString(UTF_8));
        partial = new ByteArrayOutputStream();
      }
    }
    if (isDone) {
      leave();
    } else if (room == 0) {
      leave();
      comeBack();
    }
  }

  private void frame(String frame) {
    if (frame.startsWith(":")) {
      return;
    }
    transcript.append(frame);
    frame
        .lines()
        .filter(line -> line.startsWith("id: "))
        .forEach(line -> after = Long.parseLong(line.substring(4)));
    isDone = frame.contains("data: [DONE]");
  }

  @Override
  public void closed(SimConnection from, boolean isWhole) {
    if (from.equals(connection)) {
      leave();
      comeBack();
    }
  }
}
