package dev.weir.gateway.stream;

import dev.weir.gateway.metrics.GatewayMetrics;
import dev.weir.gateway.settings.StreamLimits;
import dev.weir.log.recording.Secrets;
import dev.weir.redis.SimNode;
import dev.weir.redis.SimWorld;
import java.util.List;

/** One start of a gateway: its streams as they are, on two simulated event loops. */
final class SimGateway {
  final SimNode node;
  final Streams streams;
  private final SimWorld world;
  private final GatewayMetrics metrics = new GatewayMetrics();
  private final List<SimVertx> loops;

  SimGateway(SimWorld world, SimNode node) {
    this.world = world;
    this.node = node;
    this.loops = List.of(new SimVertx(node.newLoop()), new SimVertx(node.newLoop()));
    this.streams =
        new Streams(
            node.log(), StreamLimits.DEFAULT, metrics, /* recordings= */ null, Secrets.NONE);
  }

  SimVertx anyLoop() {
    return loops.get(world.random.nextInt(loops.size()));
  }

  /** Who reads over a connection. On its loop. */
  Subscriber subscriber(SimVertx on, SimConnection connection, String stream, Reading reading) {
    return new Subscriber(on.beats(), connection.request(), stream, reading, metrics);
  }
}
