package dev.weir.xai;

import dev.weir.client.transport.HttpCall;
import dev.weir.client.transport.Transport;
import dev.weir.codec.dialect.ProviderJson;
import dev.weir.codec.json.Json;
import dev.weir.xai.proto.GetCompletionsRequest;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.DecompressorRegistry;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/**
 * Sends xAI's requests over gRPC. A request comes as the JSON form of its protobuf message and
 * leaves as the message; what comes back is reported as an http response whose body is the gRPC
 * body, followed by its trailers. So calls over gRPC are tried, timed and cancelled as those over
 * HTTP are.
 *
 * <p>Messages are asked for one by one. Sinks are called on virtual threads and may block. All
 * calls to one address share one connection.
 */
public final class GrpcTransport implements Transport {
  private static final List<String> SET_BY_GRPC =
      List.of("content-type", "accept", "accept-encoding", "user-agent", "host", "content-length");
  private static final String AGENT = "weir/0.1";

  private final Executor threads = task -> Thread.ofVirtual().name("weir-grpc").start(task);
  private final Map<Address, ManagedChannel> channels = new ConcurrentHashMap<>();
  private final int maxMessageBytes;

  private record Address(String scheme, String authority, Duration connectTimeout) {}

  /**
   * @param maxMessageBytes a longer message fails its call
   */
  public GrpcTransport(int maxMessageBytes) {
    this.maxMessageBytes = maxMessageBytes;
  }

  /**
   * Starts a call.
   *
   * @throws IllegalArgumentException if the request has a field that xAI's does not have
   */
  @Override
  public Exchange send(HttpCall call, Sink sink) {
    byte[] message = message(call.body());
    ManagedChannel channel = channel(call);
    // The caller has already waited: an earlier failure says nothing about now.
    channel.resetConnectBackoff();
    ClientCall<byte[], byte[]> rpc =
        channel.newCall(method(call.url()), CallOptions.DEFAULT.withExecutor(threads));
    var exchange = new GrpcExchange(call, rpc, sink);
    exchange.start(metadata(call.headers()), message);
    return exchange;
  }

  /** The message that a request's JSON form stands for. */
  static byte[] message(String body) {
    Json json = ProviderJson.parse(body);
    var request = GetCompletionsRequest.newBuilder();
    ProtoJson.fill(request, json == null ? Json.Null.NULL : json);
    return request.build().toByteArray();
  }

  private static MethodDescriptor<byte[], byte[]> method(URI url) {
    return MethodDescriptor.newBuilder(RawMessage.MARSHALLER, RawMessage.MARSHALLER)
        .setType(MethodDescriptor.MethodType.SERVER_STREAMING)
        .setFullMethodName(url.getPath().substring(1))
        .build();
  }

  private static Metadata metadata(Map<String, String> headers) {
    var metadata = new Metadata();
    headers.forEach((name, value) -> {
      String key = name.toLowerCase(Locale.ROOT);
      if (!SET_BY_GRPC.contains(key)) {
        metadata.put(Metadata.Key.of(key, Metadata.ASCII_STRING_MARSHALLER), value);
      }
    });
    return metadata;
  }

  private ManagedChannel channel(HttpCall call) {
    return channels.computeIfAbsent(
        new Address(call.url().getScheme(), call.url().getAuthority(), call.connectTimeout()),
        this::connectTo);
  }

  private ManagedChannel connectTo(Address address) {
    boolean isEncrypted = address.scheme().equals("https");
    int port = isEncrypted ? 443 : 80;
    var builder =
        NettyChannelBuilder.forTarget(
                "dns:///"
                    + (URI.create("//" + address.authority()).getPort() < 0
                        ? address.authority() + ":" + port
                        : address.authority()))
            .userAgent(AGENT)
            .executor(threads)
            .maxInboundMessageSize(maxMessageBytes)
            // What is not compressed cannot grow when it is read.
            .decompressorRegistry(DecompressorRegistry.emptyInstance())
            .disableRetry()
            .withOption(
                ChannelOption.CONNECT_TIMEOUT_MILLIS,
                (int) Math.min(Integer.MAX_VALUE, address.connectTimeout().toMillis()));
    return (isEncrypted ? builder.useTransportSecurity() : builder.usePlaintext()).build();
  }

  /** Ends what is under way, and tells every waiting sink. */
  @Override
  public void close() {
    channels.values().forEach(ManagedChannel::shutdownNow);
  }
}
