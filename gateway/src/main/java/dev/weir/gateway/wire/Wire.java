package dev.weir.gateway.wire;

import io.netty.channel.Channel;
import io.vertx.core.http.HttpConnection;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/**
 * Finds the channel of a connection. Vert.x makes a promise, three buffers and a task of every
 * chunk, which costs more than what we do with it; so chunks go past it, and all else stays with
 * it. Its connections have their channels, but in a package that other modules cannot see: where it
 * cannot be reached, chunks go the ordinary way.
 */
final class Wire {
  private static final @Nullable MethodHandle CHANNEL = find();

  private Wire() {}

  private static @Nullable MethodHandle find() {
    try {
      Class<?> owner = Class.forName("io.vertx.core.net.impl.ConnectionBase");
      return MethodHandles.publicLookup()
          .findVirtual(owner, "channel", MethodType.methodType(Channel.class))
          .asType(MethodType.methodType(Channel.class, Object.class));
    } catch (ReflectiveOperationException hidden) {
      return null;
    }
  }

  /** The channel of a connection, if this is its event loop; else absent. */
  static @Nullable Channel of(@Nullable HttpConnection connection) {
    if (CHANNEL == null || connection == null) {
      return null;
    }
    try {
      Channel channel = (Channel) CHANNEL.invokeExact((Object) connection);
      return channel.eventLoop().inEventLoop() ? channel : null;
    } catch (ClassCastException other) {
      // A connection that is not one of Vert.x itself.
      return null;
    } catch (Throwable impossible) { // What a getter could throw, a method handle does not tell.
      throw new IllegalStateException("A connection does not tell its channel", impossible);
    }
  }
}
