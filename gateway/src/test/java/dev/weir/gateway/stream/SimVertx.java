package dev.weir.gateway.stream;

import dev.weir.redis.SimWorld;
import io.vertx.core.Context;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/** An event loop as the streams of the gateway know it, in virtual time. */
final class SimVertx {
  private final SimWorld.SimLoop loop;
  private final Set<Long> timers = new HashSet<>();
  private final Vertx vertx;
  private final Context context;
  private final Beats beats;
  private long lastTimer;

  SimVertx(SimWorld.SimLoop loop) {
    this.loop = loop;
    this.vertx = Calls.as(Vertx.class, this::vertx);
    this.context = Calls.as(Context.class, this::context);
    this.beats = new Beats(vertx);
  }

  Vertx vertx() {
    return vertx;
  }

  Context context() {
    return context;
  }

  Beats beats() {
    return beats;
  }

  SimWorld.SimLoop loop() {
    return loop;
  }

  private Object vertx(String method, Object... arguments) {
    return switch (method) {
      case "getOrCreateContext" -> context;
      case "setTimer" -> timer((long) arguments[0], handler(arguments[1]), /* repeats= */ false);
      case "setPeriodic" -> timer((long) arguments[0], handler(arguments[1]), /* repeats= */ true);
      case "cancelTimer" -> timers.remove((Long) arguments[0]);
      default -> throw Calls.unknown(method);
    };
  }

  private Object context(String method, Object... arguments) {
    return switch (method) {
      case "owner" -> vertx;
      case "runOnContext" -> {
        Handler<Object> action = handler(arguments[0]);
        loop.later(() -> action.handle(null));
        yield Calls.NOTHING;
      }
      default -> throw Calls.unknown(method);
    };
  }

  @SuppressWarnings("unchecked") // As Vert.x declares it.
  static Handler<Object> handler(Object argument) {
    return (Handler<Object>) argument;
  }

  private long timer(long millis, Handler<Object> action, boolean repeats) {
    long number = ++lastTimer;
    timers.add(number);
    due(millis, number, action, repeats);
    return number;
  }

  private void due(long millis, long number, Handler<Object> action, boolean repeats) {
    loop.after(
        millis,
        () -> {
          if (timers.contains(number)) {
            if (repeats) {
              due(millis, number, action, /* repeats= */ true);
            } else {
              timers.remove(number);
            }
            action.handle(number);
          }
        });
  }

  /** What is done when a method of Vert.x is called. */
  interface Calls {
    /** The answer of a method that gives none. */
    Object NOTHING = new Object();

    Object call(String method, Object... arguments);

    /** An object of a type of Vert.x, of which only a few methods are used. */
    @SuppressWarnings("ReferenceEquality") // It equals nothing but itself.
    static <T> T as(Class<T> type, Calls calls) {
      return type.cast(
          Proxy.newProxyInstance(
              type.getClassLoader(),
              new Class<?>[] {type},
              (self, method, arguments) ->
                  switch (method.getName()) {
                    case "equals" -> self == arguments[0];
                    case "hashCode" -> System.identityHashCode(self);
                    case "toString" -> type.getSimpleName();
                    default -> {
                      Object[] given = arguments == null ? new Object[0] : arguments;
                      Object answer =
                          calls.call(method.getName(), Arrays.copyOf(given, given.length));
                      yield answer == NOTHING
                          ? method.getReturnType().isInstance(self) ? self : null
                          : answer;
                    }
                  }));
    }

    static AssertionError unknown(String method) {
      return new AssertionError("The simulation does not know " + method);
    }
  }
}
