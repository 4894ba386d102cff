package dev.weir.xai;

import dev.weir.client.call.CallOptions;
import dev.weir.client.call.CallSink;
import dev.weir.client.call.HttpUpstream;
import dev.weir.client.call.StreamCall;
import dev.weir.client.call.Upstream;
import dev.weir.client.provider.Provider;
import dev.weir.client.render.RequestWriter;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.request.Request;

/**
 * xAI over gRPC. Any thread may ask; concurrent calls share one connection and do not wait for each
 * other.
 */
public final class XaiUpstream implements Upstream, AutoCloseable {
  private final Provider provider;
  private final GrpcTransport transport;
  private final HttpUpstream calls;

  /**
   * @param provider whose dialect is {@link XaiDialect}; its base URL has no path
   */
  public XaiUpstream(Provider provider, CallOptions options) {
    this.provider = provider;
    this.transport = new GrpcTransport(options.decode().limits().maxFrameBytes());
    this.calls = new HttpUpstream(provider, transport, options);
  }

  @Override
  public String name() {
    return calls.name();
  }

  @Override
  public Dialect dialect() {
    return calls.dialect();
  }

  @Override
  public StreamCall open(Request request, CallSink sink) {
    // A request that protobuf cannot carry is the caller's mistake, which is thrown at once.
    GrpcTransport.message(RequestWriter.write(request, provider).body().toText());
    return calls.open(request, sink);
  }

  /** Closes the connections; calls under way fail. */
  @Override
  public void close() {
    transport.close();
  }
}
