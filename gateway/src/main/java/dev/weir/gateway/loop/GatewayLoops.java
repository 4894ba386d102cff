package dev.weir.gateway.loop;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.transport.Transport;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/** Makes Vert.x with event loops of ours, where the system has epoll. */
public final class GatewayLoops {
  private GatewayLoops() {}

  /**
   * Vert.x with that many event loops, of which as few serve connections as the load needs. Loops
   * of other transports than epoll serve by turns: not all say how long they work.
   */
  public static Vertx vertx(int count) {
    var options = new VertxOptions().setPreferNativeTransport(true).setEventLoopPoolSize(count);
    Transport epoll = Transport.EPOLL;
    return epoll == null || !epoll.available()
        ? Vertx.vertx(options)
        : Vertx.builder().with(options).withTransport(new Chosen(epoll)).build();
  }

  /** A transport but for its event loops. */
  private record Chosen(Transport plain) implements Transport {
    @Override
    public String name() {
      return plain.name();
    }

    @Override
    public boolean available() {
      return plain.available();
    }

    @Override
    public @Nullable Throwable unavailabilityCause() {
      return plain.unavailabilityCause();
    }

    @Override
    public io.vertx.core.spi.transport.Transport implementation() {
      Class<io.vertx.core.spi.transport.Transport> type =
          io.vertx.core.spi.transport.Transport.class;
      io.vertx.core.spi.transport.Transport all = plain.implementation();
      return type.cast(
          Proxy.newProxyInstance(
              type.getClassLoader(),
              new Class<?>[] {type},
              (proxy, method, arguments) -> {
                if (method.getName().equals("eventLoopGroup")
                    && arguments[0].equals(
                        io.vertx.core.spi.transport.Transport.IO_EVENT_LOOP_GROUP)) {
                  return new ServingLoops(
                      (int) arguments[1], (ThreadFactory) arguments[2], all.ioHandlerFactory());
                }
                try {
                  return method.invoke(all, arguments);
                } catch (InvocationTargetException thrown) {
                  throw thrown.getCause();
                }
              }));
    }
  }
}
