package dev.weir.gateway.resume;

import dev.weir.client.call.Upstream;
import dev.weir.gateway.GatewayOptions;
import dev.weir.gateway.RunningGateway;
import dev.weir.gateway.node.Nodes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * One gateway with its log in files, or several nodes on one engine: clients must not see which.
 *
 * @param closing closes them
 */
record Gateways(List<RunningGateway> all, Runnable closing) implements AutoCloseable {

  static Gateways start(int count, GatewayOptions options, Path folder, Upstream upstream)
      throws IOException {
    if (count == 1) {
      RunningGateway one = RunningGateway.start(options, upstream);
      return new Gateways(List.of(one), one::close);
    }
    var nodes = new Nodes(folder, count, options, upstream);
    return new Gateways(nodes.nodes, nodes::close);
  }

  List<Integer> ports() {
    return all.stream().map(one -> one.gateway.port()).toList();
  }

  @Override
  public void close() {
    closing.run();
  }
}
