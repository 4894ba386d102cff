package dev.weir.gateway.node;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.client.call.Upstream;
import dev.weir.client.tool.Tool;
import dev.weir.gateway.GatewayOptions;
import dev.weir.gateway.RunningGateway;
import dev.weir.gateway.settings.DoorOptions;
import dev.weir.gateway.settings.RequestLimits;
import dev.weir.gateway.settings.StreamLimits;
import dev.weir.redis.RedisPlace;
import dev.weir.testkit.EngineProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Several gateways on one engine, which is a real one. */
public final class Nodes implements AutoCloseable {
  final EngineProcess engine;
  public final List<RunningGateway> nodes = new ArrayList<>();
  private final GatewayOptions options;
  private final Upstream upstream;
  private final Tool[] tools;

  public Nodes(Path folder, int count, Upstream upstream, Tool... tools) throws IOException {
    this(folder, count, StreamLimits.DEFAULT, upstream, tools);
  }

  Nodes(Path folder, int count, StreamLimits limits, Upstream upstream, Tool... tools)
      throws IOException {
    this(
        folder,
        count,
        GatewayOptions.local(0, folder).withLimits(limits, RequestLimits.DEFAULT),
        upstream,
        tools);
  }

  /** With such options, but for the log. */
  public Nodes(Path folder, int count, GatewayOptions wanted, Upstream upstream, Tool... tools)
      throws IOException {
    assumeTrue(EngineProcess.program().isPresent(), EngineProcess.MISSING);
    engine = EngineProcess.start(folder, "--appendonly", "yes", "--appendfsync", "everysec");
    this.upstream = upstream;
    this.tools = tools;
    options =
        wanted.withLog(RedisPlace.parse(engine.url())).withDoors(DoorOptions.forThisProcess());
    for (int i = 0; i < count; i++) {
      start();
    }
  }

  /** One more. */
  public RunningGateway start() throws IOException {
    RunningGateway node = RunningGateway.start(options, upstream, tools);
    nodes.add(node);
    return node;
  }

  RunningGateway get(int number) {
    return nodes.get(number);
  }

  @Override
  public void close() {
    nodes.forEach(RunningGateway::close);
    engine.close();
  }
}
