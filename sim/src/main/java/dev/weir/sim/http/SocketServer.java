package dev.weir.sim.http;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Listens on a port and hands each request to a responder. */
public final class SocketServer implements AutoCloseable {
  private static final int MAX_THREADS = 4;
  private static final long CLOSE_SECONDS = 5;

  private final EventLoopGroup loops;
  private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private final AtomicInteger playing = new AtomicInteger();
  private final Channel listening;

  /**
   * Starts to listen.
   *
   * @param port 0 for one that is free
   * @param maxBodyBytes a longer request is answered with 413
   * @param speed how many times faster than stated replies are played; infinite for at once
   * @throws IOException if the address cannot be listened on
   */
  public SocketServer(String host, int port, int maxBodyBytes, double speed, Responder responder)
      throws IOException {
    boolean isEpoll = Epoll.isAvailable();
    IoHandlerFactory io = isEpoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
    int threads = Math.min(MAX_THREADS, Runtime.getRuntime().availableProcessors());
    ThreadFactory factory = Thread.ofPlatform().daemon().name("weir-sim-", 0).factory();
    loops = new MultiThreadIoEventLoopGroup(threads, factory, io);
    Class<? extends ServerChannel> type =
        isEpoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
    var settings = new Play.Settings(speed, playing);
    var bound =
        new ServerBootstrap()
            .group(loops)
            .channel(type)
            .childHandler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    connections.add(channel);
                    channel.pipeline().addLast(new Preface(responder, settings, maxBodyBytes));
                  }
                })
            .bind(host, port)
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      stopLoops();
      throw new IOException(
          "Cannot listen on %s port %d: %s".formatted(host, port, bound.cause().getMessage()),
          bound.cause());
    }
    listening = bound.channel();
  }

  /** Where it listens. */
  public int port() {
    return ((InetSocketAddress) listening.localAddress()).getPort();
  }

  /** How many clients are connected now. */
  public int connections() {
    return connections.size();
  }

  /** How many replies are on their way now. */
  public int playing() {
    return playing.get();
  }

  /** Stops listening, cuts every connection and waits until all have ended. */
  @Override
  public void close() {
    listening.close().awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
    connections.close().awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
    stopLoops();
  }

  private void stopLoops() {
    loops
        .shutdownGracefully(/* quietPeriod= */ 0, CLOSE_SECONDS, TimeUnit.SECONDS)
        .awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
  }
}
