package dev.weir.interop.socket;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.client.Weir;
import dev.weir.client.call.CallOptions;
import dev.weir.client.call.HttpUpstream;
import dev.weir.client.provider.Provider;
import dev.weir.client.transport.JdkTransport;
import dev.weir.client.transport.TransportOptions;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.Request;
import dev.weir.event.Response;
import dev.weir.event.Verdict;
import dev.weir.testkit.OwnCertificate;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2StreamFrame;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Many streams at once over TLS and HTTP/2 to a server of Netty, which closes a connection whose
 * client exceeds the limit.
 */
class Http2ManyStreamsTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final byte[] BODY =
      "data: {\"id\":\"r1\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Hi\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n"
          .getBytes(UTF_8);

  private static OwnCertificate certificate;

  @BeforeAll
  static void certify(@TempDir Path folder) throws Exception {
    certificate = OwnCertificate.in(folder);
  }

  @ParameterizedTest
  @CsvSource({"10, 500", "100, 1000"})
  void allCompleteAtTheFirstTry(int limit, int streams) throws Exception {
    CallOptions options =
        CallOptions.DEFAULT
            .withConnect(PATIENCE)
            .withFirstEvent(PATIENCE)
            .withDead(PATIENCE)
            .withStalled(PATIENCE)
            .withTries(1, Duration.ZERO);
    try (var server = new Server(limit, streams);
        var transport =
            new JdkTransport(TransportOptions.DEFAULT.withTrust(certificate.context()));
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Provider provider =
          Provider.builder("h2", Dialects.OPENAI_CHAT, "https://127.0.0.1:" + server.port())
              .defaultModel("m")
              .build();
      Weir weir = Weir.of(new HttpUpstream(provider, transport, options));
      List<Future<Response>> asked = new ArrayList<>();
      for (int i = 0; i < streams; i++) {
        asked.add(threads.submit(() -> weir.response(Request.of("Hi"))));
      }
      for (Future<Response> response : asked) {
        assertThat(response.get().verdict()).isEqualTo(Verdict.COMPLETE);
      }
      assertThat(server.requests.get()).isEqualTo(streams);
    }
  }

  /** Answers when all requests have come, so that all are open at the same time. */
  private static final class Server implements AutoCloseable {
    private final EventLoopGroup loops =
        new MultiThreadIoEventLoopGroup(2, NioIoHandler.newFactory());
    private final List<ChannelHandlerContext> waiting = new ArrayList<>();
    private final AtomicInteger requests = new AtomicInteger();
    private final int expected;
    private final Channel listening;

    Server(int limit, int expected) throws Exception {
      this.expected = expected;
      SslContext tls =
          SslContextBuilder.forServer(certificate.keys())
              .applicationProtocolConfig(
                  new ApplicationProtocolConfig(
                      Protocol.ALPN,
                      SelectorFailureBehavior.NO_ADVERTISE,
                      SelectedListenerFailureBehavior.ACCEPT,
                      ApplicationProtocolNames.HTTP_2))
              .build();
      Http2Settings settings = Http2Settings.defaultSettings().maxConcurrentStreams(limit);
      listening =
          new ServerBootstrap()
              .group(loops)
              .channel(NioServerSocketChannel.class)
              .childHandler(
                  initializer(channel ->
                      channel
                          .pipeline()
                          .addLast(
                              tls.newHandler(channel.alloc()),
                              Http2FrameCodecBuilder.forServer().initialSettings(settings).build(),
                              new Http2MultiplexHandler(
                                  initializer(
                                      stream -> stream.pipeline().addLast(new Requests()))))))
              .bind("127.0.0.1", 0)
              .sync()
              .channel();
    }

    private static ChannelInitializer<Channel> initializer(Consumer<Channel> fill) {
      return new ChannelInitializer<>() {
        @Override
        protected void initChannel(Channel channel) {
          fill.accept(channel);
        }
      };
    }

    int port() {
      return ((InetSocketAddress) listening.localAddress()).getPort();
    }

    private void came(ChannelHandlerContext stream) {
      requests.incrementAndGet();
      List<ChannelHandlerContext> all = List.of();
      synchronized (waiting) {
        waiting.add(stream);
        if (waiting.size() == expected) {
          all = List.copyOf(waiting);
        }
      }
      all.forEach(Server::answer);
    }

    private static void answer(ChannelHandlerContext stream) {
      stream
          .write(
              new DefaultHttp2HeadersFrame(
                  new DefaultHttp2Headers().status("200").set("content-type", "text/event-stream")))
          .addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
      stream
          .writeAndFlush(
              new DefaultHttp2DataFrame(Unpooled.wrappedBuffer(BODY), /* endStream= */ true))
          .addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
    }

    @Override
    public void close() {
      loops
          .shutdownGracefully(/* quietPeriod= */ 0, /* timeout= */ 5, TimeUnit.SECONDS)
          .awaitUninterruptibly();
    }

    private final class Requests extends SimpleChannelInboundHandler<Http2StreamFrame> {
      @Override
      protected void channelRead0(ChannelHandlerContext stream, Http2StreamFrame frame) {
        if (frame instanceof Http2DataFrame data && data.isEndStream()) {
          came(stream);
        }
      }
    }
  }
}
