package dev.weir.gateway.wire;

import io.netty.channel.Channel;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.SocketAddress;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * Finds the channel of a connection. Vert.x makes a promise, three buffers and a task of every
 * chunk, which costs more than what we do with it; so chunks go past it, and all else stays with
 * it. Its connections have their channels, but in a package that other modules cannot see: where it
 * cannot be reached, chunks go the ordinary way.
 */
public final class Wire {
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

  /** The address of whoever is connected, without a port; empty if nobody knows it. */
  public static String remoteHost(HttpConnection connection) {
    // Vert.x would make an address of its own, and keep it as long as the connection.
    Channel channel = of(connection);
    if (channel != null && channel.remoteAddress() instanceof InetSocketAddress known) {
      return known.getAddress().getHostAddress();
    }
    SocketAddress address = connection.remoteAddress();
    String host = address == null ? null : address.hostAddress();
    return host == null ? "" : host;
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
