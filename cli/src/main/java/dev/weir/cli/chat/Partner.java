package dev.weir.cli.chat;

import dev.weir.cli.provider.GrpcAccess;
import dev.weir.cli.provider.ProviderSecrets;
import dev.weir.client.Weir;
import dev.weir.client.call.CallOptions;
import dev.weir.client.call.HttpUpstream;
import dev.weir.client.call.Upstream;
import dev.weir.client.provider.Provider;
import dev.weir.client.route.Rests;
import dev.weir.client.route.Route;
import dev.weir.client.route.RouteStep;
import dev.weir.client.route.RouteUpstream;
import dev.weir.client.transport.JdkTransport;
import dev.weir.log.recording.Secrets;
import dev.weir.xai.XaiUpstream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who answers in a conversation: a provider, or a route over several.
 *
 * @param provider in a route, that of its first step
 */
public record Partner(Provider provider, @Nullable Route route) {

  static Partner of(Provider provider) {
    return new Partner(provider, null);
  }

  static Partner of(Route route) {
    return new Partner(route.steps().getFirst().provider(), route);
  }

  /** What people call it. */
  public String name() {
    return route == null ? provider.name() : route.name();
  }

  /** Which model answers where none is named; absent if there is none, or a route decides. */
  @Nullable String defaultModel() {
    return route == null ? provider.defaultModel() : null;
  }

  /** The providers that may be asked, in order. */
  private List<Provider> providers() {
    return route == null
        ? List.of(provider)
        : route.steps().stream().map(RouteStep::provider).distinct().toList();
  }

  /** The secrets of all that may be asked, which an answer may repeat. */
  Secrets secrets() {
    return Secrets.of(providers().stream().flatMap(p -> ProviderSecrets.of(p).stream()).toList());
  }

  /** Opens a connection to it. */
  Opened open(CallOptions options) {
    var transport = new JdkTransport();
    List<XaiUpstream> grpc = new ArrayList<>();
    RouteUpstream.Opener opener =
        (each, patience) -> {
          if (!GrpcAccess.isFor(each)) {
            return new HttpUpstream(each, transport, patience);
          }
          XaiUpstream other = GrpcAccess.open(each, patience);
          grpc.add(other);
          return other;
        };
    Upstream upstream =
        route == null
            ? opener.open(provider, options)
            : RouteUpstream.of(route, options, new Rests(), opener);
    return new Opened(Weir.of(upstream), transport, grpc);
  }

  /** A connection to a partner, with what has to be closed. */
  record Opened(Weir weir, JdkTransport transport, List<XaiUpstream> grpc)
      implements AutoCloseable {
    @Override
    public void close() {
      grpc.forEach(XaiUpstream::close);
      transport.close();
    }
  }
}
