package dev.weir.bench.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.testkit.OwnCertificate;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2SecurityUtil;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2StreamFrame;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * A server that streams {@link PacedChat}s: HTTP/1.1 without encryption on one port, HTTP/2 with
 * TLS and a limit of {@value #STREAMS_PER_CONNECTION} streams per connection on another. A process
 * of its own, so that its work is not counted as the clients'.
 */
final class PacedServer {
  static final int STREAMS_PER_CONNECTION = 100;

  private static final int MAX_REQUEST_BYTES = 1 << 20;
  private static final int BACKLOG = 4096;

  private PacedServer() {}

  /** Prints both ports on one line, and serves until the process is ended. */
  public static void main(String[] args) throws Exception {
    SslContext encryption = encryption(Path.of(args[0]));
    var loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    int plain = listen(loops, PacedServer::http1);
    int encrypted = listen(loops, channel -> http2(channel, encryption));
    System.out.println(plain + " " + encrypted);
  }

  private interface Wiring {
    void wire(Channel channel);
  }

  private static int listen(MultiThreadIoEventLoopGroup loops, Wiring wiring)
      throws InterruptedException {
    Channel listening =
        new ServerBootstrap()
            .group(loops)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .childHandler(initializing(wiring))
            .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .sync()
            .channel();
    return ((InetSocketAddress) listening.localAddress()).getPort();
  }

  private static ChannelHandler initializing(Wiring wiring) {
    return new ChannelInitializer<Channel>() {
      @Override
      protected void initChannel(Channel channel) {
        wiring.wire(channel);
      }
    };
  }

  private static SslContext encryption(Path folder) throws IOException, GeneralSecurityException {
    return SslContextBuilder.forServer(OwnCertificate.keptIn(folder).keys())
        .ciphers(Http2SecurityUtil.CIPHERS, SupportedCipherSuiteFilter.INSTANCE)
        .applicationProtocolConfig(
            new ApplicationProtocolConfig(
                ApplicationProtocolConfig.Protocol.ALPN,
                ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
                ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
                ApplicationProtocolNames.HTTP_2))
        .build();
  }

  private static void http1(Channel channel) {
    channel
        .pipeline()
        .addLast(new HttpServerCodec(), new HttpObjectAggregator(MAX_REQUEST_BYTES))
        .addLast(new OverHttp1());
  }

  private static void http2(Channel channel, SslContext encryption) {
    channel
        .pipeline()
        .addLast(encryption.newHandler(channel.alloc()))
        .addLast(
            Http2FrameCodecBuilder.forServer()
                .initialSettings(
                    Http2Settings.defaultSettings().maxConcurrentStreams(STREAMS_PER_CONNECTION))
                .build())
        .addLast(
            new Http2MultiplexHandler(
                initializing(stream -> stream.pipeline().addLast(new OverHttp2()))));
  }

  /** Sends frame after frame, and then the end; streams are out of step. */
  private static void pace(
      ChannelHandlerContext out, PacedChat chat, Supplier<Object> end, Wrapping wrapping) {
    new Pace(out, chat, end, wrapping).begin();
  }

  private static void send(ChannelHandlerContext out, Object message) {
    var unused = out.writeAndFlush(message);
  }

  private interface Wrapping {
    Object wrap(ByteBuf frame);
  }

  private static final class Pace implements Runnable {
    private final ChannelHandlerContext out;
    private final PacedChat chat;
    private final Supplier<Object> end;
    private final Wrapping wrapping;
    private int sent;

    Pace(ChannelHandlerContext out, PacedChat chat, Supplier<Object> end, Wrapping wrapping) {
      this.out = out;
      this.chat = chat;
      this.end = end;
      this.wrapping = wrapping;
    }

    void begin() {
      int phase = ThreadLocalRandom.current().nextInt(Math.max(1, chat.millis()));
      after(phase);
    }

    @Override
    public void run() {
      if (!out.channel().isActive()) {
        return;
      }
      if (sent < chat.frames().size()) {
        send(out, wrapping.wrap(Unpooled.wrappedBuffer(chat.frames().get(sent++))));
        after(chat.millis());
      } else {
        send(out, end.get());
      }
    }

    private void after(int millis) {
      var unused = out.executor().schedule(this, millis, TimeUnit.MILLISECONDS);
    }
  }

  private static final class OverHttp1 extends SimpleChannelInboundHandler<FullHttpRequest> {
    @Override
    protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
      var head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
      head.headers()
          .set(HttpHeaderNames.CONTENT_TYPE, "text/event-stream")
          .set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
      send(context, head);
      pace(
          context,
          PacedChat.in(request.content().toString(UTF_8)),
          () -> LastHttpContent.EMPTY_LAST_CONTENT,
          DefaultHttpContent::new);
    }
  }

  private static final class OverHttp2 extends SimpleChannelInboundHandler<Http2StreamFrame> {
    private final StringBuilder body = new StringBuilder();

    @Override
    protected void channelRead0(ChannelHandlerContext context, Http2StreamFrame frame) {
      if (frame instanceof Http2DataFrame data) {
        body.append(data.content().toString(UTF_8));
        if (data.isEndStream()) {
          begin(context);
        }
      }
    }

    private void begin(ChannelHandlerContext context) {
      var head = new DefaultHttp2Headers().status("200").set("content-type", "text/event-stream");
      send(context, new DefaultHttp2HeadersFrame(head));
      pace(
          context,
          PacedChat.in(body.toString()),
          () -> new DefaultHttp2DataFrame(/* endStream= */ true),
          DefaultHttp2DataFrame::new);
    }
  }
}
