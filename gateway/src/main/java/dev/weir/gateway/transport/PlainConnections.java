package dev.weir.gateway.transport;

import dev.weir.client.transport.HttpCall;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ConnectTimeoutException;
import io.netty.channel.EventLoop;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.util.concurrent.Future;
import io.vertx.core.internal.VertxInternal;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The connections over HTTP/1.1 without TLS that one event loop has. One that serves nobody is kept
 * for a while for who asks next. Belongs to that loop.
 */
final class PlainConnections {
  private static final int PORT = 80;
  private static final int MAX_CHUNK_BYTES = 64 << 10;

  /** Pieces of buffers of that size are kept, so that a loop reads into the same one each time. */
  private static final int READ_BYTES = 32 << 10;

  /** Room for a line of a head, which grows with the longest and stays as long as a connection. */
  private static final int FIRST_LINE_BYTES = 64;

  /** One for all: each would have another, which guesses how much comes next. */
  private static final RecvByteBufAllocator READING = new FixedRecvByteBufAllocator(READ_BYTES);

  private final EventLoop loop;
  private final Bootstrap bootstrap;
  private final HttpDecoderConfig decoding;
  private final Duration mostIdle;
  private final Set<PlainConnection> open = new HashSet<>();

  /** By whom they reach; the one that was used last comes first. */
  private final Map<String, Deque<PlainConnection>> idle = new HashMap<>();

  private boolean isSweeping;

  /**
   * @param maxHeaderBytes how long the head of an answer may be
   * @param mostIdle how long a connection is kept that serves nobody
   */
  PlainConnections(VertxInternal vertx, EventLoop loop, int maxHeaderBytes, Duration mostIdle) {
    this.loop = loop;
    this.mostIdle = mostIdle;
    this.bootstrap =
        new Bootstrap()
            .group(loop)
            .channelFactory(vertx.transport().channelFactory(/* domainSocket= */ false))
            .resolver(vertx.nameResolver().nettyAddressResolverGroup())
            // Unlike others it has pieces of its buffers to use again, and a chunk is one.
            .option(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
            .option(ChannelOption.RECVBUF_ALLOCATOR, READING)
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, 0)
            .option(ChannelOption.TCP_NODELAY, true);
    this.decoding =
        new HttpDecoderConfig()
            .setInitialBufferSize(FIRST_LINE_BYTES)
            .setMaxHeaderSize(maxHeaderBytes)
            .setMaxChunkSize(MAX_CHUNK_BYTES);
  }

  /** Finds or makes a connection for what an exchange asks. */
  void open(HttpCall call, PlainExchange exchange) {
    URI url = call.url();
    String host = url.getHost();
    int port = url.getPort() < 0 ? PORT : url.getPort();
    String authority = url.getRawAuthority();
    if (url.getRawUserInfo() != null) {
      authority = url.getPort() < 0 ? host : host + ":" + port;
    }
    open(call, exchange, authority, host, port);
  }

  private void open(
      HttpCall call, PlainExchange exchange, String authority, String host, int port) {
    PlainConnection known = idle(authority);
    if (known != null) {
      exchange.opened(known);
      return;
    }
    ChannelFuture connecting =
        bootstrap
            .clone()
            .handler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    var made = new PlainConnection(PlainConnections.this, authority, channel);
                    channel.pipeline().addLast(answers(made)).addLast(made);
                  }
                })
            .connect(InetSocketAddress.createUnresolved(withoutBrackets(host), port));
    // An alarm of Netty would be kept as long as the connection.
    Future<?> late =
        loop.schedule(
            () -> giveUp(connecting), call.connectTimeout().toMillis(), TimeUnit.MILLISECONDS);
    var unused =
        connecting.addListener(done -> {
          boolean isLate = !late.cancel(/* mayInterruptIfRunning= */ false);
          exchange.context.dispatch(v -> connected(connecting, isLate, exchange));
        });
  }

  private static void giveUp(ChannelFuture connecting) {
    var unused = connecting.channel().close();
  }

  /** Reads answers. The answer to a HEAD tells the length of a body that does not come. */
  private HttpResponseDecoder answers(PlainConnection connection) {
    return new HttpResponseDecoder(decoding) {
      @Override
      protected boolean isContentAlwaysEmpty(HttpMessage answer) {
        return connection.asksForHead() || super.isContentAlwaysEmpty(answer);
      }
    };
  }

  /** An address of IPv6 stands in brackets in a URL. */
  private static String withoutBrackets(String host) {
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }

  private void connected(ChannelFuture connected, boolean isLate, PlainExchange exchange) {
    if (connected.isSuccess()) {
      PlainConnection made = connected.channel().pipeline().get(PlainConnection.class);
      open.add(made);
      exchange.opened(made);
    } else {
      exchange.failed(isLate ? new ConnectTimeoutException() : connected.cause());
    }
  }

  private @Nullable PlainConnection idle(String authority) {
    Deque<PlainConnection> known = idle.get(authority);
    PlainConnection found = null;
    while (known != null && !known.isEmpty() && found == null) {
      PlainConnection next = known.pop();
      found = next.isOpen() ? next : null;
    }
    return found;
  }

  /** A connection serves nobody any longer. */
  void keep(PlainConnection connection) {
    idle.computeIfAbsent(connection.authority(), a -> new ArrayDeque<>()).push(connection);
    sweepLater();
  }

  private void sweepLater() {
    if (!isSweeping) {
      isSweeping = true;
      var unused = loop.schedule(this::sweep, mostIdle.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  /** Closes those that nobody has used for long. */
  private void sweep() {
    isSweeping = false;
    long now = System.nanoTime();
    for (Deque<PlainConnection> some : idle.values()) {
      while (!some.isEmpty() && now - some.getLast().idleSince() >= mostIdle.toNanos()) {
        some.removeLast().close();
      }
    }
    idle.values().removeIf(Deque::isEmpty);
    if (!idle.isEmpty()) {
      sweepLater();
    }
  }

  /** A connection is no more. */
  void closed(PlainConnection connection) {
    open.remove(connection);
    Deque<PlainConnection> known = idle.get(connection.authority());
    if (known != null) {
      known.remove(connection);
    }
  }

  /** Closes all; whoever is served is told that the connection broke. Any thread. */
  void close() {
    if (!loop.isShuttingDown()) {
      loop.execute(() -> List.copyOf(open).forEach(PlainConnection::abort));
    }
  }
}
