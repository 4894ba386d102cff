package dev.weir.gateway.loop;

import dev.weir.gateway.loop.LoopChoice.Load;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.util.concurrent.EventExecutor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;

/**
 * Event loops that give a connection which a server has accepted to the one that {@link LoopChoice}
 * chooses. Vert.x gives connections to those on which it listens by turns; it finds out what to do
 * with one from the loop that it has come to.
 */
final class ServingLoops extends MultiThreadIoEventLoopGroup {
  private final List<ServingLoop> loops = new ArrayList<>();
  private final LoopChoice choice;

  ServingLoops(int count, ThreadFactory threads, IoHandlerFactory handlers) {
    super(count, threads, handlers);
    for (EventExecutor each : this) {
      if (each instanceof ServingLoop loop) {
        loop.index = loops.size();
        loops.add(loop);
      }
    }
    this.choice = new LoopChoice(loops, System.nanoTime());
  }

  /** Called while this is made. */
  @Override
  protected IoEventLoop newChild(Executor executor, IoHandlerFactory handlers, Object... more) {
    return new ServingLoop(executor, handlers);
  }

  private final class ServingLoop extends SingleThreadIoEventLoop implements Load {
    private int index;

    ServingLoop(Executor executor, IoHandlerFactory handlers) {
      super(ServingLoops.this, executor, handlers);
    }

    @Override
    public ChannelFuture register(Channel channel) {
      // What was accepted has the server as its parent; what we connect stays where it was asked.
      return channel.parent() == null
          ? serve(channel)
          : loops.get(choice.choose(index, System.nanoTime())).serve(channel);
    }

    private ChannelFuture serve(Channel channel) {
      return super.register(channel);
    }

    @Override
    public int channels() {
      return getNumOfRegisteredChannels();
    }

    @Override
    public long takeBusyNanos() {
      return getAndResetAccumulatedActiveTimeNanos();
    }
  }
}
