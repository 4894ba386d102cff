package dev.weir.cli.provider;

import dev.weir.client.call.CallOptions;
import dev.weir.client.provider.Provider;
import dev.weir.xai.XaiDialect;
import dev.weir.xai.XaiUpstream;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Which providers are asked over gRPC rather than HTTP, and how. */
public final class GrpcAccess {
  /** What gRPC logs about sockets and names comes as events too, without its stack trace. */
  private static final Logger GRPC = Logger.getLogger("io.grpc");

  private GrpcAccess() {}

  public static boolean isFor(Provider provider) {
    return provider.dialect() instanceof XaiDialect;
  }

  /** Opens a connection to such a provider; the caller closes it. */
  public static XaiUpstream open(Provider provider, CallOptions options) {
    GRPC.setLevel(Level.SEVERE);
    return new XaiUpstream(provider, options);
  }
}
